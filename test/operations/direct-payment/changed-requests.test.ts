import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { COLLECT_MS } from '../../../shared/domain/attempt/timing.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { newBankDealer, rowsOf } from '../../support/bank/bank-merchants.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import {
  declinedWith,
  isReplay,
  LIMITS,
  leastSplit,
  MARKET_PLACE,
  newSplitDealer,
  PAYMENT,
  paidBy,
} from '../../support/payment/direct-payments.ts';
import { type EngineSceneOptions, engineDirectScene } from '../../support/payment/direct-scene.ts';
import { payTooLate } from '../../support/payment/late-direct-payment.ts';
import { startShop } from '../../support/payment/shop-payments.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const CODE = { OtherTrxCode: 'CART-1' };
const DECLINED = { ...CODE, ...paidBy('insufficient-funds') };
/** The cart after the payer chose three installments, whose amount differs. */
const CHANGED = { ...CODE, Amount: 28.33, InstallmentNumber: 3 };
const NOT_DECIDED = {
  Data: null,
  ResultCode: `${PAYMENT}StillRunning`,
  ResultMessage: expect.stringContaining(
    'An earlier request with this code is not decided; do not send it under another code.',
  ),
};
const ALREADY_USED = { Data: null, ResultCode: `${PAYMENT}OtherTrxCodeAlreadyUsed` };

let bank: TestBank;
beforeEach(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(stackOfTests())));
});
afterEach(() => bank.stop());

const scene = (options: Omit<EngineSceneOptions, 'bank'> = {}) => engineDirectScene({ bank, ...options });

