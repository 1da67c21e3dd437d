import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { type Later, reschedule as laterBy } from '../../../shared/domain/attempt/queue-transitions.ts';
import { LEAST_CALL_MS, SWEEPER_CALL_MS, SWEEPER_WRITE_MS } from '../../../shared/domain/attempt/timing.ts';
import { applied } from '../../../shared/payment-flow/conclude.ts';
import type { CallTime } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import { LEFT_ALONE, type ReconcileAlarm, type ReconcileCall, type ReconcileOutcome } from './reconcile-call.ts';

/** How long a call to the bank may take now; undefined when the lease is nearly over. */
export const callTimeWithin = (clock: Clock, leaseUntilMs: number) => (): CallTime | undefined => {
  const nowMs = clock.now();
  const answerBy = Math.min(nowMs + SWEEPER_CALL_MS, leaseUntilMs - SWEEPER_WRITE_MS);
  return answerBy - nowMs < LEAST_CALL_MS ? undefined : { answerBy };
};

/** Reschedules an attempt, after a growing pause. */
export const reschedule = async (
  attempt: Attempt,
  { deps }: ReconcileCall,
  later: Omit<Later, 'nowMs'> = {},
  alarm?: ReconcileAlarm,
): Promise<ReconcileOutcome> => {
  const after = await applied(deps.attempts, laterBy(attempt, { nowMs: deps.clock.now(), ...later }));
  if (after === undefined) return LEFT_ALONE;
  return { kind: 'rescheduled', state: after.state, ...(alarm === undefined ? {} : { alarm }) };
};
