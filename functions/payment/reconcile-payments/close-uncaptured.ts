import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { reschedule as laterBy } from '../../../shared/domain/attempt/queue-transitions.ts';
import { RECHECK_AFTER_MS } from '../../../shared/domain/attempt/timing.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { beginClosing } from '../../../shared/domain/payment/void-rules.ts';
import { applied } from '../../../shared/payment-flow/conclude.ts';
import { appliedStep } from '../../../shared/payment-flow/step-under-way.ts';
import { undo } from '../../../shared/payment-flow/undo.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import { LEFT_ALONE, type ReconcileCall, type ReconcileOutcome } from './reconcile-call.ts';
import { reschedule } from './reschedule.ts';
import { outcomeOf } from './reverse-charge.ts';

/**
 * Closes a pre-authorisation that nobody captured in its days (decisions: captures): a void by the service, as one step. A
 * bank that shows other than a hold is not touched, and an operator is told. Where the void fails it is tried again a day
 * later, as long as the pre-authorisation stands.
 */
export const closeUncaptured = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const { deps, payment, leaseUntilMs } = call;
  // The step that runs decides; this attempt is looked at again should it still stand then.
  if (attempt.activeStep !== undefined || found.kind === 'unknown') return reschedule(attempt, call);
  const nowMs = deps.clock.now();
  const dueAtMs = nowMs + RECHECK_AFTER_MS;
  if (found.kind !== 'authorised' && found.kind !== 'voided') {
    return reschedule(attempt, call, { dueAtMs }, 'contradiction');
  }
  const waiting = await applied(deps.attempts, laterBy(attempt, { nowMs, dueAtMs }));
  if (waiting === undefined) return LEFT_ALONE;
  const trxId = await deps.identifiers.next('transaction');
  const asker = { by: 'service' } as const;
  const question = { charge: chargeOf(waiting, payment), steps: payment.steps, nowMs, trxId, asker };
  const under = await appliedStep(deps.steps, beginClosing(question, leaseUntilMs), { payment, attempt: waiting });
  if (under === undefined) return LEFT_ALONE;
  const outcome = outcomeOf(await undo(under, found, call));
  return outcome.kind === 'left-alone' ? outcome : { alarm: 'uncaptured', ...outcome };
};
