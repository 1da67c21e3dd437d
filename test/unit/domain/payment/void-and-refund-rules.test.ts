import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { StepDecision } from '../../../../shared/domain/payment/begin-step.ts';
import { MAX_STEPS } from '../../../../shared/domain/payment/begin-step.ts';
import { beginCapture } from '../../../../shared/domain/payment/capture-rules.ts';
import { beginRefund, type RefundRequest } from '../../../../shared/domain/payment/refund-rules.ts';
import { refuseStep } from '../../../../shared/domain/payment/step-transitions.ts';
import { beginVoid, isVoidable } from '../../../../shared/domain/payment/void-rules.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  STEP_NOON_MS,
  splitMoney,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_END = STEP_NOON_MS + 10 * HOUR_MS;
const paid: PaymentAfter = { charge: chargeWith(), steps: [] };
const authorised: PaymentAfter = { charge: chargeWith({ type: 'pre-authorisation' }), steps: [] };

const wordOf = (decision: StepDecision<string>): string =>
  decision.kind === 'refused' ? decision.reason : decision.kind;

/** The same with the sentence of a refusal. */
const answerOf = (decision: StepDecision<string>): string =>
  decision.kind === 'refused' ? `${decision.reason}: ${decision.sentence}` : decision.kind;

const begun = (payment: PaymentAfter, decision: StepDecision<string>): PaymentAfter => {
  if (decision.kind !== 'begins') throw new Error(`the step is ${wordOf(decision)}`);
  return withChange(payment, decision.change);
};

const refused = (payment: PaymentAfter, nowMs: number): PaymentAfter => {
  const step = payment.steps.find(({ number }) => number === payment.charge.activeStep);
  const change = step && refuseStep(step, { ...payment, nowMs });
  if (change === undefined) throw new Error('no step is refused');
  return withChange(payment, change);
};

const captureAt = (payment: PaymentAfter, nowMs: number): PaymentAfter =>
  withDone(
    begun(payment, beginCapture({ ...questionOf(payment, nowMs), asked: {}, captureAbove: false })),
    undefined,
    nowMs,
  );

const askVoid = (payment: PaymentAfter, nowMs = STEP_NOON_MS + MINUTE_MS) => beginVoid(questionOf(payment, nowMs));

const ask = (payment: PaymentAfter, asked: RefundRequest = {}, nowMs = STEP_NOON_MS + MINUTE_MS) =>
  beginRefund({ ...questionOf(payment, nowMs), asked, refundRequestId: 7 });
const amountOf = (amount: number): RefundRequest => ({ amount: minor(amount) });
const refund = (payment: PaymentAfter, asked: RefundRequest, nowMs = STEP_NOON_MS + MINUTE_MS): PaymentAfter =>
  begun(payment, ask(payment, asked, nowMs));

