import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract as paymentsContract } from '../../../functions/payment-list/list-payments/contract.ts';
import { listPayments } from '../../../functions/payment-list/list-payments/list-payments.ts';
import { contract as transactionsContract } from '../../../functions/payment-list/list-transactions/contract.ts';
import { listTransactions } from '../../../functions/payment-list/list-transactions/list-transactions.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readBody } from '../../../shared/http/body.ts';
import type { EarlyFilter, PaymentLists } from '../../../shared/ports/payment-lists.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

const OLDER_MS = Date.UTC(2027, 0, 15, 8);
const AT_MS = Date.UTC(2027, 0, 15, 9);
const DAYS = ['2027-01-15 00:00', '2027-01-15 23:59'] as const;
const madeOf = { name: 'a'.repeat(26), userPosLinkId: 7, linkCode: 'COURSE' };

const attemptOf = ({ attempts: [attempt] }: Payment): Attempt => attempt ?? expect.unreachable();

/** A payment of a reusable link whose card was declined. */
const declinedOfLink = (): Payment => {
  const link = linkWith({ dealerCode: 'D1', madeOf, state: 'open' });
  const attempt = linkAttemptWith(link, {
    state: 'declined',
    reportedOutcome: 'failed',
    bank: { code: '002' },
    madeOf,
  });
  return paymentWith({ kind: 'link', link, attempts: [attempt] });
};

const stepOf = (payment: Payment, changes: Partial<Step>): Step => ({
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
  startedAtMs: AT_MS,
  listingShards: 1,
  dueAtMs: 0,
  postponed: 0,
  sent: {},
  reservations: [],
  ...changes,
});

type Listed = readonly Readonly<Record<string, unknown>>[];
type Query = Parameters<PaymentLists['entries']>[0];

/** The lists of a dealer, which hold these payments or transactions, and what was asked of them. */
const listsOf = (items: readonly object[]) => {
  const [queries, filters]: [Query[], EarlyFilter[]] = [[], []];
  const read = async (_entries: readonly object[], filter: EarlyFilter) => {
    filters.push(filter);
    return items;
  };
  const lists = {
    entries: async (query: Query) => {
      queries.push(query);
      // The period has older entries, which one more call reads.
      if (query.period.untilMs > OLDER_MS) return { entries: items.map(() => ({ atMs: AT_MS })), unreadMs: OLDER_MS };
      return { entries: [], unreadMs: undefined };
    },
    payments: read,
    transactions: read,
  } as unknown as PaymentLists;
  return { lists, queries, filters };
};

/** An answer; a list without an entry is told by a code of its own. */
const dataOf = async <Data>(answer: Promise<{ readonly data: unknown }>, none: Data): Promise<Data> => {
  try {
    return (await answer).data as Data;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'NoDataFound') return none;
    throw error;
  }
};

const call = { dealer: dealerWith({ dealerCode: 'D1' }), sourceAddress: '203.0.113.7' } as const;

const payments = async (of: readonly Payment[], fields: object = {}) => {
  const { lists, queries, filters } = listsOf(
    of.map((payment) => ({ atMs: AT_MS, payment, attempt: attemptOf(payment) })),
  );
  const body = JSON.stringify({ PaymentStartDate: DAYS[0], PaymentEndDate: DAYS[1], ...fields });
  const value = z.parse(paymentsContract.request, readBody({ body }));
  const use = listPayments({ lists, clock: new FakeClock(AT_MS), baseUrl: 'https://pay.example' });
  const answer = use({ ...call, operation: 'GetPaymentList', read: { ok: true, value } });
  const none: { readonly PaymentList: Listed } = { PaymentList: [] };
  return { data: await dataOf(answer, none), queries, filter: filters[0] ?? {} };
};

