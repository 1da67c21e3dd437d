import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../shared/domain/attempt/attempt-change.ts';
import { type Later, reschedule as laterBy, stick } from '../../shared/domain/attempt/queue-transitions.ts';
import { LEAST_CALL_MS, SWEEPER_CALL_MS, SWEEPER_WRITE_MS } from '../../shared/domain/attempt/timing.ts';
import { applied } from '../../shared/payment-flow/conclude.ts';
import type { CallTime } from '../../shared/ports/bank-gateway.ts';
import type { ReconcileAlarm, ReconcileCall, ReconcileOutcome } from './reconcile-call.ts';

/** How long a call to the bank may take now; undefined when the lease is nearly over. */
export const callTime = ({ deps, leaseUntilMs }: ReconcileCall): CallTime | undefined => {
  const nowMs = deps.clock.now();
  const answerBy = Math.min(nowMs + SWEEPER_CALL_MS, leaseUntilMs - SWEEPER_WRITE_MS);
  return answerBy - nowMs < LEAST_CALL_MS ? undefined : { answerBy };
};

const rescheduledBy = async (
  change: AttemptChange | undefined,
  { deps }: ReconcileCall,
  alarm: ReconcileAlarm | undefined,
): Promise<ReconcileOutcome> => {
  const after = await applied(deps.attempts, change);
  if (after === undefined) return { kind: 'left-alone' };
  return { kind: 'rescheduled', state: after.state, ...(alarm === undefined ? {} : { alarm }) };
};

/** Leaves an attempt to a later run, after a pause that grows. */
export const reschedule = (
  attempt: Attempt,
  call: ReconcileCall,
  later: Omit<Later, 'nowMs'> = {},
  alarm?: ReconcileAlarm,
): Promise<ReconcileOutcome> =>
  rescheduledBy(laterBy(attempt, { nowMs: call.deps.clock.now(), ...later }), call, alarm);

/** After an operator was told the bank is still asked daily, so that what was done by hand is seen. */
export const leaveStuck = (attempt: Attempt, call: ReconcileCall): Promise<ReconcileOutcome> =>
  rescheduledBy(stick(attempt, call.deps.clock.now()), call, 'stuck');