describe('Whether a void begins (dealer interface: DoVoid)', () => {
  test('of a sale until its bank day ends', () => {
    expect(wordOf(askVoid(paid, DAY_END - 1))).toBe('begins');
    expect(wordOf(askVoid(paid, DAY_END))).toBe('PaymentNotAvailable');
    expect(isVoidable(paid.charge, [], DAY_END - 1)).toBe(true);
    expect(isVoidable(paid.charge, [], DAY_END)).toBe(false);
  });

  test('of a pre-authorisation that nobody captured, days later too', () => {
    expect(wordOf(askVoid(authorised, DAY_END + 100 * HOUR_MS))).toBe('begins');
  });

  test('of a captured one until the day of its capture ends', () => {
    const nextDay = captureAt(authorised, DAY_END + HOUR_MS);
    expect(wordOf(askVoid(nextDay, DAY_END + 24 * HOUR_MS - 1))).toBe('begins');
    expect(wordOf(askVoid(nextDay, DAY_END + 24 * HOUR_MS))).toBe('PaymentNotAvailable');
  });

  test.each([
    'authenticating',
    'charging',
    'in-doubt',
    'declined',
    'closed',
    'reversing',
    'voided',
    'refunded',
  ] as const)('not of a charge that is %s', (state) => {
    expect(answerOf(askVoid({ charge: chargeWith({ state }), steps: [] }))).toBe(
      'PaymentNotAvailable: This payment is not paid, or nothing of it is charged any more.',
    );
  });

  test('of a pre-authorisation that was captured in part, with what was captured', () => {
    const asked = { amount: minor(60) };
    const question = { ...questionOf(authorised, STEP_NOON_MS + MINUTE_MS), asked, captureAbove: false };
    const captured = withDone(begun(authorised, beginCapture(question)), undefined, STEP_NOON_MS + MINUTE_MS);
    expect(askVoid(captured)).toMatchObject({ kind: 'begins', change: { step: { kind: 'void', amount: 60 } } });
  });

  test('not of one that was refunded in part, and not while a refund waits, which it says', () => {
    const running = refund(paid, amountOf(100));
    expect(askVoid(running)).toMatchObject({
      reason: 'PaymentNotAvailable',
      sentence: expect.stringMatching(/^A refund of this payment waits/),
    });
    expect(answerOf(askVoid(withDone(running, 'credit')))).toBe(
      'PaymentNotAvailable: A part of this payment was refunded. Refund the rest.',
    );
  });

  test('its intent records that a Void may be on its way', () => {
    const decision = askVoid(paid, STEP_NOON_MS);
    if (decision.kind !== 'begins') throw new Error('the void does not begin');
    const byMs = STEP_NOON_MS + 28_000;
    expect(decision.change.step.sent).toEqual({ voidSentAtMs: byMs, voidUnheardAtMs: byMs });
    expect(decision.change.step.amount).toBe(10_000);
  });

  test('asked for again: the running one, its answer for ever, its refusal for ten minutes', () => {
    const running = begun(paid, askVoid(paid));
    expect(wordOf(askVoid(running))).toBe('running');
    expect(wordOf(askVoid(withDone(running, 'void'), DAY_END + 900 * HOUR_MS))).toBe('same-answer');
    const failed = refused(running, STEP_NOON_MS + HOUR_MS);
    expect(wordOf(askVoid(failed, STEP_NOON_MS + HOUR_MS + 10 * MINUTE_MS - 1))).toBe('same-answer');
    expect(wordOf(askVoid(failed, STEP_NOON_MS + HOUR_MS + 10 * MINUTE_MS))).toBe('begins');
    expect(wordOf(askVoid(failed, DAY_END))).toBe('PaymentNotAvailable');
  });
});

const NOT_PAID = 'RefundNotAvailable: This payment is not paid, or was voided.';

