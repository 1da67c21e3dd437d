import { describe, expect, test } from 'vitest';
import { endOfIstanbulDay } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { StepDecision } from '../../../../shared/domain/payment/begin-step.ts';
import type { Charge } from '../../../../shared/domain/payment/charge.ts';
import { approvePool, undoPoolApproval } from '../../../../shared/domain/payment/pool-rules.ts';
import { beginRefund } from '../../../../shared/domain/payment/refund-rules.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  STEP_NOON_MS,
  splitMoney,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

const wordOf = (decision: StepDecision<string>): string =>
  decision.kind === 'refused' ? decision.reason : decision.kind;

/** The same with the sentence of a refusal. */
const answerOf = (decision: StepDecision<string>): string =>
  decision.kind === 'refused' ? `${decision.reason}: ${decision.sentence}` : decision.kind;

const begun = (payment: PaymentAfter, decision: StepDecision<string>): PaymentAfter => {
  if (decision.kind !== 'begins') throw new Error(`the step is ${wordOf(decision)}`);
  return withChange(payment, decision.change);
};

const pooledWith = (changes: Partial<Charge> = {}): PaymentAfter => ({
  charge: chargeWith({ money: splitMoney(true), ...changes }),
  steps: [],
});
const pooled = pooledWith();

const ask = (payment: PaymentAfter, ...subDealerIds: number[]) => approvePool({ ...questionOf(payment), subDealerIds });
const approve = (payment: PaymentAfter, ...ids: number[]): PaymentAfter => begun(payment, ask(payment, ...ids));

const askUndo = (payment: PaymentAfter, ids: number[] = [], nowMs = STEP_NOON_MS + 60_000) =>
  undoPoolApproval({ ...questionOf(payment, nowMs), subDealerIds: ids });
const undo = (payment: PaymentAfter, ...ids: number[]): PaymentAfter => begun(payment, askUndo(payment, ids));

const refunding = (payment: PaymentAfter): PaymentAfter =>
  begun(payment, beginRefund({ ...questionOf(payment), asked: { amount: minor(10) }, refundRequestId: 1 }));
const refund = (payment: PaymentAfter): PaymentAfter => withDone(refunding(payment), 'credit');

const ALREADY = 'PaymentAlreadyApproved: This payment, or a named share of it, was approved before.';
const NOT_PAID = 'DealerPaymentNotFound: This payment is not paid, or was voided or refunded.';
const WAITS = "A refund of this payment waits, mostly for the bank's day end. Repeat when it is carried out.";
const SINCE = 'UndoNotAvailable: Money was refunded since the approval.';

describe('Whether pooled money is approved (dealer interface: DoApprovePoolPayment)', () => {
  test.each<readonly [string, PaymentAfter, readonly number[], string]>([
    ['all of it', pooled, [], 'begins'],
    ['one share', pooled, [2], 'begins'],
    ['the rest after one share', approve(pooled, 2), [], 'begins'],
    ['the other share', approve(pooled, 2), [1], 'begins'],
    ['all of it again', approve(pooled), [], 'same-answer'],
    ['the same share again', approve(pooled, 2), [2], 'same-answer'],
    ['a share of what was approved whole', approve(pooled), [1], ALREADY],
    ['all, once every share was approved', approve(approve(pooled, 1), 2), [], ALREADY],
    ['a share that was approved, with another', approve(pooled, 1), [1, 2], ALREADY],
    ['again after it was undone', undo(approve(pooled)), [], 'begins'],
    ['two shares, one of which was undone since', undo(approve(pooled, 1, 2), 1), [1, 2], ALREADY],
    ['an unknown sub-dealer', pooled, [9], 'DealerPaymentNotFound: Sub-dealer 9 has no part in this payment.'],
    [
      'no pool payment',
      pooledWith({ money: splitMoney() }),
      [],
      'PaymentIsNotPoolPayment: This payment is not in the pool.',
    ],
    [
      'a pre-authorisation',
      pooledWith({ type: 'pre-authorisation' }),
      [],
      'DealerPaymentNotFound: This pre-authorisation is not captured. Only captured money is approved.',
    ],
    ['a voided payment', pooledWith({ state: 'voided' }), [], NOT_PAID],
    ['a pending payment', pooledWith({ state: 'in-doubt', reportedOutcome: 'nobody' }), [], NOT_PAID],
    ['while a refund runs', refunding(pooled), [], `DealerPaymentNotFound: ${WAITS}`],
    ['after a refund of a part', refund(pooled), [], 'begins'],
  ])('%s', (_what, payment, ids, expected) => {
    expect(answerOf(ask(payment, ...ids))).toBe(expected);
  });

  test('a repeat gets the answer of the approval, whatever step followed it', () => {
    const whole = pooledWith({ money: { ...chargeWith().money, pooled: true } });
    const decision = ask(refund(approve(whole)));
    expect(decision).toMatchObject({ kind: 'same-answer', step: { kind: 'pool-approval', number: 1 } });
  });

  test('is done with its first write, and leaves no step active', () => {
    const decision = ask(pooled, 2, 1, 2);
    if (decision.kind !== 'begins') throw new Error('the approval does not begin');
    const { step, charge } = decision.change;
    expect(step).toMatchObject({ kind: 'pool-approval', state: 'done', amount: 0 });
    expect(step.shares).toEqual([{ subDealerId: 1 }, { subDealerId: 2 }]);
    expect(charge).toMatchObject({ fromVersion: 5, slot: 'kept-free' });
  });
});