const transactions = async (
  of: readonly { readonly payment: Payment; readonly step?: Step; readonly part?: number }[],
  fields: object = {},
) => {
  const { lists, queries, filters } = listsOf(
    of.map((one) => ({ atMs: AT_MS, attempt: attemptOf(one.payment), ...one })),
  );
  const body = JSON.stringify({ TrxStartDate: DAYS[0], TrxEndDate: DAYS[1], ...fields });
  const value = z.parse(transactionsContract.request, readBody({ body }));
  const use = listTransactions({ lists, clock: new FakeClock(AT_MS) });
  const answer = use({ ...call, operation: 'GetPaymentTrxList', read: { ok: true, value } });
  const none: { readonly PaymentTrxList: Listed } = { PaymentTrxList: [] };
  return { data: await dataOf(answer, none), queries, filter: filters[0] ?? {} };
};

const PERIOD = { fromMs: Date.UTC(2027, 0, 14, 21), untilMs: expect.any(Number) };
const paid = paymentWith();

describe('The list of payments', () => {
  test('is read of its dealer’s attempts, or of those of one sub-dealer', async () => {
    const { data, queries } = await payments([paid], { SubDealerId: 11 });
    expect(data).toMatchObject({ IsSuccessful: true, ResultCode: '00', ListItemCount: 1 });
    expect(queries).toMatchObject([
      { dealerCode: 'D1', listingShards: 1, subDealerId: 11, of: 'attempts', period: PERIOD },
    ]);
  });

  test('leaves out what a payer of a reusable link tried and did not pay, unless a status is asked for', async () => {
    const all = [paid, declinedOfLink()];
    expect((await payments(all)).data.PaymentList).toHaveLength(1);
    for (const fields of [{ PaymentStatus: 2 }, { TrxStatus: 2 }]) {
      expect((await payments([declinedOfLink()], fields)).data.PaymentList).toHaveLength(1);
    }
  });

  test('of one status reads no payment whose attempt cannot have it', async () => {
    expect((await payments([paid])).filter).toEqual({});
    const [approved, declined] = [attemptOf(paid), attemptOf(declinedOfLink())];
    const takes = async (fields: object) => {
      const { filter } = await payments([paid], fields);
      return [filter.attempt?.(approved), filter.attempt?.(declined)];
    };
    expect(await takes({ TrxStatus: 1 })).toEqual([true, false]);
    expect(await takes({ TrxStatus: 2 })).toEqual([false, true]);
    expect(await takes({ PaymentStatus: 3, TrxStatus: 2 })).toEqual([false, false]);
    expect(await takes({ PaymentStatus: 2 })).toEqual([true, true]);
  });

  test.each([{ PaymentStatus: 5 }, { TrxStatus: 3 }, { PaymentStartDate: 'soon' }, { PaymentEndDate: 'soon' }])(
    'is refused with %j, and names the field',
    async (fields) => {
      const [name = ''] = Object.keys(fields);
      const sentence = expect.stringContaining(name);
      await expect(payments([], fields)).rejects.toMatchObject({ reason: 'InvalidRequest', sentence });
    },
  );
});

