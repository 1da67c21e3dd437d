import type { AttemptBank } from '../domain/attempt/attempt.ts';
import type { Step } from '../domain/payment/step.ts';
import type { StepChange } from '../domain/payment/step-change.ts';
import { isFinalStep } from '../domain/payment/step-states.ts';
import { finishStep, refuseStep } from '../domain/payment/step-transitions.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments, Steps } from '../ports/payments.ts';
import { appliedStep, endOf, type StepUnderWay } from './step-under-way.ts';

export interface ConcludeStepDependencies {
  readonly payments: Pick<Payments, 'find'>;
  readonly steps: Steps;
  readonly clock: Clock;
}

/** How a step ended, by the bank's answer. */
export type StepEnded =
  | { readonly kind: 'done'; readonly doneBy?: Step['doneBy']; readonly references?: AttemptBank | undefined }
  /** `notSent`: no byte of it reached the bank. */
  | { readonly kind: 'refused'; readonly notSent?: true; readonly references?: AttemptBank | undefined };

const changeOf = (under: StepUnderWay, outcome: StepEnded, clock: Clock): StepChange | undefined => {
  const end = { ...endOf(under, { clock }), references: outcome.references };
  if (outcome.kind === 'done') return finishStep(under.step, outcome.doneBy, end);
  return refuseStep(under.step, { ...end, ...(outcome.notSent === undefined ? {} : { notSent: outcome.notSent }) });
};

/**
 * Writes how a step ended, once. Answers the step as it is then, which another call may have ended; undefined while it
 * is not over. Throws StoreUnavailable.
 */
export const concludeStep = async (
  { payments, steps, clock }: ConcludeStepDependencies,
  under: StepUnderWay,
  outcome: StepEnded,
): Promise<Step | undefined> => {
  const change = changeOf(under, outcome, clock);
  const written = await appliedStep(steps, change, under);
  if (written !== undefined) return written.step;
  const now = await payments.find(under.payment.name);
  const step = now?.steps.find(({ number }) => number === under.step.number);
  return step !== undefined && isFinalStep(step) ? step : undefined;
};
