import { stepMove } from '../domain/payment/charge-of-attempt.ts';
import type { StepChange } from '../domain/payment/step-change.ts';
import type { Payments, Steps } from '../ports/payments.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';
import type { NamedPayment } from './named-payment.ts';
import type { StepUnderWay } from './step-under-way.ts';

export interface IntentDependencies {
  readonly payments: Pick<Payments, 'find'>;
  readonly steps: Steps;
}

/** The result of writing an intent. */
export type IntentWritten =
  | { readonly kind: 'written'; readonly under: StepUnderWay }
  /** The payment changed meanwhile. */
  | { readonly kind: 'changed' }
  /** A bucket of the limit holds less than a capture takes from it. */
  | { readonly kind: 'budget-changed' };

const asStored = async (
  { payments }: IntentDependencies,
  { payment, attempt }: NamedPayment,
  { step }: StepChange,
): Promise<StepUnderWay | undefined> => {
  const now = await payments.find(payment.name);
  const stored = now?.steps.find(({ number, trxId }) => number === step.number && trxId === step.trxId);
  const after = now?.attempts.find(({ number }) => number === attempt.number);
  if (now === undefined || stored === undefined || after === undefined) return undefined;
  return { payment: now, attempt: after, step: stored };
};

/**
 * Writes the intent of a step, once. If the write has no clear answer, the step is read back, and is carried out only
 * if it is there. Throws StoreUnavailable.
 */
export const tryIntent = async (
  deps: IntentDependencies,
  named: NamedPayment,
  change: StepChange,
): Promise<IntentWritten> => {
  const { payment, attempt } = named;
  const { step } = change;
  try {
    const move = stepMove(change, attempt);
    if (move === undefined) return { kind: 'changed' };
    const outcome = await deps.steps.apply(move);
    if (outcome.kind !== 'applied') return outcome;
    const steps = [...payment.steps, step];
    return { kind: 'written', under: { payment: { ...payment, steps }, attempt: outcome.attempt ?? attempt, step } };
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.outcome !== 'unknown') throw error;
    const under = await asStored(deps, named, change);
    if (under === undefined) throw error;
    return { kind: 'written', under };
  }
};

/** The same for a step that reserves nothing of the limits. Undefined when the payment changed meanwhile. */
export const writeIntent = async (
  deps: IntentDependencies,
  named: NamedPayment,
  change: StepChange,
): Promise<StepUnderWay | undefined> => {
  const written = await tryIntent(deps, named, change);
  return written.kind === 'written' ? written.under : undefined;
};
