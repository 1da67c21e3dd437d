import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { lease, reschedule } from '../../../shared/domain/attempt/queue-transitions.ts';
import { isQueued } from '../../../shared/domain/attempt/states.ts';
import { LEASE_MS, pauseAfter, restsUntilMs } from '../../../shared/domain/attempt/timing.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isStepQueued } from '../../../shared/domain/payment/step-states.ts';
import { leaseStep, rescheduleStep } from '../../../shared/domain/payment/step-transitions.ts';
import { applied } from '../../../shared/payment-flow/conclude.ts';
import { openPinnedAccount } from '../../../shared/payment-flow/pos-account.ts';
import { appliedStep } from '../../../shared/payment-flow/step-under-way.ts';
import type { DueQueue, DueRow } from '../../../shared/ports/attempts.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import { attemptOf, LEFT_ALONE, type ReconcileAttemptDependencies, type ReconcileOutcome } from './reconcile-call.ts';
import { reconcileStep } from './reconcile-step.ts';
import { callTimeWithin } from './reschedule.ts';

export interface ReconcileRowDependencies extends ReconcileAttemptDependencies {
  readonly queue: DueQueue;
}

/** The attempt of a queue row, with its step if the row is one; undefined when it no longer waits. */
const dueIn = (
  payment: Payment,
  { kind, number }: DueRow,
): { readonly payment: Payment; readonly attempt: Attempt; readonly step?: Step } | undefined => {
  if (kind === 'attempt') {
    const attempt = attemptOf(payment, number);
    return attempt !== undefined && isQueued(attempt) ? { payment, attempt } : undefined;
  }
  const step = payment.steps.find((one) => one.number === number);
  const attempt = step === undefined ? undefined : attemptOf(payment, step.attempt);
  if (step === undefined || attempt === undefined || !isStepQueued(step)) return undefined;
  return { payment, attempt, step };
};

/** Reschedules a row that failed, with growing pauses. If this fails too, the row comes back when its lease ends. */
export const rescheduleFailed = async (row: DueRow, deps: ReconcileRowDependencies): Promise<void> => {
  const { payments, attempts, steps, queue, clock } = deps;
  let payment: Payment | undefined;
  try {
    payment = await payments.find(row.payment);
  } catch {
    await queue.rescheduleUnread(row, (times) => clock.now() + pauseAfter(times));
    return;
  }
  const found = payment === undefined ? undefined : dueIn(payment, row);
  const nowMs = clock.now();
  const waiting = found?.step ?? found?.attempt;
  // A write without an answer may have closed it on "no record": then the next day's question keeps its time (rule 5).
  if (found === undefined || waiting === undefined || waiting.dueAtMs >= nowMs + pauseAfter(waiting.postponed)) return;
  const { step } = found;
  if (step === undefined) await applied(attempts, reschedule(found.attempt, { nowMs }));
  else await appliedStep(steps, rescheduleStep(step, { nowMs }), found);
};

/** Reads a row strongly, leases it by a condition, and acts on the bank's answer. */
export const reconcileRow = async (
  row: DueRow,
  deadlineMs: number,
  deps: ReconcileRowDependencies & { readonly noteAttempt: (row: DueRow, attempt: Attempt) => void },
): Promise<ReconcileOutcome> => {
  const payment = await deps.payments.find(row.payment);
  const found = payment === undefined ? undefined : dueIn(payment, row);
  if (payment === undefined || found === undefined) return LEFT_ALONE;
  deps.noteAttempt(row, found.attempt);
  const nowMs = deps.clock.now();
  const { step } = found;
  if (restsUntilMs(step ?? found.attempt) > nowMs) return LEFT_ALONE;
  const attempt = step === undefined ? await applied(deps.attempts, lease(found.attempt, nowMs)) : found.attempt;
  const under = step === undefined ? undefined : await appliedStep(deps.steps, leaseStep(step, nowMs), found);
  if (attempt === undefined || (step !== undefined && under === undefined)) return LEFT_ALONE;
  const leaseUntilMs = Math.min(nowMs + LEASE_MS, deadlineMs);
  const account = await openPinnedAccount(attempt, deps);
  const call = { deps, account, payment, leaseUntilMs, callTime: callTimeWithin(deps.clock, leaseUntilMs) };
  return under === undefined ? reconcileAttempt(attempt, call) : reconcileStep(under, call);
};