describe('Whether a refund begins (dealer interface: DoCreateRefundRequest)', () => {
  const half = withDone(refund(paid, amountOf(5000)), 'credit');
  const all = withDone(refund(paid, {}), 'credit');
  const voided = withDone(begun(paid, askVoid(paid)), 'void');

  test.each<readonly [string, PaymentAfter, RefundRequest, string]>([
    ['all, by default', paid, {}, 'begins'],
    ['all, by 0', paid, amountOf(0), 'begins'],
    ['a part', paid, amountOf(1), 'begins'],
    ['more than was charged', paid, amountOf(10_001), 'InvalidAmount: Amount must not exceed what is left, 100.00.'],
    ['more than is left', half, amountOf(5001), 'InvalidAmount: Amount must not exceed what is left, 50.00.'],
    ['what is left', half, {}, 'begins'],
    [
      'a pre-authorisation',
      authorised,
      {},
      'RefundNotAvailable: This payment is a pre-authorisation that was not captured: void it.',
    ],
    ['a captured one', captureAt(authorised, STEP_NOON_MS), {}, 'begins'],
    ['a voided payment', voided, {}, NOT_PAID],
    ['all was refunded, an amount', all, amountOf(1), 'InvalidAmount: All of this payment was refunded.'],
    ['all was refunded, all that is left: the last answer', all, {}, 'same-answer'],
    [
      'another step runs',
      begun(paid, askVoid(paid)),
      amountOf(1),
      'RefundRequestAlreadyExist: Another step of this payment is running.',
    ],
    [
      'a payment that is pending',
      { charge: chargeWith({ state: 'in-doubt', reportedOutcome: 'nobody' }), steps: [] },
      {},
      NOT_PAID,
    ],
    [
      'one that was reported failed',
      { charge: chargeWith({ state: 'reversing', reportedOutcome: 'failed' }), steps: [] },
      {},
      NOT_PAID,
    ],
    [
      'one that was refunded and reported failed',
      { charge: chargeWith({ state: 'refunded', reportedOutcome: 'failed' }), steps: [] },
      {},
      NOT_PAID,
    ],
  ])('%s', (_what, payment, asked, expected) => {
    expect(answerOf(ask(payment, asked))).toBe(expected);
  });

  test('by 0 it is of all that is left', () => {
    expect(refund(half, amountOf(0)).steps.at(-1)?.amount).toBe(5000);
  });

  test('all of an untouched payment is due at once, a part at the day end, later at once', () => {
    const dueOf = (payment: PaymentAfter, asked: RefundRequest, nowMs: number): number | undefined =>
      refund(payment, asked, nowMs).steps.at(-1)?.dueAtMs;
    expect(dueOf(paid, {}, STEP_NOON_MS)).toBe(STEP_NOON_MS);
    expect(dueOf(paid, amountOf(1), STEP_NOON_MS)).toBe(DAY_END);
    expect(dueOf(half, {}, STEP_NOON_MS + HOUR_MS)).toBe(DAY_END);
    expect(dueOf(paid, amountOf(1), DAY_END + 5)).toBe(DAY_END + 5);
  });

  const split: PaymentAfter = { charge: chargeWith({ money: splitMoney() }), steps: [] };
  const sharesOf = (amount: number, ...shares: readonly (readonly [number, number])[]): RefundRequest => ({
    amount: minor(amount),
    shares: shares.map(([subDealerId, part]) => ({ subDealerId, amount: minor(part) })),
  });

  test.each<readonly [string, PaymentAfter, RefundRequest, string]>([
    ['shares that sum to it', split, sharesOf(5000, [1, 4000], [2, 1000]), 'begins'],
    [
      'shares that do not',
      split,
      sharesOf(5000, [1, 4000]),
      'InvalidAmount: The sum of SubDealer.Amount must equal Amount, 50.00.',
    ],
    [
      'more than a share',
      split,
      sharesOf(6001, [1, 6001]),
      'InvalidAmount: SubDealer.Amount of 1 must not exceed its share.',
    ],
    [
      'an unknown sub-dealer',
      split,
      sharesOf(1, [3, 1]),
      'InvalidAmount: SubDealer.DealerId 3 has no part in this payment.',
    ],
    [
      'a sub-dealer twice',
      split,
      sharesOf(2, [1, 1], [1, 1]),
      'InvalidAmount: SubDealer names DealerId 1 more than once.',
    ],
    [
      'shares of a payment without sub-dealers',
      paid,
      sharesOf(1, [1, 1]),
      'InvalidAmount: SubDealer must be absent: this payment has no sub-dealers.',
    ],
    ['an empty list of a payment without sub-dealers', paid, sharesOf(1), 'begins'],
    [
      'more than is left of a share',
      withDone(refund(split, sharesOf(5000, [1, 5000])), 'credit'),
      sharesOf(1001, [1, 1001]),
      'InvalidAmount: SubDealer.Amount of 1 must not exceed its share.',
    ],
  ])('sub-dealers: %s', (_what, payment, asked, expected) => {
    expect(answerOf(ask(payment, asked))).toBe(expected);
  });

  test('the shares of its intent stand in the order of sub-dealers', () => {
    expect(refund(split, sharesOf(5000, [2, 1000], [1, 4000])).steps[0]?.shares).toEqual([
      { subDealerId: 1, amount: 4000 },
      { subDealerId: 2, amount: 1000 },
    ]);
  });

  test('the last step of a payment is kept for the service', () => {
    const step = half.steps[0];
    if (step === undefined) throw new Error('a refund is a step');
    const of = (count: number): PaymentAfter => ({
      charge: { ...paid.charge, refunded: minor(count) },
      steps: Array.from({ length: count }, (_, index) => ({
        ...step,
        number: index + 1,
        amount: minor(1),
        endedAtMs: 1,
      })),
    });
    expect(wordOf(ask(of(MAX_STEPS - 2), amountOf(1)))).toBe('begins');
    expect(answerOf(ask(of(MAX_STEPS - 1), amountOf(1)))).toBe(
      'RefundNotAvailable: This payment has had 99 steps and takes no further one.',
    );
  });
});