describe('The list of transactions', () => {
  test.each([
    [undefined, 'attempts-and-steps'],
    [1, 'attempts'],
    [2, 'attempts-and-steps'],
    [3, 'steps'],
    [4, 'steps'],
  ])('of type %s is read of %s', async (TrxType, of) => {
    const { queries } = await transactions([], { TrxType, SubDealerId: 11 });
    expect(queries[0]).toMatchObject({ dealerCode: 'D1', subDealerId: 11, of, period: PERIOD });
  });

  test('shows charges and the steps that reached the bank, and a sub-dealer’s part where one is asked for', async () => {
    const done = stepOf(paid, {});
    const waiting = stepOf(paid, { kind: 'refund', state: 'intended' });
    const { data } = await transactions([
      { payment: paid, part: 5000 },
      { payment: paid, step: done },
      { payment: paid, step: waiting },
    ]);
    expect(data).toMatchObject({ IsSuccessful: true, ResultCode: '00', ListItemCount: 2 });
    expect(data.PaymentTrxList).toMatchObject([{ TrxType: 2, SubDealerAmount: 50 }, { TrxType: 3 }]);
    expect(data.PaymentTrxList[1]).not.toHaveProperty('SubDealerAmount');
  });

  test('leaves out charges of a reusable link that took no money, unless their status is asked for', async () => {
    const declined = declinedOfLink();
    const one = [{ payment: declined }];
    expect((await transactions(one)).data.PaymentTrxList).toHaveLength(0);
    expect((await transactions(one, { TrxType: 2 })).data.PaymentTrxList).toHaveLength(0);
    expect((await transactions(one, { TrxStatus: 2 })).data.PaymentTrxList).toHaveLength(1);
    const step = stepOf(declined, { state: 'refused', bank: { code: '004' } });
    expect((await transactions([{ payment: declined, step }])).data.PaymentTrxList).toHaveLength(1);
  });

  test('of one type and status reads nothing that cannot have them', async () => {
    const [approved, declined] = [attemptOf(paid), attemptOf(declinedOfLink())];
    const steps = [
      stepOf(paid, {}),
      stepOf(paid, { kind: 'refund', state: 'intended' }),
      stepOf(paid, { state: 'refused' }),
    ];
    const takes = async (fields: object) => {
      const { filter } = await transactions([{ payment: paid }], fields);
      return [filter.attempt && [approved, declined].map(filter.attempt), steps.map((step) => filter.step?.(step))];
    };
    expect(await takes({})).toEqual([undefined, [true, false, true]]);
    expect(await takes({ TrxType: 2 })).toEqual([
      [true, true],
      [false, false, false],
    ]);
    expect(await takes({ TrxType: 3 })).toEqual([
      [false, false],
      [true, false, true],
    ]);
    expect(await takes({ TrxStatus: 1 })).toEqual([
      [true, false],
      [true, false, false],
    ]);
    expect(await takes({ TrxType: 3, TrxStatus: 2 })).toEqual([
      [false, false],
      [false, false, true],
    ]);
  });

  test.each([{ TrxType: 5 }, { TrxStatus: 3 }, { TrxStartDate: 'soon' }, { TrxEndDate: 'soon' }])(
    'is refused with %j, and names the field',
    async (fields) => {
      const [name = ''] = Object.keys(fields);
      const sentence = expect.stringContaining(name);
      await expect(transactions([], fields)).rejects.toMatchObject({ reason: 'InvalidRequest', sentence });
    },
  );
});

describe('A list that has entries to show', () => {
  test('says where to ask on; one of a status looks on by itself until it is full or the period is over', async () => {
    const asked = 'The list was cut. Ask on with';
    const [plain, filtered] = [await payments([paid]), await payments([paid], { TrxStatus: 1 })];
    expect([plain.queries.length, filtered.queries.length]).toEqual([1, 2]);
    expect([plain.data, filtered.data]).toMatchObject([
      { ResultMessage: expect.stringContaining(`${asked} PaymentEndDate`) },
      { ResultMessage: '' },
    ]);
    const one = [{ payment: paid }];
    const all = await transactions(one);
    expect(all.data).toMatchObject({ ResultMessage: expect.stringContaining(`${asked} TrxEndDate`) });
    expect(all.queries).toHaveLength(1);
    for (const fields of [{ TrxType: 2 }, { TrxStatus: 1 }]) {
      expect((await transactions(one, fields)).queries).toHaveLength(2);
    }
  });

  test('shows nothing that is found to have another status or type', async () => {
    expect((await payments([paid], { TrxStatus: 2 })).data.PaymentList).toEqual([]);
    expect((await payments([paid], { PaymentStatus: 3, TrxStatus: 1 })).data.PaymentList).toEqual([]);
    for (const fields of [
      { TrxType: 3 },
      { TrxStatus: 2 },
      { TrxType: 3, TrxStatus: 1 },
      { TrxType: 2, TrxStatus: 2 },
    ]) {
      expect((await transactions([{ payment: paid }], fields)).data.PaymentTrxList).toEqual([]);
    }
  });
});
