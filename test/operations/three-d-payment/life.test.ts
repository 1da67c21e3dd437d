import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readPaymentItem } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { closedDayItem, dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { checkLedger } from '../../../shared/domain/ledger/check-ledger.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { sumOfPostings } from '../../../shared/domain/ledger/posting.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { newSplitDealer, putSubDealers, TOP_DEALER_RATES } from '../../support/payment/direct-payments.ts';
import { formFor, openPage, postForm, reportOn, throughBank } from '../../support/payment/payer.ts';
import { openBox, SHOP_MARKET_PLACE, shopCard, startedBy, startShop } from '../../support/payment/shop-payments.ts';
import { shopScene } from '../../support/payment/shop-scene.ts';
import { makeActive, paymentNames, storedPaymentOf } from '../../support/payment/stored-payments.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;

type Members = Readonly<Record<string, unknown>>;
interface Detail {
  readonly PaymentDetail: Members | null;
  readonly ListItemCount: number;
  readonly PaymentTrxDetailList: readonly Members[];
}

/** A call about the payment of one code. */
const about =
  ({ post, account }: BankDealer, OtherTrxCode: string) =>
  (operation: string, request: Members = {}) =>
    post(
      `/PaymentDealer/${operation}`,
      JSON.stringify({
        PaymentDealerAuthentication: authenticationOf(account),
        PaymentDealerRequest: { OtherTrxCode, ...request },
      }),
    );

/** A dealer whose shop has called once; the payer has not come yet. */
const called = async (fields: Members = {}, dealer?: BankDealer) => {
  const shop = dealer ?? (await newBankDealer());
  const code = randomUUID();
  const path = 'SubDealer' in fields ? SHOP_MARKET_PLACE : undefined;
  const { url } = startedBy(await startShop(shop, { OtherTrxCode: code, ...fields }, path));
  const ask = about(shop, code);
  const detail = async (request: Members = {}, operation = 'GetDealerPaymentTrxDetailList') =>
    (await ask(operation, request)).Data as Detail;
  const stored = async () => dynamoPayments(shop.store, paymentNames).findByCode(shop.dealer.dealerCode, code);
  const pay = async () => reportOn(await throughBank(await openBox(url))).fields;
  return { shop, code, url, ask, detail, stored, pay };
};

type Called = Awaited<ReturnType<typeof called>>;

const statusOf = ({ PaymentDetail }: Detail) => [PaymentDetail?.PaymentStatus, PaymentDetail?.TrxStatus];
const transactionsOf = ({ PaymentTrxDetailList }: Detail) =>
  PaymentTrxDetailList.map(({ TrxType, TrxStatus, Amount }) => [TrxType, TrxStatus, Amount]);

/** The attempt as one that is being charged since a while, in this state. */
const charging = async ({ shop, stored }: Called, state: 'charging' | 'in-doubt'): Promise<void> => {
  const attempt = (await stored())?.attempts.at(-1);
  if (attempt === undefined || !isOfLink(attempt)) throw new Error('nobody opened the payment');
  const lastCallAtMs = Date.now() - 3 * MINUTE_MS;
  const times = { lastCallAtMs, startedAtMs: lastCallAtMs, answerByMs: lastCallAtMs + 28_000 };
  await putRows(shop.store, [attemptItem({ ...attempt, ...times, state })]);
  await makeActive(shop.store, attempt);
};

/** The ledger of the payment: every step sums to zero, and agrees with what the payment says of itself. */
const expectBalanced = async ({ stored }: Pick<Called, 'stored'>): Promise<void> => {
  const payment = await stored();
  for (const { postings } of payment?.steps ?? []) expect(sumOfPostings(postings)).toBe(0);
  for (const attempt of payment?.attempts ?? []) {
    expect(checkLedger(chargeOf(attempt, payment ?? {}), payment?.steps ?? [])).toEqual([]);
  }
};

describe('The detail of a shop’s 3D payment (decisions: payment detail)', () => {
  test('does not exist before the payer opened it; its DealerPaymentId leads to it from the first call on', async () => {
    const scene = await called();
    const { shop, code, detail } = scene;
    expect(await detail()).toMatchObject({ PaymentDetail: null, ListItemCount: 0, PaymentTrxDetailList: [] });
    const item = readPaymentItem(await storedPaymentOf(shop.store, shop.dealer.dealerCode, code));
    const payments = dynamoPayments(shop.store, paymentNames);
    expect((await payments.findById(shop.dealer.dealerCode, item.paymentId))?.name).toBe(item.name);
    expect(await shop.store.get(keys.paymentPointer(shop.dealer.dealerCode, item.paymentId))).toBeDefined();
    await openBox(scene.url);
    const byId = await detail({ OtherTrxCode: '', PaymentId: item.paymentId });
    expect(byId).toEqual(await detail());
    expect(byId.PaymentDetail).toMatchObject({ DealerPaymentId: item.paymentId });
  });

  test('tells call, buyer and card while the payer is at the bank, and no number or address of a payment request', async () => {
    const scene = await called({
      Software: 'Shop 1.0',
      Description: 'Two seats',
      BuyerInformation: { BuyerFullName: 'Ada B', BuyerEmail: 'ada@example.com' },
    });
    await openBox(scene.url);
    const shown = await scene.detail();
    expect(statusOf(shown)).toEqual([0, 0]);
    expect(shown.PaymentDetail).toMatchObject({
      UserPosPaymentId: 0,
      UserPosPaymentUrl: '',
      CardHolderFullName: 'Elif Y',
      CardNumberFirstSix: '411111',
      CardNumberLastFour: '1111',
      Software: 'Shop 1.0',
      Description: 'Two seats',
      BuyerFullName: 'Ada B',
      BuyerEmail: 'ada@example.com',
      IsThreeD: true,
      MdStatus: 0,
      CanBeCanceled: false,
      ResultCode: '',
    });
    const [_payment, _number, ...secrets] = new URL(scene.url).pathname.split('.');
    for (const secret of secrets) expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test.each(['charging', 'in-doubt'] as const)(
    'waits while it is %s, and is failed with 021 once that was reported',
    async (state) => {
      const scene = await called();
      await openBox(scene.url);
      await charging(scene, state);
      expect(statusOf(await scene.detail())).toEqual([0, 0]);
      await postForm(formFor(await openPage(scene.url), 'retry'));
      const told = await scene.detail();
      expect(statusOf(told)).toEqual([2, 2]);
      expect(told.PaymentDetail).toMatchObject({ ResultCode: '021', CanBeCanceled: false });
    },
  );

  test('is failed as soon as the payer left the bank, and was reported so', async () => {
    const scene = await called({ IsPreAuth: 1 });
    await openBox(scene.url);
    await postForm(formFor(await openPage(scene.url), 'give-up'));
    const left = await scene.detail();
    expect(statusOf(left)).toEqual([1, 2]);
    expect(left.PaymentDetail).toMatchObject({ ResultCode: '001', MdStatus: 0, CanBeCanceled: false });
    expect(transactionsOf(left)).toEqual([[1, 2, 27.5]]);
  });

  test('is failed with the bank’s code after a decline, and paid after the next call', async () => {
    const scene = await called(shopCard('insufficient-funds'));
    await scene.pay();
    expect((await scene.detail()).PaymentDetail).toMatchObject({ PaymentStatus: 2, TrxStatus: 2, ResultCode: '002' });
    const { url } = startedBy(await startShop(scene.shop, { OtherTrxCode: scene.code }));
    expect(reportOn(await throughBank(await openBox(url))).fields.resultCode).toBe('');
    const paid = await scene.detail();
    expect(statusOf(paid)).toEqual([2, 1]);
    expect(paid.PaymentDetail).toMatchObject({ MdStatus: 1, CanBeCanceled: true, PoolStatus: 0 });
    expect(String(paid.PaymentDetail?.VirtualPosOrderId)).toMatch(/-02$/);
    await expectBalanced(scene);
  });
});

describe('The steps of a shop’s 3D payment', () => {
  const SPLIT = {
    IsPreAuth: 1,
    IsPoolPayment: 1,
    Amount: 100,
    CommissionScenario: 2,
    SubDealer: [
      { DealerId: 1774, Amount: 60, DealerCommissionRate: 2 },
      { DealerId: 1803, Amount: 40, DealerCommissionRate: 3 },
    ],
  };

  test('a pooled pre-authorisation with sub-dealers is captured in part by shares, approved one by one, and voided', async () => {
    const scene = await called({ ...SPLIT, ...shopCard('capture-void-takes-hold') }, await newSplitDealer());
    const { ask, detail, pay, shop } = scene;
    await pay();
    const held = await detail();
    expect(statusOf(held)).toEqual([1, 1]);
    expect(held.PaymentDetail).toMatchObject({ PoolStatus: 1, Amount: 100 });
    expect(held.PaymentDetail?.SubDealerList).toMatchObject([
      { DealerId: 1774, Amount: 60 },
      { DealerId: 1803, Amount: 40 },
    ]);
    expect((await ask('DoApprovePoolPayment')).ResultCode).toContain('DealerPaymentNotFound');
    const SubDealer = [
      { DealerId: 1774, Amount: 30 },
      { DealerId: 1803, Amount: 20 },
    ];
    expect(await ask('DoCapture', { Amount: 50, SubDealer })).toMatchObject({ Data: { IsSuccessful: true } });
    expect(await ask('DoApprovePoolPayment', { SubDealer: [{ DealerId: 1774 }] })).toMatchObject({
      ResultCode: 'Success',
    });
    const captured = await detail();
    expect(statusOf(captured)).toEqual([2, 1]);
    expect(transactionsOf(captured)).toEqual([
      [1, 1, 100],
      [2, 1, 50],
    ]);
    expect(captured.PaymentDetail?.SubDealerList).toMatchObject([
      { DealerId: 1774, Amount: 30, DealerCommissionAmount: 0.6, NetAmount: 29.4, PoolStatus: 2 },
      { DealerId: 1803, Amount: 20, DealerCommissionAmount: 0.6, NetAmount: 19.4, PoolStatus: 1 },
    ]);
    await expectBalanced(scene);
    const one = await detail({ SubDealerId: 1803 }, 'GetDealerPaymentTrxDetailListMarketPlace');
    expect(one.PaymentDetail?.SubDealerList).toMatchObject([{ DealerId: 1803 }]);
    expect((await detail({ SubDealerId: 9 }, 'GetDealerPaymentTrxDetailListMarketPlace')).PaymentDetail).toBeNull();
    expect(await ask('UndoApprovePoolPayment', { SubDealer: [{ DealerId: 1774 }] })).toMatchObject({
      ResultCode: 'Success',
    });
    expect(await ask('DoVoid')).toMatchObject({
      ResultCode: 'Success',
      Data: { IsSuccessful: true, ResultCode: '00' },
    });
    const voided = await detail();
    expect(statusOf(voided)).toEqual([3, 1]);
    expect(transactionsOf(voided)).toEqual([
      [1, 1, 100],
      [2, 1, 50],
      [3, 1, 50],
    ]);
    expect(await shop.charges()).toEqual([]);
    await expectBalanced(scene);
  });

  test('a code that was reported paid stays used after a void', async () => {
    const { pay, ask, shop, code } = await called();
    await pay();
    expect(await ask('DoVoid')).toMatchObject({ Data: { IsSuccessful: true } });
    expect((await startShop(shop, { OtherTrxCode: code })).ResultCode).toContain('OtherTrxCodeAlreadyUsed');
    expect(await shop.charges()).toEqual([]);
  });

  test('a refund by shares is taken once, and holds the place of any other step', async () => {
    const scene = await called({ ...SPLIT, IsPreAuth: 0, IsPoolPayment: 0 }, await newSplitDealer());
    await scene.pay();
    const refund = { Amount: 10, SubDealer: [{ DealerId: 1803, Amount: 10 }] };
    const first = await scene.ask('DoCreateRefundRequest', refund);
    expect(first).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
    const again = await scene.ask('DoCreateRefundRequest', refund);
    expect(again.Data).toEqual(first.Data);
    expect((await scene.ask('DoVoid')).ResultCode).toBe('PaymentDealer.DoVoid.PaymentNotAvailable');
    expect(statusOf(await scene.detail())).toEqual([2, 1]);
    await expectBalanced(scene);
  });
});

describe('Refunds of a shop’s 3D payment after the bank’s day end', () => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await startBank(dynamoBankLedger(engineTable(stackOfTests())));
  });
  afterAll(() => bank.stop());

  const DAY_MS = 24 * 60 * MINUTE_MS;

  test('a part by the share of one sub-dealer, then all that is left: nothing stays on any account', async () => {
    const scene = await shopScene({ bank, dealer: { topDealerRates: TOP_DEALER_RATES } });
    await putSubDealers(scene, [1774, 1803]);
    const code = randomUUID();
    const shares = [
      { DealerId: 1774, Amount: 60, DealerCommissionRate: 2 },
      { DealerId: 1803, Amount: 40, DealerCommissionRate: 3 },
    ];
    const split = { OtherTrxCode: code, Amount: 100, CommissionScenario: 2, SubDealer: shares };
    const { url } = startedBy(await scene.call(split));
    const opened = await scene.visit(url);
    if (opened.kind !== 'hand-over') throw new Error(opened.kind);
    await scene.callback(await scene.throughGate(opened.form));
    const ask = about(scene, code);
    const detail = async () => (await ask('GetDealerPaymentTrxDetailList')).Data as Detail;
    const stored = () => dynamoPayments(scene.store, paymentNames).findByCode(scene.dealer.dealerCode, code);
    const refunded = async (request: Members) => {
      expect((await ask('DoCreateRefundRequest', request)).ResultCode).toBe('Success');
      for (const days of [1, 0.1]) {
        scene.advance(days * DAY_MS);
        await scene.sweep();
      }
      await expectBalanced({ stored });
      return detail();
    };
    const { clientId } = scene.merchant;
    await putRows(scene.store, [closedDayItem({ of: { clientId }, closedAtMs: Date.now() + 1, version: 1 })]);
    const part = await refunded({ Amount: 10, SubDealer: [{ DealerId: 1803, Amount: 10 }] });
    expect(statusOf(part)).toEqual([2, 1]);
    expect(part.PaymentDetail).toMatchObject({ Amount: 100, RefAmount: 10 });
    expect(part.PaymentDetail?.SubDealerList).toMatchObject([{ RefAmount: 0 }, { DealerId: 1803, RefAmount: 10 }]);
    const whole = await refunded({});
    expect(statusOf(whole)).toEqual([4, 1]);
    expect(whole.PaymentDetail).toMatchObject({ RefAmount: 100 });
    expect(transactionsOf(whole)).toEqual([
      [2, 1, 100],
      [4, 1, 10],
      [4, 1, 90],
    ]);
    const [charge] = whole.PaymentTrxDetailList;
    expect(charge?.EffectiveDate).toBe(part.PaymentTrxDetailList[0]?.EffectiveDate);
    const payment = await stored();
    const [attempt] = payment?.attempts ?? [];
    if (payment === undefined || attempt === undefined) throw new Error('no payment');
    expect(viewPayment(chargeOf(attempt, payment), payment.steps).balances.size).toBe(0);
  });
});
