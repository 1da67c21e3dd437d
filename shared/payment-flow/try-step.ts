import type { RefusalReason } from '../domain/refusal-reasons.ts';
import { type AskForStepDependencies, askForStep, type StepRequest, StepTried } from './ask-for-step.ts';

/** What is read to say what a step would do. */
export type TryStepDependencies = Pick<AskForStepDependencies, 'payments' | 'clock' | 'endedDays'>;

const refuse = (): never => {
  throw new Error('a step that is only tried writes nothing and takes no number');
};

/**
 * The step that a request would begin now, or the one that the same request began before, by the decision that carries it
 * out. Nothing is written, no number is taken and no bank is asked. Refuses with the reasons of the step. Throws
 * StoreUnavailable.
 */
export const tryStep = async <Reason extends RefusalReason>(
  deps: TryStepDependencies,
  request: Omit<StepRequest<Reason, never>, 'begin' | 'triesOnly'>,
): Promise<StepTried> => {
  try {
    const reading = { ...deps, identifiers: { next: refuse } };
    return await askForStep<Reason, never>(reading, { ...request, triesOnly: true, begin: refuse }).then(refuse);
  } catch (error) {
    if (error instanceof StepTried) return error;
    throw error;
  }
};
