import { describe, expect, test } from 'vitest';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { type DeskBrowser, formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { storeListedPayments } from '../../support/payment/listed-payments.ts';

const PAYMENTS = '/desk/payments';

interface Paid {
  readonly id: number;
  readonly orderId: string;
}

/** A payment of the dealer's program: it is listed a moment after it was written. */
const pay = async (dealer: BankDealer, OtherTrxCode: string, fields: object = {}): Promise<Paid> => {
  await dealer.payDirectly({ OtherTrxCode, ...fields });
  const { Data } = await callOperation(dealer, 'GetDealerPaymentTrxDetailList', { OtherTrxCode });
  const { PaymentDetail } = Data as {
    readonly PaymentDetail: { readonly DealerPaymentId: number; readonly VirtualPosOrderId: string };
  };
  return { id: PaymentDetail.DealerPaymentId, orderId: PaymentDetail.VirtualPosOrderId };
};

const scene = async (role: DeskRole = 'manager') => {
  const dealer = await newBankDealer();
  const { browser } = await signedInAt(dealer, { role });
  return { dealer, browser };
};

const search = async (browser: DeskBrowser, typed: Readonly<Record<string, string>>) => {
  const form = formTo(await browser.open(PAYMENTS), PAYMENTS);
  return browser.post(form, typed);
};

const ACTION = /\/desk\/payments\/\d+\/([a-z]+)"/g;
const actionsIn = (markup: string): readonly string[] => [...markup.matchAll(ACTION)].map(([, action = '']) => action);

describe('Payments at the desk', () => {
  test('are those of the dealer alone, with the states that the API tells', async () => {
    const { dealer, browser } = await scene();
    const [sale, voided] = [await pay(dealer, 'P-1'), await pay(dealer, 'P-2')];
    await callOperation(dealer, 'DoVoid', { OtherTrxCode: 'P-2' });
    const stranger = await newBankDealer();
    const others = await pay(stranger, 'P-1');
    const page = await browser.open(PAYMENTS);
    expect(page.status).toBe(200);
    expect(page.markup).toContain(`${PAYMENTS}/${sale.id}"`);
    expect(page.markup).toContain(`${PAYMENTS}/${voided.id}"`);
    expect(page.markup).not.toContain(`${PAYMENTS}/${others.id}"`);
    const ofState = await browser.open(`${PAYMENTS}?state=voided`);
    expect(ofState.markup).toContain(`${PAYMENTS}/${voided.id}"`);
    expect(ofState.markup).not.toContain(`${PAYMENTS}/${sale.id}"`);
  });

  test('of another dealer are answered like those that do not exist (rule 55)', async () => {
    const { browser } = await scene();
    const others = await pay(await newBankDealer(), 'P-1');
    const [foreign, unknown] = [
      await browser.get(`${PAYMENTS}/${others.id}`),
      await browser.get(`${PAYMENTS}/2147483646`),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    const answer = await search(browser, { text: others.orderId, kind: 'code' });
    expect(answer.text).toContain('No payment has this code or number.');
  });

  test('are found at once by code, order id and number', async () => {
    const { dealer, browser } = await scene();
    const { id, orderId } = await pay(dealer, 'SIP-2041');
    for (const text of ['SIP-2041', orderId, String(id)]) {
      expect((await search(browser, { text })).location).toBe(`${PAYMENTS}/${id}`);
    }
  });

  test('are searched by post alone, with the token of the session (rule 54)', async () => {
    const { dealer, browser } = await scene();
    await pay(dealer, 'P-1');
    const page = await browser.open(PAYMENTS);
    const form = formTo(page, PAYMENTS);
    const withoutToken = { ...form, fields: form.fields.filter(([name]) => name !== 'token') };
    expect((await browser.post(withoutToken, { text: 'P-1' })).status).toBe(403);
    expect((await browser.post(form, { text: 'P-1' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  test('are downloaded as CSV, and a part that was not asked for rightly is none', async () => {
    const { dealer, browser } = await scene('viewer');
    const { id } = await pay(dealer, 'P-1');
    const parts = await browser.open(`${PAYMENTS}/csv`);
    const [, path = ''] = /href="(\/desk\/payments\/csv\/file[^"]*)"/.exec(parts.markup) ?? [];
    const file = await browser.get(path.replaceAll('&amp;', '&'));
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="payments-\d{8}-\d{8}\.csv"$/);
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect(file.markup.trim().split('\r\n')).toHaveLength(2);
    expect(file.markup).toContain(`,${id},P-1,`);
    expect((await browser.get(`${PAYMENTS}/csv/file?first=1&last=2`)).headers.get('content-type')).toContain(
      'text/html',
    );
  });

  test('go on page by page, and lose and repeat nothing', async () => {
    const dealer = await newDealer();
    const ids = await storeListedPayments(dealer, 120);
    const { browser } = await signedInAt(dealer, { role: 'viewer' });
    const shown: number[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = PAYMENTS; path !== undefined && sizes.length < 5; ) {
      const { markup } = await browser.open(path);
      const found = [...markup.matchAll(/<a class="sum" href="\/desk\/payments\/(\d+)"/g)].map(([, id]) => Number(id));
      shown.push(...found);
      sizes.push(found.length);
      path = /href="(\/desk\/payments\?[^"]*before=[^"]*)"/.exec(markup)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(shown).toEqual(ids);
  });

  test('say what to do where there are none', async () => {
    const dealer = await newDealer();
    const { browser } = await signedInAt(dealer, { role: 'viewer' });
    const page = await browser.open(PAYMENTS);
    expect(page.text).toContain('There is no payment in these days.');
    expect(page.markup).toContain('href="/desk/links"');
  });
});

describe('The page of a payment', () => {
  test.each([
    ['viewer', []],
    ['cashier', ['void']],
    ['manager', ['void', 'refund']],
  ] as const)('offers a %s %j on the day of the charge', async (role, expected) => {
    const { dealer, browser } = await scene(role);
    const { id } = await pay(dealer, 'P-1');
    const page = await browser.open(`${PAYMENTS}/${id}`);
    expect(page.status).toBe(200);
    expect(actionsIn(page.markup)).toEqual(expected);
  });

  test('tells that a void is done, once the bank did it', async () => {
    const { dealer, browser } = await scene();
    const { id } = await pay(dealer, 'P-1');
    await callOperation(dealer, 'DoVoid', { OtherTrxCode: 'P-1' });
    const page = await browser.open(`${PAYMENTS}/${id}?done=void`);
    expect(page.text).toContain('voided.');
    expect(actionsIn(page.markup)).toEqual([]);
  });

  test('of a link that nobody tried to pay tells its amount and how it came', async () => {
    const dealer = await newBankDealer();
    const { browser } = await signedInAt(dealer, { role: 'cashier' });
    const { url } = await dealer.newLink({ Amount: 27.5 });
    const { userPosPaymentId } = await dealer.linkAt(url);
    const page = await browser.open(`${PAYMENTS}/${userPosPaymentId}`);
    expect(page.text).toContain('Nobody has tried to pay yet.');
    expect(page.markup).toContain(`href="/desk/links/${userPosPaymentId}"`);
    expect(page.text).toContain('Link made');
    expect(page.markup).not.toContain(new URL(url).pathname.split('/').at(-1) ?? '');
  });
});
