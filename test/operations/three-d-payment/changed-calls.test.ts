import { describe, expect, test } from 'vitest';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { type Answer, authenticationOf } from '../../support/dealer/dealers.ts';
import { BEGUN_AGAIN, CODE, OTHER_CARD, walked } from '../../support/payment/changed-shop-calls.ts';
import {
  callbackOf,
  formFor,
  openPage,
  type PayerPage,
  passingForm,
  postCallback,
  postForm,
  reportOn,
  throughBank,
  toCallback,
} from '../../support/payment/payer.ts';
import { openBox, SHOP_PREFIX, shopCard, startedBy, startShop } from '../../support/payment/shop-payments.ts';

const DECLINED = shopCard('insufficient-funds');

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

const giveUp = async (url: string): Promise<PayerPage> => postForm(formFor(await openPage(url), 'give-up'));

/** What a first try leaves: the hand-over page where the payer stands at the bank. */
const firstTries = {
  'declined 002': async (dealer: BankDealer) => {
    const first = startedBy(await startShop(dealer, { ...CODE, ...DECLINED }));
    expect((await walked(first.url)).resultCode).toBe('002');
    return { ...first, atBank: undefined };
  },
  'given up (001)': async (dealer: BankDealer) => {
    const first = startedBy(await startShop(dealer, CODE));
    const atBank = await openBox(first.url);
    expect(reportOn(await giveUp(first.url)).fields.resultCode).toBe('001');
    return { ...first, atBank };
  },
  'bank page open, "back"': async (dealer: BankDealer) => {
    const first = startedBy(await startShop(dealer, CODE));
    const opened = await openBox(first.url);
    return { ...first, atBank: opened };
  },
  'never opened': async (dealer: BankDealer) => ({ ...startedBy(await startShop(dealer, CODE)), atBank: undefined }),
} as const;

const INSTALLMENTS = { Amount: 10.3, InstallmentNumber: 3 };

describe('A payer of a shop that sends its cart number tries again (rule 10)', () => {
  test.each<[keyof typeof firstTries, string, Readonly<Record<string, unknown>>]>([
    ['declined 002', 'three installments, whose amount differs', INSTALLMENTS],
    ['declined 002', 'another card', {}],
    ['given up (001)', 'another amount', { Amount: 12 }],
    ['given up (001)', 'another card', OTHER_CARD],
    ['bank page open, "back"', 'the same card', {}],
    ['bank page open, "back"', 'another card', OTHER_CARD],
    ['bank page open, "back"', 'three installments', INSTALLMENTS],
    ['never opened', 'three installments', INSTALLMENTS],
    [
      'never opened',
      'another description and buyer',
      { Description: 'Two', BuyerInformation: { BuyerFullName: 'A B' } },
    ],
  ])('%s, then %s: pays at a new address, with a new order and CodeForHash', async (tried, _second, changes) => {
    const dealer = await newBankDealer();
    const first = await firstTries[tried](dealer);
    const answer = await startShop(dealer, { ...CODE, ...changes });
    const second = startedBy(answer);
    expect(isReplay(answer)).toBe(false);
    expect(second.codeForHash).not.toBe(first.codeForHash);
    expect(new URL(second.url).pathname.slice(0, 34)).toMatch(/\.02$/);
    const told = await walked(second.url);
    expect(told).toMatchObject({ resultCode: '', hashValue: resultHashesOf(second.codeForHash).successHash });
    expect(told.trxCode).toMatch(/-02$/);
    // What the earlier page holds charges nothing, and tells the dealer nothing.
    if (first.atBank !== undefined) expect((await throughBank(first.atBank)).text).toContain(BEGUN_AGAIN);
    const [charge, ...others] = await dealer.charges();
    expect(others).toEqual([]);
    expect(charge).toMatchObject({ orderId: told.trxCode });
  });

  test('an equal request, within a minute of the end: the same answer again, whose page leads back with that result', async () => {
    const dealer = await newBankDealer();
    const first = startedBy(await startShop(dealer, { ...CODE, ...DECLINED }));
    const told = await walked(first.url);
    const answer = await startShop(dealer, { ...CODE, ...DECLINED });
    const again = startedBy(answer);
    expect([again.codeForHash, isReplay(answer)]).toEqual([first.codeForHash, true]);
    expect(first.url.startsWith(again.url.split('?')[0] ?? '-')).toBe(true);
    expect(reportOn(await openPage(again.url)).fields).toEqual(told);
    expect(await dealer.charges()).toEqual([]);
  });

  test('a delayed repeat of the request before gets its own dead address, and leaves the later one alone', async () => {
    const dealer = await newBankDealer();
    const first = startedBy(await startShop(dealer, CODE));
    const second = startedBy(await startShop(dealer, { ...CODE, Amount: 12 }));
    const late = await startShop(dealer, CODE);
    expect([startedBy(late).codeForHash, isReplay(late)]).toEqual([first.codeForHash, true]);
    expect((await openPage(startedBy(late).url)).text).toContain(BEGUN_AGAIN);
    expect((await walked(second.url)).resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('a changed request of a code that was paid is OtherTrxCodeAlreadyUsed; one of another operation always', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, CODE));
    const direct = await dealer.post(
      '/PaymentDealer/DoDirectPayment',
      JSON.stringify({
        PaymentDealerAuthentication: authenticationOf(dealer.account),
        PaymentDealerRequest: {
          ...CODE,
          CardHolderFullName: 'Elif Y',
          ...OTHER_CARD,
          ExpMonth: '12',
          ExpYear: '2030',
          CvcNumber: '947',
        },
      }),
    );
    expect(direct.ResultCode).toMatch(/OtherTrxCodeAlreadyUsed$/);
    await walked(url);
    const used = await startShop(dealer, { ...CODE, Amount: 12 });
    expect(used).toMatchObject({ Data: null, ResultCode: `${SHOP_PREFIX}OtherTrxCodeAlreadyUsed` });
    expect(await dealer.charges()).toHaveLength(1);
  });
});

