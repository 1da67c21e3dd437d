import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { BEGUN_AGAIN, CODE, OTHER_CARD, walked } from '../../support/payment/changed-shop-calls.ts';
import { openPage } from '../../support/payment/payer.ts';
import { openBox, SHOP_PREFIX, startedBy, startShop } from '../../support/payment/shop-payments.ts';

describe('A payer of a shop that sends its cart number tries again (rule 10)', () => {
  test('never opened, then another card: a new box under the same CodeForHash, as before', async () => {
    const dealer = await newBankDealer();
    const first = startedBy(await startShop(dealer, CODE));
    const second = startedBy(await startShop(dealer, { ...CODE, ...OTHER_CARD }));
    expect(second.codeForHash).toBe(first.codeForHash);
    expect((await openPage(first.url)).status).toBe(404);
    expect((await walked(second.url)).trxCode).toMatch(/-01$/);
  });
});

describe('The tab of a payment that was begun again', () => {
  test('keeps nothing of the card’s day, and counts in no list as a payment of its own', async () => {
    const dealer = await newBankDealer({ dealer: { cardLimit: { count: 9, amount: minor(2500) } } });
    for (const Amount of [10, 11, 12]) await openBox(startedBy(await startShop(dealer, { ...CODE, Amount })).url);
    const last = startedBy(await startShop(dealer, { ...CODE, Amount: 25 }));
    expect((await walked(last.url)).resultCode).toBe('');
    const list = await dealer.post(
      '/PaymentDealer/GetPaymentList',
      JSON.stringify({ PaymentDealerAuthentication: authenticationOf(dealer.account), PaymentDealerRequest: {} }),
    );
    const { PaymentList } = list.Data as { PaymentList: readonly Readonly<Record<string, unknown>>[] };
    expect(PaymentList.map(({ Amount, PaymentStatus, TrxStatus }) => [Amount, PaymentStatus, TrxStatus])).toEqual([
      [25, 2, 1],
    ]);
  });
});

describe('At the same moment', () => {
  test('twenty changed calls of one code: one address is alive, and the payment is charged once', async () => {
    const dealer = await newBankDealer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startShop(dealer, { ...CODE, Amount: 10 + index })),
    );
    const begun = answers.filter(({ ResultCode }) => ResultCode === 'Success').map((one) => startedBy(one).url);
    const refused = answers.filter(({ ResultCode }) => ResultCode !== 'Success');
    for (const { ResultCode, ResultMessage } of refused) {
      expect([ResultCode, ResultMessage]).toEqual([
        `${SHOP_PREFIX}StillRunning`,
        expect.stringContaining('earlier request with this code is not decided; do not send it under another code'),
      ]);
    }
    const pages = await Promise.all(begun.map((url) => openPage(url)));
    const alive = begun.filter((_, index) => pages[index]?.text.includes(BEGUN_AGAIN) === false);
    expect(alive).toHaveLength(1);
    expect((await walked(alive[0] ?? '')).resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });
});
