import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import type { HistoryAnswer, InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import { StoreUnavailable, UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';
import {
  attemptItem,
  captured,
  capturedToday,
  DAY,
  type Night,
  nightOf,
  orderOf,
  references,
  SUMS,
  stepItem,
  stepOf,
} from './compared-day.ts';

const declined: InquiryAnswer = { kind: 'declined', code: '005', references };
const DONE = { isRead: true, sample: {}, listed: ['isbank'] };

/** A night with one order that has a step of the day. */
const nightWithOrder = (payment: Payment, night: Night = {}) =>
  nightOf({ payments: [payment], pages: [{ items: [stepItem(payment)] }], ...night });

describe('Which orders of a day are compared (decisions: comparison with the bank)', () => {
  test.each(['capture', 'void', 'refund', 'reversal'] as const)('every order with a %s of the day', async (kind) => {
    const payment = paymentWith();
    const night = nightWithOrder({ ...payment, steps: [stepOf(payment, { kind })] });
    expect(await night.run()).toEqual({ ...SUMS, place: DONE, isDone: true, compared: 1 });
    expect(night.asked).toEqual([orderOf(payment)]);
    expect(night.times).toEqual([10_000]);
  });

  test.each(['pool-approval', 'pool-undo', 'share-change'] as const)(
    'no order for a %s, of which the bank knows nothing; its charge may be chosen',
    async (kind) => {
      const payment = paymentWith();
      const withStep = { ...payment, steps: [stepOf(payment, { kind })] };
      const night = nightWithOrder(withStep);
      expect(await night.run()).toMatchObject({ compared: 0, isDone: true });
      const chosen = nightOf({ payments: [withStep], pages: [{ items: [stepItem(payment), attemptItem(payment)] }] });
      expect(await chosen.run()).toMatchObject({ compared: 1, isDone: true });
    },
  );

  test('an order with two steps once, and its charge not beside it', async () => {
    const payment = paymentWith({}, { state: 'refunded', refunded: minor(10_000) });
    const steps = [stepOf(payment), stepOf(payment, { number: 2, kind: 'refund' })];
    const night = nightOf({
      payments: [{ ...payment, steps }],
      pages: [{ items: [attemptItem(payment), stepItem(payment), stepItem(payment, 2)] }],
      inquire: () => ({ kind: 'voided', references }),
    });
    expect(await night.run()).toMatchObject({ compared: 1, place: DONE });
    expect(night.asked).toEqual([orderOf(payment)]);
  });

  test('of others a sample, with what only reached the bank; a step of another attempt is none of its own', async () => {
    const [chosen, unsent] = [paymentWith(), paymentWith()];
    const [{ lastCallAtMs: _never, ...attempt } = expect.unreachable()] = unsent.attempts;
    const two = paymentWith();
    const [first = expect.unreachable()] = two.attempts;
    const second = { ...first, number: 2, orderId: `${first.orderId.slice(0, -2)}02` };
    const night = nightOf({
      payments: [
        chosen,
        { ...unsent, attempts: [attempt] },
        { ...two, attempts: [first, second], steps: [stepOf(two, { attempt: 2 })] },
      ],
      pages: [{ items: [attemptItem(chosen), attemptItem(unsent), attemptItem(two), attemptItem(two, 2)] }],
    });
    expect(await night.run()).toMatchObject({ compared: 2, place: DONE, isDone: true });
    expect(night.asked.toSorted()).toEqual([orderOf(chosen), orderOf(two)].toSorted());
  });

  test('the order of the attempt that a step belongs to, or that was chosen, and no other one of its payment', async () => {
    const both = paymentWith({}, { state: 'declined' });
    const [first = expect.unreachable()] = both.attempts;
    const second = { ...first, number: 2, orderId: `${first.orderId.slice(0, -2)}02`, state: 'approved' } as const;
    const payment = { ...both, attempts: [first, second], steps: [stepOf(both, { attempt: 2 })] };
    const night = nightWithOrder(payment, { inquire: () => ({ kind: 'voided', references }) });
    expect(await night.run()).toMatchObject({ compared: 1, differences: 1, unclear: 0 });
    expect(night.reported.map(({ orderId }) => orderId)).toEqual([second.orderId]);
    const [one, two] = ['00000000', '11111111'].map((rank, index) => `${rank}${orderOf(payment, index + 1)}`);
    for (const chosen of [one, two]) {
      const place = { isRead: true, sample: { isbank: [chosen ?? ''] } };
      const sampled = nightOf({ payments: [{ ...payment, steps: [] }] });
      await sampled.run(place);
      expect(sampled.asked).toEqual([chosen?.slice(8)]);
    }
  });

  test('nothing for what is not in our records any more', async () => {
    const payment = capturedToday();
    const night = nightOf({
      payments: [payment],
      pages: [{ items: [stepItem(paymentWith()), stepItem(payment, 9), attemptItem(payment, 9)] }],
    });
    expect(await night.run()).toEqual({ ...SUMS, place: DONE, isDone: true });
  });

  test('the lists of the day are read page by page, and payments ten at once, each once a page', async () => {
    const payments = Array.from({ length: 25 }, () => capturedToday());
    const items = payments.flatMap((one) => [stepItem(one), stepItem(one)]);
    const night = nightOf({ payments, pages: [{ items, next: 'page-2' }, { items: items.slice(0, 2) }] });
    expect(await night.run()).toMatchObject({ compared: 26, isDone: true });
    const query = { dealerCode: 'D1', day: DAY, listingShards: 3, limit: 50 };
    expect(night.queries).toEqual([
      { ...query, after: undefined },
      { ...query, after: 'page-2' },
    ]);
    expect(night.mostReads()).toBe(10);
  });
});

describe('What the bank tells of an order', () => {
  const refunded = { ...captured, kind: 'credited' } as InquiryAnswer;
  const history = (changes: Partial<Extract<HistoryAnswer, { kind: 'history' }>>): HistoryAnswer => ({
    kind: 'history',
    charge: 'captured',
    amount: minor(10_000),
    credits: [],
    creditPending: false,
    ...changes,
  });

  test('is the same: nothing is reported', async () => {
    const night = nightWithOrder(capturedToday());
    expect(await night.run()).toMatchObject({ compared: 1, differences: 0 });
    expect([night.reported, night.log.lines, night.histories]).toEqual([[], [], []]);
  });

  test('is different: it is reported with both sides at once, and named in the log', async () => {
    const payment = capturedToday();
    const night = nightWithOrder(payment, { inquire: () => ({ ...captured, amount: minor(9000) }) as InquiryAnswer });
    const foundAtMs = night.clock.now();
    expect(await night.run()).toMatchObject({ compared: 1, differences: 1, unclear: 0 });
    expect(night.reported).toEqual([
      {
        day: DAY,
        source: 'bank',
        dealerCode: 'D1',
        posId: 'isbank',
        orderId: orderOf(payment),
        kind: 'other-amount',
        currency: 'TL',
        ours: { state: 'taken', amount: 10_000, refunded: 0 },
        bank: { state: 'captured', amount: 9000 },
        foundAtMs,
      },
    ]);
    expect(night.log.lines).toEqual([
      {
        level: 'warn',
        event: 'difference found',
        fields: { dealerCode: 'D1', orderId: orderOf(payment), code: 'other-amount' },
      },
    ]);
  });

  test('is asked for in full where credits decide: the history is compared, with what was refunded of it', async () => {
    const payment = capturedToday();
    const night = nightWithOrder(payment, {
      inquire: () => refunded,
      history: () => history({ credits: [minor(2500), minor(500)] }),
    });
    expect(await night.run()).toMatchObject({ compared: 1, differences: 1 });
    expect(night.reported).toMatchObject([
      { kind: 'other-refunds', bank: { state: 'captured', amount: 10_000, refunded: 3000 } },
    ]);
    expect(night.histories).toMatchObject([{ orderId: orderOf(payment), references }]);
    expect(night.times).toEqual([10_000, 10_000]);
    const same = nightWithOrder(payment, { inquire: () => refunded, history: () => history({}) });
    expect(await same.run()).toMatchObject({ compared: 1, differences: 0 });
  });

  test.each<readonly [string, InquiryAnswer, string]>([
    ['its state alone', { kind: 'no-record' }, 'no-record'],
    [
      'what it shows beside the code of a decline',
      { kind: 'unknown', cause: 'contradictory', shows: 'captured' },
      'captured, with the return code of a decline',
    ],
    [
      'that code, where it is known',
      {
        kind: 'unknown',
        cause: 'contradictory',
        shows: 'settled',
        said: { state: 'S', procReturnCode: '51', amount: minor(7) },
      },
      'settled, with the return code 51',
    ],
  ])('is reported as %s', async (_what, answer, state) => {
    // A void gave it back, so nothing may stay charged; nothing is known of the first one at all.
    const payment = answer.kind === 'no-record' ? capturedToday() : paymentWith({}, { state: 'voided' });
    const night = nightWithOrder({ ...payment, steps: [stepOf(payment)] }, { inquire: () => answer });
    expect(await night.run()).toMatchObject({ compared: 1, differences: 1 });
    const amount = answer.kind === 'unknown' && answer.said !== undefined ? { amount: 7 } : {};
    expect(night.reported.map(({ bank }) => bank)).toEqual([{ state, ...amount }]);
  });

  test('of an order of which nothing was charged has no sums on our side', async () => {
    const payment = paymentWith({}, { state: 'declined' });
    const night = nightWithOrder({ ...payment, steps: [stepOf(payment)] });
    expect(await night.run()).toMatchObject({ differences: 1 });
    expect(night.reported).toMatchObject([{ kind: 'charged-at-bank' }]);
    expect(night.reported[0]?.ours).toEqual({ state: 'nothing' });
    const same = nightWithOrder({ ...payment, steps: [stepOf(payment)] }, { inquire: () => declined });
    expect(await same.run()).toMatchObject({ compared: 1, differences: 0 });
  });

  test.each<readonly [string, Night]>([
    ['the bank does not tell', { inquire: () => ({ kind: 'unknown', cause: 'pending' }) }],
    ['a key does not open', { open: () => Promise.reject(new VaultUnavailable('closed')) }],
    ['the pinned version is gone', { open: () => Promise.reject(new UnreadableRow('virtual POS', 'x')) }],
    ['our record is gone meanwhile', { inquire: () => declined, after: () => undefined }],
    ['its attempt is gone meanwhile', { inquire: () => declined, after: (one) => ({ ...one, attempts: [] }) }],
  ])('is unclear where %s', async (_what, night) => {
    const made = nightWithOrder(capturedToday(), { virtualPos: [], ...night });
    expect(await made.run()).toMatchObject({ ...SUMS, unclear: 1, isDone: true });
    expect(made.reported).toEqual([]);
  });

  test('a virtual POS that cannot be opened is named in the log', async () => {
    const payment = capturedToday();
    const night = nightWithOrder(payment, { open: () => Promise.reject(new VaultUnavailable('closed')) });
    await night.run();
    const fields = { dealerCode: 'D1', orderId: orderOf(payment), errorName: 'VaultUnavailable' };
    expect(night.log.lines[0]).toEqual({ level: 'warn', event: 'order not compared', fields });
  });

  test('a store that fails ends the run of this dealer', async () => {
    const open = () => Promise.reject(new StoreUnavailable('not-applied', 'Throttled'));
    await expect(nightWithOrder(capturedToday(), { open, virtualPos: [] }).run()).rejects.toThrow(StoreUnavailable);
    const list = nightOf({ open });
    await expect(list.run()).rejects.toThrow(StoreUnavailable);
  });

  test.each<readonly [string, Partial<Payment['attempts'][number]>]>([
    ['is open', { state: 'reversing' }],
    ['has a step under way', { activeStep: 2 }],
  ])('an order that %s is not asked about: the sweeper is at work with it', async (_what, changes) => {
    const payment = paymentWith({}, changes as object);
    const night = nightWithOrder({ ...payment, steps: [stepOf(payment)] });
    expect(await night.run()).toEqual({ ...SUMS, place: DONE, isDone: true });
    expect(night.asked).toEqual([]);
  });

  test('a difference is none where our record changed while the bank was asked', async () => {
    const night = nightWithOrder(capturedToday(), {
      inquire: () => ({ kind: 'voided', references }),
      after: (payment) => ({ ...payment, attempts: payment.attempts.map((one) => ({ ...one, state: 'voided' })) }),
    });
    expect(await night.run()).toEqual({ ...SUMS, place: DONE, isDone: true });
    expect(night.reported).toEqual([]);
  });
});