describe('The tab of a payment that was begun again', () => {
  /** A payer at the bank whose shop calls once more. */
  const leftBehind = async () => {
    const dealer = await newBankDealer();
    const old = startedBy(await startShop(dealer, CODE));
    const opening = await openPage(old.url);
    const atBank = await openBox(old.url);
    const page = await openPage(old.url);
    const next = startedBy(await startShop(dealer, { ...CODE, Amount: 12 }));
    return { dealer, old, opening, atBank, page, next };
  };

  test('says so in both languages, and leads nowhere', async () => {
    const { old } = await leftBehind();
    const [en, tr] = [await openPage(old.url), await openPage(old.url, 'tr')];
    expect(en.text).toContain(BEGUN_AGAIN);
    expect(tr.text).toContain('yeniden başlatıldı; burada hiçbir tutar çekilmedi');
    for (const page of [en, tr]) {
      expect(page.forms).toEqual([]);
      expect(page.markup).not.toContain('shop.example');
    }
  });

  test('the address of a result that was reported before reports it no more, and says so', async () => {
    const dealer = await newBankDealer();
    const old = startedBy(await startShop(dealer, CODE));
    await openBox(old.url);
    const result = await giveUp(old.url);
    expect(reportOn(result).fields.resultCode).toBe('001');
    const next = startedBy(await startShop(dealer, { ...CODE, Amount: 12 }));
    for (const later of [undefined, () => walked(next.url)]) {
      await later?.();
      const again = await openPage(result.address);
      expect([again.status, again.forms]).toEqual([410, []]);
      expect(again.text).toContain(BEGUN_AGAIN);
    }
    const [path = '', query = ''] = result.address.split('?');
    expect((await openPage(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}?${query}`)).status).toBe(404);
  });

  test('its buttons, the bank’s way back and the progress page do nothing any more', async () => {
    const { dealer, opening, atBank, page, next } = await leftBehind();
    const finishing = callbackOf(await toCallback(atBank));
    const ends = [
      await postForm(passingForm(opening)),
      await postForm(formFor(page, 'give-up')),
      await postCallback(finishing),
      await postCallback(finishing),
    ];
    for (const end of ends) {
      expect(end.text).toContain(BEGUN_AGAIN);
      expect(end.forms).toEqual([]);
    }
    expect(await dealer.charges()).toEqual([]);
    expect((await walked(next.url)).resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });
});
