import { describe, expect, test } from 'vitest';
import type { BucketTake } from '../../../../shared/domain/limit/budget.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { SAME_REFUSAL_MS } from '../../../../shared/domain/payment/begin-step.ts';
import {
  beginCapture,
  type CaptureQuestion,
  capturedAbove,
  mostCaptured,
} from '../../../../shared/domain/payment/capture-rules.ts';
import { refuseStep } from '../../../../shared/domain/payment/step-transitions.ts';
import { beginVoid } from '../../../../shared/domain/payment/void-rules.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  STEP_NOON_MS,
  splitMoney,
  splitWith,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

const NOW_MS = STEP_NOON_MS + 60_000;
const authorised: PaymentAfter = { charge: chargeWith({ type: 'pre-authorisation' }), steps: [] };
const split: PaymentAfter = { charge: chargeWith({ type: 'pre-authorisation', money: splitMoney() }), steps: [] };

type Asked = CaptureQuestion['asked'];
const amountOf = (amount: number): Asked => ({ amount: minor(amount) });
const sharesOf = (amount: number, ...shares: readonly (readonly [number, number])[]): Asked => ({
  amount: minor(amount),
  shares: shares.map(([subDealerId, part]) => ({ subDealerId, amount: minor(part) })),
});

const ask = (payment: PaymentAfter, asked: Asked = {}, more: Partial<CaptureQuestion> = {}) =>
  beginCapture({ ...questionOf(payment, NOW_MS), asked, captureAbove: false, ...more });

/** What was decided, in a word: the reason of a refusal, or the kind. */
const wordOf = (decision: ReturnType<typeof ask>): string =>
  decision.kind === 'refused' ? decision.reason : decision.kind;

/** The same with the sentence of a refusal. */
const answerOf = (decision: ReturnType<typeof ask>): string =>
  decision.kind === 'refused' ? `${decision.reason}: ${decision.sentence}` : decision.kind;

const begun = (payment: PaymentAfter, asked: Asked = {}): PaymentAfter => {
  const decision = ask(payment, asked);
  if (decision.kind !== 'begins') throw new Error('the capture does not begin');
  return withChange(payment, decision.change);
};

const NOT_MORE = 'InvalidAmount: Amount must not exceed what was pre-authorised, 100.00.';

