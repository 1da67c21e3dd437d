import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { beginReversal } from '../../../shared/domain/payment/begin-step.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { appliedStep, type StepProgress, type StepUnderWay } from '../../../shared/payment-flow/step-under-way.ts';
import { undo } from '../../../shared/payment-flow/undo.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import { LEFT_ALONE, type ReconcileCall, type ReconcileOutcome } from './reconcile-call.ts';

/** How far a step has come, as the run reports it. */
export const outcomeOf = (progress: StepProgress): ReconcileOutcome => {
  if (progress.kind === 'left-alone') return LEFT_ALONE;
  const { under, alarm } = progress;
  const told = alarm === undefined ? {} : { alarm };
  if (progress.kind === 'ended') return { kind: 'reconciled', state: under.attempt.state, ...told };
  const { kind, state } = under.step;
  return { kind: 'rescheduled', state: state === 'stuck' ? state : kind, ...told };
};

/** Writes the intent of a reversal before anything is sent: reported failed, its link free (rules 1, 4). */
const begin = async (
  attempt: Attempt,
  { deps, payment, leaseUntilMs }: ReconcileCall,
): Promise<StepUnderWay | undefined> => {
  const question = {
    charge: chargeOf(attempt, payment),
    steps: payment.steps,
    nowMs: deps.clock.now(),
    trxId: await deps.identifiers.next('transaction'),
    asker: { by: 'service' },
  } as const;
  const resultReference = addressOf(payment.name, deps.randomness.token());
  const change = beginReversal(question, { dueAtMs: leaseUntilMs, resultReference });
  return appliedStep(deps.steps, change, { payment, attempt });
};

/** Begins the reversal of a charge and takes it as far as possible in this run. */
export const startReversing = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const under = await begin(attempt, call);
  return under === undefined ? LEFT_ALONE : outcomeOf(await undo(under, found, call));
};