describe('A changed request after a decline (rule 10)', () => {
  test.each([
    ['another amount', { Amount: 28.33 }],
    ['installments', CHANGED],
    ['another currency', { Currency: 'USD' }],
    ['a pre-authorisation', { IsPreAuth: 1 }],
    ['other texts', { Description: 'Cart of two', BuyerInformation: { BuyerFullName: 'Ada' } }],
    ['a name on the card', { CardHolderFullName: 'Somebody Else' }],
  ])('with %s is the next attempt at once, with an order of its own', async (_what, change) => {
    const dealer = await newBankDealer();
    expect((await dealer.payDirectly(DECLINED)).Data).toEqual(declinedWith('002'));
    const second = await dealer.payDirectly({ ...CODE, ...change });
    expect([second.Data, isReplay(second)]).toMatchObject([{ IsSuccessful: true }, false]);
    const attempts = await dealer.directAttempts();
    expect(attempts.map(({ number, reportedOutcome }) => [number, reportedOutcome])).toEqual([
      [1, 'failed'],
      [2, 'paid'],
    ]);
    expect(new Set(attempts.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(await dealer.orders()).toHaveLength(2);
    // Paid: the code is bound to the second request for ever.
    expect((await dealer.payDirectly({ ...CODE, ...change })).Data).toEqual(second.Data);
    expect(await dealer.payDirectly({ ...CODE, Amount: 99 })).toMatchObject(ALREADY_USED);
  });

  test('may bring sub-dealers, or leave them out: both are one family of operations', async () => {
    const dealer = await newSplitDealer();
    await dealer.payDirectly(DECLINED);
    await dealer.payDirectly({ ...DECLINED, ...leastSplit }, MARKET_PLACE);
    expect((await dealer.payDirectly({ ...CODE, Description: 'x' })).Data).toMatchObject({ IsSuccessful: true });
    const attempts = await dealer.directAttempts();
    expect(attempts.map(({ direct }) => [direct.operation, direct.splits.length])).toEqual([
      ['DoDirectPayment', 0],
      ['DoDirectPaymentMarketPlace', 2],
      ['DoDirectPayment', 0],
    ]);
  });

  test('of another operation is refused: the family of a code never changes', async () => {
    const dealer = await newBankDealer();
    await dealer.payDirectly(DECLINED);
    const answers = [
      await startShop(dealer, CODE),
      await dealer.createLink(CODE),
      await dealer.startMobile({ ...CODE, RedirectURL: 'https://shop.example/CART-1' }),
    ];
    for (const { ResultCode } of answers) expect(ResultCode).toMatch(/\.OtherTrxCodeAlreadyUsed$/);
  });

  test('that is refused itself hears why, not the decline of the other request', async () => {
    const limits = { TL: { values: { daily: minor(3000), monthly: minor(1), shards: 1 } } };
    const dealer = await newBankDealer({ dealer: { limits } });
    await dealer.payDirectly(DECLINED);
    expect(await dealer.payDirectly({ ...CODE, Amount: 30.01 })).toMatchObject({
      Data: null,
      ResultCode: `${LIMITS}DailyDealerLimitExceeded`,
    });
    expect(await dealer.payDirectly({ ...CODE, Amount: 'a lot' })).toMatchObject({
      Data: null,
      ResultCode: `${PAYMENT}InvalidRequest`,
    });
    // The decline gave its share of the limit back, so nothing counts twice.
    expect((await dealer.payDirectly({ ...CODE, Amount: 30 })).Data).toMatchObject({ IsSuccessful: true });
    expect(await dealer.directAttempts()).toHaveLength(2);
  });

  test('counts once in detail, lists and events, which tell what the paid request asked for', async () => {
    const dealer = await newBankDealer({
      dealer: { wantedEvents: { webhooks: ['payment.approved', 'payment.failed'] } },
    });
    await dealer.payDirectly({ ...DECLINED, Description: 'One', Software: 'Shop 1' });
    const BuyerInformation = { BuyerFullName: 'Ada' };
    await dealer.payDirectly({
      ...CHANGED,
      Description: 'Two',
      Software: 'Shop 2',
      IsPoolPayment: 1,
      BuyerInformation,
    });
    const call = (operation: OperationName, fields = {}) => callOperation(dealer, operation, fields);
    const shown = {
      OtherTrxCode: 'CART-1',
      Amount: 28.33,
      InstallmentNumber: 3,
      Description: 'Two',
      Software: 'Shop 2',
      BuyerFullName: 'Ada',
      PoolStatus: 1,
    };
    expect((await call('GetPaymentList')).Data).toMatchObject({ ListItemCount: 1, PaymentList: [shown] });
    expect((await call('GetPaymentTrxList')).Data).toMatchObject({
      ListItemCount: 1,
      PaymentTrxList: [{ Amount: 28.33 }],
    });
    const [{ payment } = expect.unreachable()] = await dealer.directAttempts();
    const events = (await rowsOf(dealer.stack, `OUTBOX#${payment}`)).filter(({ entity }) => entity === 'event');
    expect(events.map(readEvent)).toMatchObject([{ type: 'payment.approved', facts: { payment: { amount: 2833 } } }]);
    await call('UpdateDealerPayment', { OtherTrxCode: 'CART-1', Description: 'Three', Software: 'Till' });
    const detail = (await call('GetDealerPaymentTrxDetailList', { OtherTrxCode: 'CART-1' })).Data;
    expect(detail).toMatchObject({ PaymentDetail: { ...shown, Description: 'Three', Software: 'Till' } });
    // The texts of the declined request stay what they were.
    expect((await dealer.directAttempts()).map(({ direct }) => direct.description)).toEqual(['One', 'Three']);
  });

  test('ten different ones at once make one attempt; the others hear that it is not decided, or that it is paid', async () => {
    const dealer = await newBankDealer();
    await dealer.payDirectly(DECLINED);
    const amounts = Array.from({ length: 10 }, (_, at) => 30 + at);
    const answers = await Promise.all(amounts.map((Amount) => dealer.payDirectly({ ...CODE, Amount })));
    const paid = answers.filter(({ ResultCode }) => ResultCode === 'Success');
    expect(paid).toMatchObject([{ Data: { IsSuccessful: true } }]);
    const refused = answers.filter(({ ResultCode }) => ResultCode !== 'Success');
    for (const { ResultCode } of refused)
      expect([NOT_DECIDED.ResultCode, ALREADY_USED.ResultCode]).toContain(ResultCode);
    expect(await dealer.charges()).toHaveLength(1);
    expect((await dealer.directAttempts()).map(({ number }) => number)).toEqual([1, 2]);
  });
});

describe('The minute after an end (rule 10)', () => {
  test('answers the request that ended, though another one followed; afterwards it is an attempt again', async () => {
    const { pay, advance, directAttempts } = await scene();
    await pay(DECLINED);
    advance(30_000);
    expect((await pay({ ...CHANGED, ...paidBy('do-not-honour') })).Data).not.toEqual(declinedWith('002'));
    const early = await pay(DECLINED);
    expect([early.Data, isReplay(early)]).toEqual([declinedWith('002'), true]);
    // Sixty seconds from its own end, not from that of the latest attempt.
    advance(30_000);
    const late = await pay(DECLINED);
    expect([late.Data, isReplay(late)]).toEqual([declinedWith('002'), false]);
    expect((await directAttempts()).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('answers a call that arrives late, though another request is paid by then', async () => {
    const { pay, advance, charges } = await scene();
    await pay(DECLINED);
    await pay(CHANGED);
    const late = await pay(DECLINED);
    expect([late.Data, isReplay(late)]).toEqual([declinedWith('002'), true]);
    advance(MINUTE_MS);
    expect(await pay(DECLINED)).toMatchObject(ALREADY_USED);
    expect(await charges()).toHaveLength(1);
  });
});

describe('A code that is bound (rule 10)', () => {
  test('to a request that is charged: another one hears so at once, and neither waits nor shares', async () => {
    const { pay, timeOut, now, orders } = await scene({ standing: true });
    const first = pay({ ...CODE, ...paidBy('time-out-after-charge') });
    await bank.held;
    const begunAtMs = now();
    const changed = await Promise.all([pay(CHANGED), pay(CHANGED), pay(CHANGED)]);
    for (const answer of changed) expect(answer).toMatchObject(NOT_DECIDED);
    expect(now()).toBe(begunAtMs);
    expect(await pay({ ...CODE, Amount: 'a lot' })).toMatchObject(NOT_DECIDED);
    timeOut();
    expect((await first).Data).toMatchObject({ IsSuccessful: true });
    expect(await orders()).toHaveLength(1);
  });

  test('to one whose answer was lost: only the same request collects it, and then the code is paid', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge', fields: CODE });
    expect(await direct.pay(CHANGED)).toMatchObject(NOT_DECIDED);
    expect(await direct.latest()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    const collected = await direct.pay(CODE);
    expect([collected.Data, isReplay(collected)]).toMatchObject([{ IsSuccessful: true }, true]);
    expect(await direct.pay(CHANGED)).toMatchObject(ALREADY_USED);
    expect(await direct.charges()).toHaveLength(1);
  });

  test('until a charge that nobody was told of is given back: then a changed request is the next attempt', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge', fields: CODE });
    direct.advance(COLLECT_MS + MINUTE_MS);
    expect(await direct.pay(CHANGED)).toMatchObject(NOT_DECIDED);
    await direct.sweep();
    for (let run = 0; run < 5 && (await direct.latest()).state === 'reversing'; run += 1) {
      expect(await direct.pay(CHANGED)).toMatchObject(NOT_DECIDED);
      direct.advance(5 * MINUTE_MS);
      await direct.sweep();
    }
    expect(await direct.latest()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
    expect((await direct.pay(CHANGED)).Data).toMatchObject({ IsSuccessful: true });
    expect(await direct.charges()).toHaveLength(1);
  });

  test.each(['voided', 'refunded'] as const)(
    'for ever to one that was reported paid, also once it is %s',
    async (state) => {
      const { pay, advance, latest, store, orders } = await scene();
      const first = await pay(CODE);
      await putRows(store, [attemptItem({ ...(await latest()), state })]);
      advance(MINUTE_MS);
      expect(await pay(CHANGED)).toMatchObject(ALREADY_USED);
      expect((await pay(CODE)).Data).toEqual(first.Data);
      expect(await orders()).toHaveLength(1);
    },
  );
});
