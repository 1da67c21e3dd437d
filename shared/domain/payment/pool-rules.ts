import { countedSteps, namedIn } from '../ledger/payment-ledger.ts';
import type { LedgerShare } from '../ledger/share.ts';
import { minor } from '../money/money.ts';
import { isStatedBy } from '../statement/statement-days.ts';
import {
  areSameShares,
  doneAtOnce,
  refusedStep,
  type StepDecision,
  type StepQuestion,
  sharesBefore,
  stepsOf,
  whyNoStep,
} from './begin-step.ts';
import { isPaid, isUncaptured } from './charge.ts';
import type { Step, StepKind, StepShare } from './step.ts';

/** Why an approval of pooled money is refused, once the payment is found. */
export type PoolApprovalReason = 'DealerPaymentNotFound' | 'PaymentAlreadyApproved' | 'PaymentIsNotPoolPayment';

/** Why undoing an approval is refused, once the payment is found. */
export type PoolUndoReason =
  | 'DealerPaymentNotFound'
  | 'PaymentIsNotPoolPayment'
  | 'PaymentNotApprovedYet'
  | 'PaymentNotApprovedYetForSubDealer'
  | 'UndoNotAvailable';

export interface PoolQuestion extends StepQuestion {
  /** The sub-dealers whose shares are moved; empty: all. */
  readonly subDealerIds: readonly number[];
}

type SharedReason = PoolApprovalReason & PoolUndoReason;

const namedBy = ({ subDealerIds }: PoolQuestion): readonly StepShare[] =>
  [...new Set(subDealerIds)].toSorted((a, b) => a - b).map((subDealerId) => ({ subDealerId }));

/** Why this payment can have neither an approval nor its undo; undefined when it can. */
const whyNoPool = (question: PoolQuestion, shares: readonly LedgerShare[]): StepDecision<SharedReason> | undefined => {
  const { charge, subDealerIds } = question;
  const notFound = (sentence: string): StepDecision<SharedReason> => refusedStep('DealerPaymentNotFound', sentence);
  if (isUncaptured(charge)) return notFound('This pre-authorisation is not captured. Only captured money is approved.');
  if (!isPaid(charge)) return notFound('This payment is not paid, or was voided or refunded.');
  if (!charge.money.pooled) return refusedStep('PaymentIsNotPoolPayment', 'This payment is not in the pool.');
  const unknown = subDealerIds.find((id) => !shares.some(({ subDealerId }) => subDealerId === id));
  return unknown === undefined ? undefined : notFound(`Sub-dealer ${unknown} has no part in this payment.`);
};

/** The latest pool step of this kind for the same shares, if those shares have not been moved since. */
const sameStep = (question: PoolQuestion, kind: StepKind): Step | undefined =>
  stepsOf(question.charge, question.steps).find(
    (step) => step.kind === kind && areSameShares(step.shares, namedBy(question)),
  );

/** The shares that the request names; all when it names none. */
const meantBy = (question: PoolQuestion, shares: readonly LedgerShare[]): readonly LedgerShare[] =>
  shares.filter((share) => namedIn(namedBy(question), share));

/**
 * Whether pooled money is approved (dealer interface: DoApprovePoolPayment): all captured money that still waits, or
 * the shares of the named sub-dealers with the dealer's income on them.
 */
export const approvePool = (question: PoolQuestion): StepDecision<PoolApprovalReason> => {
  const shares = sharesBefore(question);
  const refusal = whyNoPool(question, shares);
  if (refusal !== undefined) return refusal;
  const meant = meantBy(question, shares);
  if (meant.every(({ pooled }) => !pooled)) {
    const step = sameStep(question, 'pool-approval');
    if (step !== undefined) return { kind: 'same-answer', step };
  }
  const isAll = question.subDealerIds.length === 0;
  if (isAll ? meant.every(({ pooled }) => !pooled) : meant.some(({ pooled }) => !pooled)) {
    return refusedStep('PaymentAlreadyApproved', 'This payment, or a named share of it, was approved before.');
  }
  const busy = whyNoStep(question);
  if (busy !== undefined) return refusedStep('DealerPaymentNotFound', busy);
  const what = { kind: 'pool-approval', amount: minor(0), shares: namedBy(question) } as const;
  return { kind: 'begins', change: doneAtOnce(question, what) };
};

/** The place of the approval that a share has, among the steps that are done. */
const approvedAt = (done: readonly Step[], share: LedgerShare): number =>
  done.findLastIndex((step) => step.kind === 'pool-approval' && namedIn(step.shares, share));

/** True when the payment was refunded after the approval of one of these shares. */
const isRefundedSince = ({ charge, steps }: PoolQuestion, meant: readonly LedgerShare[]): boolean => {
  const done = countedSteps(charge, steps);
  return meant.some((share) => done.slice(approvedAt(done, share)).some(({ kind }) => kind === 'refund'));
};

/** True once the statement of the day on which one of these shares was approved can have been made. */
const isStated = ({ charge, steps, nowMs }: PoolQuestion, meant: readonly LedgerShare[]): boolean => {
  const done = countedSteps(charge, steps);
  return meant.some((share) => {
    const { endedAtMs } = done[approvedAt(done, share)] ?? {};
    return endedAtMs !== undefined && isStatedBy(endedAtMs, nowMs);
  });
};

/**
 * Whether an approval is undone (dealer interface: UndoApprovePoolPayment): not once the day of the approval can stand in
 * a statement, and not after a later refund.
 */
export const undoPoolApproval = (question: PoolQuestion): StepDecision<PoolUndoReason> => {
  const shares = sharesBefore(question);
  const refusal = whyNoPool(question, shares);
  if (refusal !== undefined) return refusal;
  const meant = meantBy(question, shares);
  if (meant.every(({ pooled }) => pooled)) {
    const step = sameStep(question, 'pool-undo');
    if (step !== undefined) return { kind: 'same-answer', step };
    const sentence = 'This payment, or the named share of it, is not approved.';
    return refusedStep(
      question.subDealerIds.length === 0 ? 'PaymentNotApprovedYet' : 'PaymentNotApprovedYetForSubDealer',
      sentence,
    );
  }
  const waiting = meant.find(({ pooled }) => pooled);
  if (question.subDealerIds.length > 0 && waiting !== undefined) {
    return refusedStep('PaymentNotApprovedYetForSubDealer', `The share of ${waiting.subDealerId} is not approved.`);
  }
  if (isStated(question, meant))
    return refusedStep('UndoNotAvailable', 'The day of the approval stands in a statement.');
  if (isRefundedSince(question, meant))
    return refusedStep('UndoNotAvailable', 'Money was refunded since the approval.');
  const busy = whyNoStep(question);
  if (busy !== undefined) return refusedStep('UndoNotAvailable', busy);
  const what = { kind: 'pool-undo', amount: minor(0), shares: namedBy(question) } as const;
  return { kind: 'begins', change: doneAtOnce(question, what) };
};
