import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../../functions/payment-list/get-payment-detail/contract.ts';
import { getPaymentDetail } from '../../../../functions/payment-list/get-payment-detail/get-payment-detail.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { readBody } from '../../../../shared/http/body.ts';
import { MAX_ID } from '../../../../shared/http/values.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith, splitWith } from '../../../support/payment/attempts.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 30);

interface Shown {
  readonly PaymentDetail: Readonly<Record<string, unknown>> | null;
  readonly ListItemCount: number;
  readonly PaymentTrxDetailList: readonly Readonly<Record<string, unknown>>[];
}

const ask = async (block: object, payments: readonly Payment[]): Promise<Shown> => {
  const operation = getPaymentDetail({
    payments: new FakePayments(payments),
    clock: new FakeClock(NOW_MS),
    baseUrl: 'https://pay.example',
  });
  const { data } = await operation({
    dealer: dealerWith({ dealerCode: 'D1' }),
    operation: 'GetDealerPaymentTrxDetailList',
    sourceAddress: '203.0.113.7',
    read: { ok: true, value: z.parse(contract.request, readBody({ body: JSON.stringify(block) })) },
  });
  return data as Shown;
};

const byCode = (payment: Payment) => ask({ OtherTrxCode: 'D-1' }, [payment]);

const stepWith = (payment: Payment, changes: Partial<Step>): Step => ({
  payment: payment.name,
  number: 1,
  attempt: 1,
  kind: 'void',
  state: 'done',
  version: 2,
  dealerCode: 'D1',
  trxId: 700_001,
  amount: minor(10_000),
  shares: [],
  postings: [],
  asker: { by: 'dealer' },
  startedAtMs: Date.UTC(2027, 0, 15, 9, 10),
  endedAtMs: Date.UTC(2027, 0, 15, 9, 10, 1),
  listingShards: 1,
  dueAtMs: 0,
  postponed: 0,
  sent: {},
  reservations: [],
  ...changes,
});

