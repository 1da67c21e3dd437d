import { describe, expect, inject, test } from 'vitest';
import { logHolding } from '../../support/app/app-log.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { CVC, openPage, throughBank } from '../../support/payment/payer.ts';
import { leastShop, openBox, SHOP_PREFIX, startedBy, startShop } from '../../support/payment/shop-payments.ts';

const { baseUrl } = inject('stack');

/** Digits that begin as the card does, or are the CVC. Among letters they are part of a hash or an address. */
const CARD_OR_CVC = new RegExp(`(?<![\\w.+/=-])(?:4111\\d*|${CVC})(?![\\w.+/=-])`);

const started = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const dealer = await newBankDealer();
  const { url } = startedBy(await startShop(dealer, fields));
  const address = new URL(url).pathname.replace('/box/', '');
  const [payment = '', number = '', secret = '', key = ''] = address.split('.');
  return { dealer, url, payment, number, secret, key };
};

const statusOf = async (path: string, init?: RequestInit): Promise<number> =>
  (await fetch(`${baseUrl}${path}`, init)).status;

describe('The address of a shop’s 3D payment (rules 25 and 30)', () => {
  test('leads to its page alone: it is no link that can be paid, no result, and no way back of the bank', async () => {
    const { payment, number, secret, key, url, dealer } = await started();
    await openBox(url);
    for (const token of [`${payment}.${secret}`, `${payment}.${number}.${secret}`, `${payment}.${key.slice(0, 22)}`]) {
      expect([token, await statusOf(`/pay/${token}`)]).toEqual([token, 404]);
      expect([token, await statusOf(`/result/${token}`)]).toEqual([token, 404]);
      expect([token, await statusOf(`/3d/${token}`, { method: 'POST', body: new URLSearchParams() })]).toEqual([
        token,
        404,
      ]);
    }
    expect(await dealer.charges()).toEqual([]);
  });

  test('a HEAD and a POST without the key open nothing', async () => {
    const { url, key } = await started();
    expect(await statusOf(new URL(url).pathname, { method: 'HEAD' })).toBe(200);
    const withoutKey = new URL(url.replace(`.${key}`, '')).pathname;
    expect(await statusOf(withoutKey, { method: 'POST', body: new URLSearchParams() })).toBe(404);
    expect((await openBox(url)).markup).toContain('cv2');
  });

  test('no page lets it out: no referrer path, no cache, and each posts only where it must', async () => {
    const { url } = await started();
    const [looked, handOver] = [await openPage(url), await openBox(url)];
    const result = await throughBank(handOver);
    const policies = [looked, handOver, result].map(({ headers }) => {
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['strict-origin', 'no-store']);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain('frame-ancestors https://shop.example');
      return /form-action ([^;]*)/.exec(policy)?.[1]?.split(' ')[0];
    });
    expect(policies).toEqual(["'self'", 'https:', undefined]);
    for (const { markup } of [looked, result]) expect(markup).not.toMatch(CARD_OR_CVC);
  });

  test('stands in no log, and nor does the card, whether it opens or fails (rules 24 and 29)', async () => {
    const { dealer, url, secret, key } = await started();
    await openPage(url.replace(key, 'A'.repeat(43)));
    await throughBank(await openBox(url));
    const log = await logHolding(dealer.stack, 'open-3d-payment');
    for (const hidden of [secret, key, leastShop.CardNumber, '/box/']) expect(log).not.toContain(hidden);
  });
});

describe('RedirectUrl of a shop’s 3D payment (rule 31)', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example/',
    'http://shop.example/result',
    'https://user:secret@shop.example/',
    'mailto:x@shop.example',
    'https://',
    '//',
  ])('%j is refused', async (RedirectUrl) => {
    const answer = await startShop(await newBankDealer(), { RedirectUrl });
    expect([answer.ResultCode, answer.Data]).toEqual([`${SHOP_PREFIX}InvalidRequest`, null]);
    expect(answer.ResultMessage).toContain('RedirectUrl');
  });
});