describe('Whether an approval is undone (dealer interface: UndoApprovePoolPayment)', () => {
  test.each<readonly [string, PaymentAfter, number[], string]>([
    ['all of it', approve(pooled), [], 'begins'],
    ['one share of all', approve(pooled), [1], 'begins'],
    ['what was approved, of shares', approve(pooled, 1), [], 'begins'],
    ['again', undo(approve(pooled)), [], 'same-answer'],
    ['one share again', undo(approve(pooled), 1), [1], 'same-answer'],
    [
      'nothing was approved',
      pooled,
      [],
      'PaymentNotApprovedYet: This payment, or the named share of it, is not approved.',
    ],
    [
      'that share was not',
      approve(pooled, 1),
      [2],
      'PaymentNotApprovedYetForSubDealer: This payment, or the named share of it, is not approved.',
    ],
    [
      'one of the shares was not',
      approve(pooled, 1),
      [1, 2],
      'PaymentNotApprovedYetForSubDealer: The share of 2 is not approved.',
    ],
    ['an unknown sub-dealer', approve(pooled), [9], 'DealerPaymentNotFound: Sub-dealer 9 has no part in this payment.'],
    [
      'no pool payment',
      pooledWith({ money: splitMoney() }),
      [],
      'PaymentIsNotPoolPayment: This payment is not in the pool.',
    ],
    ['a refund since', refund(approve(pooled)), [], SINCE],
    ['a refund before', approve(refund(pooled)), [], 'begins'],
    ['a refund between two approvals, the first', approve(refund(approve(pooled, 1)), 2), [1], SINCE],
    ['a refund between two approvals, the second', approve(refund(approve(pooled, 1)), 2), [2], 'begins'],
    ['while a refund runs', refunding(approve(pooled)), [], `UndoNotAvailable: ${WAITS}`],
    ['a refund since the approval of one share of two', approve(refund(approve(pooled, 1)), 2), [], SINCE],
  ])('%s', (_what, payment, ids, expected) => {
    expect(answerOf(askUndo(payment, ids))).toBe(expected);
  });

  test('not once its day is stated, though a repeat still gets its answer', () => {
    const approved = approve(pooled);
    // Statements of a day are made from one hour after its end on.
    const statedMs = endOfIstanbulDay(STEP_NOON_MS) + 3_600_000;
    expect(wordOf(askUndo(approved, [], statedMs - 1))).toBe('begins');
    const stated = 'UndoNotAvailable: The day of the approval stands in a statement.';
    expect(answerOf(askUndo(approved, [], statedMs))).toBe(stated);
    const later = begun(
      approve(pooled, 1),
      approvePool({ ...questionOf(approve(pooled, 1), statedMs), subDealerIds: [2] }),
    );
    expect(answerOf(askUndo(later, [], statedMs + 1))).toBe(stated);
    expect(answerOf(askUndo(later, [2], statedMs + 1))).toBe('begins');
    // The day of the approval counts, and not that of a refund since.
    const refundedLater = withDone(refunding(approved), 'credit', statedMs);
    expect(answerOf(askUndo(refundedLater, [], statedMs + 1))).toBe(stated);
    expect(wordOf(askUndo(undo(approved), [], statedMs))).toBe('same-answer');
  });
});