describe('GetDealerPaymentTrxDetailList (decisions: payment detail)', () => {
  test('tells a paid payment with its charge, times in Istanbul without a zone', async () => {
    const startedAtMs = Date.UTC(2027, 0, 15, 9, 0, 17, 260);
    const payment = paymentWith(
      {},
      { startedAtMs, lastCallAtMs: startedAtMs, bank: { authCode: '834215', hostReference: '6326' } },
      { cardHolderName: 'Ada', description: 'Two seats', buyer: { fullName: 'Ada B', email: 'ada@example.com' } },
    );
    const { PaymentDetail, PaymentTrxDetailList, ListItemCount } = await byCode(payment);
    expect(PaymentDetail).toMatchObject({
      DealerPaymentId: payment.paymentId,
      UserPosPaymentId: 0,
      UserPosPaymentUrl: '',
      OtherTrxCode: 'D-1',
      CardHolderFullName: 'Ada',
      CardNumberFirstSix: '411111',
      CardNumberLastFour: '1111',
      PaymentDate: '2027-01-15T12:00:17.26',
      Amount: 100,
      RefAmount: 0,
      CurrencyCode: 'TL',
      InstallmentNumber: 0,
      DealerCommissionAmount: 1.5,
      PaymentStatus: 2,
      TrxStatus: 1,
      IsThreeD: false,
      MdStatus: 0,
      CanBeCanceled: true,
      Description: 'Two seats',
      BuyerFullName: 'Ada B',
      BuyerEmail: 'ada@example.com',
      AuthCode: '834215',
      ResultCode: '00',
      PoolStatus: 0,
      SubDealerList: [],
    });
    expect(ListItemCount).toBe(1);
    expect(PaymentTrxDetailList[0]).toMatchObject({
      DealerPaymentTrxId: payment.attempts[0]?.trxId,
      TrxDate: '2027-01-15T12:00:17.26',
      Amount: 100,
      TrxType: 2,
      TrxStatus: 1,
      ExtraRefNo: '6326',
    });
    expect(PaymentTrxDetailList[0]?.TrxCode).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  });

  test('a payment of a recurring sale without a description names sale and plan in its place', async () => {
    const plan = { dealerSaleId: 78, dealerPaymentPlanId: 1003, try: 1 };
    const textOf = async (direct: object) => (await byCode(paymentWith({}, {}, direct))).PaymentDetail?.Description;
    expect(await textOf({ plan })).toBe('Sale 78, payment plan 1003');
    expect(await textOf({ plan, description: 'Gym' })).toBe('Gym');
    expect(await textOf({})).toBe('');
  });

  test('no member is null or absent, whatever the payment has', async () => {
    const { PaymentDetail, PaymentTrxDetailList } = await byCode(paymentWith());
    for (const shown of [PaymentDetail, ...PaymentTrxDetailList]) {
      expect(Object.values(shown ?? {}).filter((value) => value === null || value === undefined)).toEqual([]);
    }
  });

  test('each transaction keeps its own code in every answer', async () => {
    const payment = paymentWith();
    const both = { ...payment, steps: [stepWith(payment, {})] };
    const codes = (await byCode(both)).PaymentTrxDetailList.map(({ TrxCode }) => TrxCode);
    expect(new Set(codes).size).toBe(2);
    expect((await byCode(both)).PaymentTrxDetailList.map(({ TrxCode }) => TrxCode)).toEqual(codes);
  });

  test.each([
    ['a void', { kind: 'void' }, { TrxType: 3, TrxStatus: 1, VoidRefundReason: 2, ResultCode: '00' }],
    ['a refund', { kind: 'refund', doneBy: 'credit' }, { TrxType: 4, TrxStatus: 1, VoidRefundReason: 2 }],
    ['a void that went on as a refund', { kind: 'void', doneBy: 'credit' }, { TrxType: 4, TrxStatus: 1 }],
    ['a capture', { kind: 'capture' }, { TrxType: 2, TrxStatus: 1, VoidRefundReason: 0 }],
    [
      'a step in doubt',
      { kind: 'void', state: 'in-doubt', sent: { voidSentAtMs: 1 } },
      { TrxStatus: 0, ResultCode: '' },
    ],
    [
      'a refused step',
      { kind: 'refund', state: 'refused', bank: { code: '004' } },
      { TrxStatus: 2, ResultCode: '004', ResultMessage: 'General disclaimer' },
    ],
  ] as const)('%s is an entry of its own', async (_what, changes, shown) => {
    const payment = paymentWith();
    const { PaymentTrxDetailList, ListItemCount } = await byCode({ ...payment, steps: [stepWith(payment, changes)] });
    expect(ListItemCount).toBe(2);
    expect(PaymentTrxDetailList[1]).toMatchObject({ DealerPaymentTrxId: 700_001, ...shown });
  });

  test.each([
    ['a refund that waits', { kind: 'refund', state: 'intended' }],
    ['a pool approval', { kind: 'pool-approval' }],
    ["another attempt's step", { attempt: 2 }],
  ] as const)('%s has not reached the bank and is no entry', async (_what, changes) => {
    const payment = paymentWith();
    expect(await byCode({ ...payment, steps: [stepWith(payment, changes)] })).toMatchObject({ ListItemCount: 1 });
  });

  test('a declined payment tells the code of the bank; one that nobody was told of tells nothing', async () => {
    const declined = paymentWith({}, { state: 'declined', reportedOutcome: 'failed', bank: { code: '002' } });
    expect((await byCode(declined)).PaymentDetail).toMatchObject({ ResultCode: '002', CanBeCanceled: false });
    const waiting = paymentWith({}, { state: 'in-doubt', reportedOutcome: 'nobody' });
    expect((await byCode(waiting)).PaymentDetail).toMatchObject({ ResultCode: '', PaymentStatus: 0, TrxStatus: 0 });
  });

  test.each([
    ['link', 'payment-request', 4711, 'https://pay.example/pay/'],
    ['mobile-3d', 'mobile-3d', 0, ''],
    ['three-d', 'three-d', 0, ''],
  ] as const)(
    'only a payment request has a number and an address to pay it by, and not %s',
    async (kind, source, id, url) => {
      const link = linkWith({ source, userPosPaymentId: 4711, dealerCode: 'D1', otherTrxCode: 'D-1' });
      const attempt = linkAttemptWith(link, { state: 'approved', reportedOutcome: 'paid' });
      const { PaymentDetail } = await byCode(
        paymentWith({ kind, link: { ...link, state: 'paid' }, attempts: [attempt] }),
      );
      expect(PaymentDetail).toMatchObject({
        UserPosPaymentId: id,
        UserPosPaymentUrl: url === '' ? '' : `${url}${link.token}`,
        PaymentStatus: 2,
      });
    },
  );

  test.each([
    ['open', 0, 0, ''],
    ['failed', 2, 2, '001'],
    ['cancelled', 2, 2, '001'],
  ] as const)('an attempt that waits in 3D while its link is %s', async (state, status, transaction, code) => {
    const link = linkWith({ dealerCode: 'D1', state });
    const attempt = linkAttemptWith(link, { state: 'authenticating', reportedOutcome: 'nobody' });
    const { PaymentDetail } = await byCode(paymentWith({ kind: 'three-d', link, attempts: [attempt] }));
    expect(PaymentDetail).toMatchObject({ PaymentStatus: status, TrxStatus: transaction, ResultCode: code });
  });

  test('the date of a charge stays when all of it is given back later', async () => {
    const payment = paymentWith();
    const dateOf = async (one: Payment) => (await byCode(one)).PaymentTrxDetailList[0]?.EffectiveDate;
    const [attempt] = payment.attempts;
    if (attempt === undefined) throw new Error('no attempt');
    const refunded = { ...attempt, state: 'refunded', endedAtMs: attempt.startedAtMs + 86_400_000 } as const;
    expect(await dateOf({ ...payment, attempts: [refunded] })).toBe(await dateOf(payment));
  });

  test('SubDealerId shows one share alone; a sub-dealer without a part finds nothing', async () => {
    const splits = [splitWith(11), splitWith(12)];
    const payment = paymentWith({}, {}, { splits, pooled: true });
    const all = (await byCode(payment)).PaymentDetail;
    expect(all).toMatchObject({ PoolStatus: 1, DealerCommissionAmount: 4 });
    expect(all?.SubDealerList).toEqual([
      { DealerId: 11, Amount: 50, DealerCommissionAmount: 1.5, NetAmount: 48.5, RefAmount: 0, PoolStatus: 1 },
      { DealerId: 12, Amount: 50, DealerCommissionAmount: 1.5, NetAmount: 48.5, RefAmount: 0, PoolStatus: 1 },
    ]);
    const one = await ask({ OtherTrxCode: 'D-1', SubDealerId: '12' }, [payment]);
    expect(one.PaymentDetail?.SubDealerList).toMatchObject([{ DealerId: 12 }]);
    expect((await ask({ OtherTrxCode: 'D-1', SubDealerId: 13 }, [payment])).PaymentDetail).toBeNull();
    await expect(ask({ PaymentId: payment.paymentId, SubDealerId: 13 }, [payment])).rejects.toMatchObject({
      reason: 'PaymentIdError',
    });
  });

  test('an unknown code is no failure; an unknown id is one', async () => {
    const payment = paymentWith();
    const nothing = { PaymentDetail: null, ListItemCount: 0, PaymentTrxDetailList: [] };
    expect(await ask({ OtherTrxCode: 'D-9' }, [payment])).toMatchObject(nothing);
    expect(await ask({ OtherTrxCode: 'D-1' }, [{ ...payment, attempts: [] }])).toMatchObject(nothing);
    for (const block of [{}, { PaymentId: 0 }, { PaymentId: 'none' }, { PaymentId: 7 }, { PaymentId: -1 }]) {
      await expect(ask(block, [payment])).rejects.toMatchObject({ reason: 'PaymentIdError' });
    }
  });

  test('both ids must name one payment; an id that is no number is ignored beside a code', async () => {
    const payment = paymentWith();
    const other = paymentWith({ otherTrxCode: 'D-2' });
    const both = [payment, other];
    expect(await ask({ OtherTrxCode: 'D-1', PaymentId: payment.paymentId }, both)).toMatchObject({ ListItemCount: 1 });
    expect(await ask({ OtherTrxCode: 'D-1', PaymentId: 'none' }, both)).toMatchObject({ ListItemCount: 1 });
    expect(await ask({ OtherTrxCode: 'D-9', PaymentId: 7 }, both)).toMatchObject({ PaymentDetail: null });
    for (const code of ['D-1', 'D-9']) {
      await expect(ask({ OtherTrxCode: code, PaymentId: other.paymentId }, both)).rejects.toMatchObject({
        reason: 'PaymentIdError',
      });
    }
  });

  test('an id that no payment can have is not looked up', async () => {
    const payments = new FakePayments([paymentWith()]);
    const use = getPaymentDetail({ payments, clock: new FakeClock(NOW_MS), baseUrl: 'https://pay.example' });
    const asked = (block: object) =>
      use({
        dealer: dealerWith({ dealerCode: 'D1' }),
        operation: 'GetDealerPaymentTrxDetailList',
        sourceAddress: '203.0.113.7',
        read: { ok: true, value: z.parse(contract.request, readBody({ body: JSON.stringify(block) })) },
      });
    for (const PaymentId of [0, -1, 1.5, MAX_ID + 1, 'none']) {
      await expect(asked({ PaymentId })).rejects.toMatchObject({ reason: 'PaymentIdError' });
    }
    expect(payments.reads).toBe(0);
    await expect(asked({ PaymentId: MAX_ID })).rejects.toMatchObject({ reason: 'PaymentIdError' });
    expect(payments.reads).toBe(1);
    expect((await asked({ OtherTrxCode: 'D-1' })).data).toMatchObject({ IsSuccessful: true, ResultCode: '00' });
    expect(payments.reads).toBe(2);
  });
});
