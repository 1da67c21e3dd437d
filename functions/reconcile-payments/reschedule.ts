import { type Attempt, dueNoLaterThanCardExpiry } from '../../shared/domain/attempt/attempt.ts';
import type { AttemptChanges } from '../../shared/ports/attempts.ts';
import type { CallTime } from '../../shared/ports/bank-gateway.ts';
import type { ReconcileAlarm, ReconcileCall, ReconcileOutcome } from './reconcile-call.ts';

const FIRST_PAUSE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const BANK_CALL_MS = 15_000;
/** Left of a lease for writing what the bank said. */
const WRITE_TIME_MS = 5000;
/** A call with less time than this is not worth its while. */
const LEAST_TIME_MS = 3000;

/** Two minutes after the first time, then twice as long each time, an hour at most. */
export const pauseAfter = (postponed: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(postponed, 10));

/** How long a call to the bank may take now; undefined when the lease is nearly over. */
export const callTime = ({ deps, leaseUntilMs }: ReconcileCall): CallTime | undefined => {
  const nowMs = deps.clock.now();
  const answerBy = Math.min(nowMs + BANK_CALL_MS, leaseUntilMs - WRITE_TIME_MS);
  return answerBy - nowMs < LEAST_TIME_MS ? undefined : { answerBy };
};

/** Leaves an attempt to a later run, after a pause that grows. */
export const reschedule = async (
  attempt: Attempt,
  { deps }: ReconcileCall,
  changes: Partial<AttemptChanges> = {},
  alarm?: ReconcileAlarm,
): Promise<ReconcileOutcome> => {
  const { dueAtMs = deps.clock.now() + pauseAfter(attempt.postponed), ...rest } = changes;
  const later: AttemptChanges = {
    dueAtMs: dueNoLaterThanCardExpiry(attempt, dueAtMs),
    postponed: attempt.postponed + 1,
    ...rest,
  };
  const after = await deps.attempts.update(attempt, later);
  if (after === undefined) return { kind: 'left-alone' };
  return { kind: 'rescheduled', state: after.state, ...(alarm === undefined ? {} : { alarm }) };
};