describe('A refund asked for again', () => {
  const endedAtMs = STEP_NOON_MS + HOUR_MS;
  const running = refund(paid, amountOf(3000));
  const done = withDone(running, 'credit', endedAtMs);

  test('is the running one for the same amount, and refused for another', () => {
    expect(wordOf(ask(running, amountOf(3000)))).toBe('running');
    expect(wordOf(ask(running, amountOf(3001)))).toBe('RefundRequestAlreadyExist');
    expect(wordOf(ask(running, {}))).toBe('RefundRequestAlreadyExist');
    expect(wordOf(ask(refund(paid, {}), {}))).toBe('running');
    const voiding = begun(paid, askVoid(paid));
    expect(wordOf(ask(voiding, amountOf(10_000)))).toBe('RefundRequestAlreadyExist');
  });

  test('gets the same answer for ten minutes after its end, and is a new refund later', () => {
    expect(wordOf(ask(done, amountOf(3000), endedAtMs + 10 * MINUTE_MS - 1))).toBe('same-answer');
    expect(wordOf(ask(done, amountOf(3000), endedAtMs + 10 * MINUTE_MS))).toBe('begins');
    expect(wordOf(ask(done, amountOf(2999), endedAtMs + 1))).toBe('begins');
    const failed = refused(running, endedAtMs);
    expect(wordOf(ask(failed, amountOf(3000), endedAtMs + 10 * MINUTE_MS - 1))).toBe('same-answer');
    expect(wordOf(ask(failed, amountOf(3000), endedAtMs + 10 * MINUTE_MS))).toBe('begins');
  });

  test('"all that is left" is no repeat of a part of the same amount', () => {
    const half = withDone(refund(paid, amountOf(5000)), 'credit', endedAtMs);
    expect(wordOf(ask(half, amountOf(5000), endedAtMs + 1))).toBe('same-answer');
    expect(wordOf(ask(half, {}, endedAtMs + 1))).toBe('begins');
  });

  test('of other shares is another one', () => {
    const payment: PaymentAfter = { charge: chargeWith({ money: splitMoney() }), steps: [] };
    const of = (first: number): RefundRequest => ({
      amount: minor(100),
      shares: [
        { subDealerId: 1, amount: minor(first) },
        { subDealerId: 2, amount: minor(100 - first) },
      ],
    });
    const given = refund(payment, of(30));
    expect(wordOf(ask(given, of(30)))).toBe('running');
    expect(wordOf(ask(given, of(31)))).toBe('RefundRequestAlreadyExist');
    expect(wordOf(ask(given, amountOf(100)))).toBe('running');
  });

  test('under its RefundCode is the same for ever, under a new one a new refund', () => {
    const under = (refundCode: string, amount = 3000): RefundRequest => ({ ...amountOf(amount), refundCode });
    const coded = withDone(refund(paid, under('A')), 'credit', endedAtMs);
    expect(wordOf(ask(coded, under('A'), endedAtMs + 999 * HOUR_MS))).toBe('same-answer');
    expect(wordOf(ask(coded, { refundCode: 'A' }, endedAtMs + 1))).toBe('same-answer');
    expect(answerOf(ask(coded, under('A', 2999), endedAtMs + 1))).toBe(
      'InvalidRequest: This RefundCode was used for a refund of another amount or other shares.',
    );
    expect(wordOf(ask(coded, under('A', 0), endedAtMs + 1))).toBe('same-answer');
    expect(wordOf(ask(coded, under('B'), endedAtMs + 1))).toBe('begins');
    expect(wordOf(ask(refund(paid, under('A')), under('B')))).toBe('RefundRequestAlreadyExist');
    expect(wordOf(ask(refund(paid, under('A')), under('A')))).toBe('running');
    const failed = refused(refund(paid, under('A')), endedAtMs);
    expect(wordOf(ask(failed, under('A'), endedAtMs + 999 * HOUR_MS))).toBe('same-answer');
  });
});