describe('Whether a capture begins (dealer interface: DoCapture)', () => {
  test.each<readonly [string, PaymentAfter, Asked, boolean, string]>([
    ['all of it, by default', authorised, {}, false, 'begins'],
    ['a part', authorised, amountOf(1), false, 'begins'],
    ['nothing', authorised, amountOf(0), false, 'InvalidAmount: Amount must be above 0.'],
    ['more, without the permission', authorised, amountOf(10_001), false, NOT_MORE],
    ['15 % more, with it', authorised, amountOf(11_500), true, 'begins'],
    [
      'more than that',
      authorised,
      amountOf(11_501),
      true,
      'InvalidAmount: Amount must not exceed 115.00: 15 % above what was pre-authorised.',
    ],
    ['more, with sub-dealers', split, sharesOf(10_001, [1, 6001], [2, 4000]), true, NOT_MORE],
    ['whole shares, by default', split, {}, false, 'begins'],
    [
      'a part without shares',
      split,
      amountOf(5000),
      false,
      'InvalidAmount: SubDealer is required: a part of a payment with sub-dealers names their shares.',
    ],
    ['shares that sum to it', split, sharesOf(5000, [2, 2000], [1, 3000]), false, 'begins'],
    ['one sub-dealer alone', split, sharesOf(4000, [2, 4000]), false, 'begins'],
    [
      'shares that do not sum to it',
      split,
      sharesOf(5000, [1, 3000], [2, 1999]),
      false,
      'InvalidAmount: The sum of SubDealer.Amount must equal Amount, 50.00.',
    ],
    [
      'more than a sub-dealer has',
      split,
      sharesOf(5000, [1, 500], [2, 4500]),
      false,
      'InvalidAmount: SubDealer.Amount of 2 must not exceed its share.',
    ],
    [
      'a sub-dealer twice',
      split,
      sharesOf(4000, [1, 2000], [1, 2000]),
      false,
      'InvalidAmount: SubDealer names DealerId 1 more than once.',
    ],
    [
      'an unknown sub-dealer',
      split,
      sharesOf(4000, [9, 4000]),
      false,
      'InvalidAmount: SubDealer.DealerId 9 has no part in this payment.',
    ],
    [
      'shares of a payment without sub-dealers',
      authorised,
      sharesOf(4000, [1, 4000]),
      false,
      'InvalidAmount: SubDealer must be absent: this payment has no sub-dealers.',
    ],
    [
      'a sale',
      { charge: chargeWith(), steps: [] },
      {},
      false,
      'CaptureNotAvailable: This payment is a sale: it was captured when it was charged.',
    ],
  ])('%s', (_what, payment, asked, captureAbove, expected) => {
    expect(answerOf(ask(payment, asked, { captureAbove }))).toBe(expected);
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
    const reportedOutcome =
      state === 'declined' || state === 'closed' ? 'failed' : state === 'voided' ? 'paid' : 'nobody';
    const charge = { ...authorised.charge, state, reportedOutcome } as const;
    expect(answerOf(ask({ charge, steps: [] }))).toBe(
      'CaptureNotAvailable: This payment holds no money that can be captured.',
    );
  });

  test('a commission above its captured share is refused, as a fixed term of an earlier release may be', () => {
    const fixed = { rated: [], fixed: minor(200) };
    const none = { rated: [], fixed: minor(0) };
    const poor = {
      ...splitWith(1, { amount: 6000, commission: 200 }),
      terms: { commission: fixed, topDealerCommission: none },
    };
    const splits = [poor, splitWith(2, { amount: 4000 })];
    const charge = chargeWith({ type: 'pre-authorisation', money: { ...splitMoney(), splits } });
    expect(wordOf(ask({ charge, steps: [] }, sharesOf(4050, [1, 50], [2, 4000])))).toBe('InvalidAmount');
    expect(answerOf(ask({ charge, steps: [] }, sharesOf(4081, [1, 81], [2, 4000])))).toBe(
      'InvalidAmount: The commission of sub-dealer 1 is 0.82 and must not exceed its share, 0.81.',
    );
    expect(wordOf(ask({ charge, steps: [] }, sharesOf(4082, [1, 82], [2, 4000])))).toBe('begins');
  });

  test('the shares of an intent stand in the order of sub-dealers', () => {
    const decision = ask(split, sharesOf(5000, [2, 2000], [1, 3000]));
    if (decision.kind !== 'begins') throw new Error('the capture does not begin');
    expect(decision.change.step.shares).toEqual([
      { subDealerId: 1, amount: 3000 },
      { subDealerId: 2, amount: 2000 },
    ]);
  });

  test('15 % is rounded down, beyond 53 bits too', () => {
    expect(mostCaptured(minor(1))).toBe(1);
    expect(mostCaptured(minor(9))).toBe(10);
    expect(mostCaptured(minor(99_999_999_999))).toBe(114_999_999_998);
  });

  test('its intent takes the slot and holds what was sent, and what it takes of the limits', () => {
    const take: BucketTake = {
      kind: 'day',
      name: '20270115',
      currency: 'TL',
      shard: 0,
      amount: minor(500),
      share: minor(9999),
    };
    const question = { ...questionOf(authorised, NOW_MS), asked: amountOf(10_500), captureAbove: true };
    const decision = beginCapture(question, [take]);
    if (decision.kind !== 'begins') throw new Error('the capture does not begin');
    const { step, charge } = decision.change;
    expect(step).toMatchObject({ number: 1, state: 'intended', amount: 10_500, answerByMs: NOW_MS + 28_000 });
    // The sweeper leaves it alone for two minutes after the answer is due (rule 5).
    expect(step).toMatchObject({ lastCallAtMs: NOW_MS, dueAtMs: NOW_MS + 28_000 + 120_000 });
    expect(step.sent).toEqual({ captureSentAtMs: NOW_MS + 28_000 });
    expect(charge).toMatchObject({ fromVersion: 5, slot: 'taken', takes: [take] });
    expect(step.reservations).toEqual([{ kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: 500 }]);
    expect(capturedAbove(authorised.charge.money, amountOf(10_500))).toBe(500);
    expect(capturedAbove(authorised.charge.money, {})).toBe(0);
  });
});

describe('A capture asked for again', () => {
  test('while it runs', () => {
    const payment = begun(authorised, amountOf(5000));
    expect(wordOf(ask(payment, amountOf(5000)))).toBe('running');
    expect(wordOf(ask(payment, amountOf(4999)))).toBe('CaptureNotAvailable');
    expect(wordOf(ask(payment))).toBe('CaptureNotAvailable');
  });

  test('after it succeeded gets its answer, another one none', () => {
    const payment = withDone(begun(split, sharesOf(4000, [1, 1000], [2, 3000])), undefined);
    expect(wordOf(ask(payment, sharesOf(4000, [2, 3000], [1, 1000])))).toBe('same-answer');
    expect(wordOf(ask(payment, sharesOf(4000, [1, 2000], [2, 2000])))).toBe('CaptureNotAvailable');
    expect(answerOf(ask(payment, amountOf(4000)))).toBe(
      'CaptureNotAvailable: This payment is captured. A payment takes one capture.',
    );
  });

  test('whether all of it was named or not', () => {
    const payment = withDone(begun(split), undefined);
    expect(wordOf(ask(payment, sharesOf(10_000, [1, 6000], [2, 4000])))).toBe('same-answer');
  });

  test('gets a refusal again for ten minutes, and is a new one later', () => {
    const payment = begun(authorised);
    const [step] = payment.steps;
    const change = step && refuseStep(step, { ...payment, nowMs: NOW_MS });
    if (change === undefined) throw new Error('the capture is not refused');
    const refused = withChange(payment, change);
    expect(wordOf(ask(refused, {}, { nowMs: NOW_MS + SAME_REFUSAL_MS - 1 }))).toBe('same-answer');
    expect(wordOf(ask(refused, {}, { nowMs: NOW_MS + SAME_REFUSAL_MS }))).toBe('begins');
  });

  test('not while a void runs', () => {
    const decision = beginVoid(questionOf(authorised));
    if (decision.kind !== 'begins') throw new Error('the void does not begin');
    expect(answerOf(ask(withChange(authorised, decision.change)))).toBe(
      'CaptureNotAvailable: Another step of this payment is running. Repeat when it is over.',
    );
  });
});
