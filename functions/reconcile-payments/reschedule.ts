import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import {
  dueNoLaterThanCardExpiry,
  LEAST_CALL_MS,
  pauseAfter,
  SWEEPER_CALL_MS,
  SWEEPER_WRITE_MS,
} from '../../shared/domain/attempt/timing.ts';
import type { AttemptChanges } from '../../shared/ports/attempts.ts';
import type { CallTime } from '../../shared/ports/bank-gateway.ts';
import type { ReconcileAlarm, ReconcileCall, ReconcileOutcome } from './reconcile-call.ts';

/** How long a call to the bank may take now; undefined when the lease is nearly over. */
export const callTime = ({ deps, leaseUntilMs }: ReconcileCall): CallTime | undefined => {
  const nowMs = deps.clock.now();
  const answerBy = Math.min(nowMs + SWEEPER_CALL_MS, leaseUntilMs - SWEEPER_WRITE_MS);
  return answerBy - nowMs < LEAST_CALL_MS ? undefined : { answerBy };
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
