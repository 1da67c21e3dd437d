import type { Attempt } from '../domain/attempt/attempt.ts';
import { chargeOf, stepMove } from '../domain/payment/charge-of-attempt.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Step } from '../domain/payment/step.ts';
import type { StepChange } from '../domain/payment/step-change.ts';
import type { StepAtBank } from '../domain/payment/step-facts.ts';
import type { StepEnd } from '../domain/payment/step-transitions.ts';
import type { InquiryAnswer } from '../ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../ports/bank-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { Steps } from '../ports/payments.ts';

/** A step that is being carried out, with the payment and the attempt that it is about. */
export interface StepUnderWay {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly step: Step;
}

/** The charge of a step, with all steps of its payment. */
export const chargedBy = ({ attempt, payment: { steps } }: Pick<StepUnderWay, 'attempt' | 'payment'>) => ({
  attempt,
  steps,
});

export interface StepDependencies {
  readonly steps: Steps;
  readonly bank: BankGateway;
  readonly clock: Clock;
}

/** The call that carries a step out, and the end of its lease. */
export interface StepCall {
  readonly deps: StepDependencies;
  readonly account: PosAccount;
  readonly leaseUntilMs: number;
  /** How long a call to the bank may take now; undefined where there is no time for one. */
  readonly callTime: () => CallTime | undefined;
}

/** How far a step has come. */
export type StepProgress =
  /** Done or refused, and written. */
  | { readonly kind: 'ended'; readonly under: StepUnderWay; readonly alarm?: StepAlarm }
  /** Left to a later run. */
  | { readonly kind: 'waits'; readonly under: StepUnderWay; readonly alarm?: StepAlarm }
  /** Another call changed it meanwhile. */
  | { readonly kind: 'left-alone' };

/** Why an operator should look. `excess-credit`: the bank gave more back than all steps say. */
export type StepAlarm = 'stuck' | 'contradiction' | 'unexpected-charge' | 'excess-credit';

const chargeUnder = ({ attempt, payment }: StepUnderWay) => chargeOf(attempt, payment);

/** The facts that the domain decides a step by, with the bank's current answer. */
export const atBank = (
  under: StepUnderWay,
  { clock }: Pick<StepDependencies, 'clock'>,
  { found, history }: Pick<StepAtBank, 'found' | 'history'>,
): StepAtBank => ({
  step: under.step,
  charge: chargeUnder(under),
  steps: under.payment.steps,
  nowMs: clock.now(),
  found,
  history,
});

/** The end of a step, in the form that the domain needs. */
export const endOf = (
  under: StepUnderWay,
  { clock }: Pick<StepDependencies, 'clock'>,
  found?: InquiryAnswer,
): StepEnd => ({
  nowMs: clock.now(),
  charge: chargeUnder(under),
  steps: under.payment.steps,
  references: found !== undefined && 'references' in found ? found.references : undefined,
});

/** The payment with a step as it is now. */
const withStep = (payment: Payment, attempt: Attempt, step: Step): Payment => ({
  ...payment,
  attempts: payment.attempts.map((one) => (one.number === attempt.number ? attempt : one)),
  steps: [...payment.steps.filter(({ number }) => number !== step.number), step].toSorted(
    (one, other) => one.number - other.number,
  ),
});

/** The payment and attempt of a step. */
type MovedOf = Pick<StepUnderWay, 'payment' | 'attempt'>;

/**
 * Writes a change of a step, once. Answers the step after it; undefined when the change is not allowed, or when another
 * call changed the step or its attempt first. Throws StoreUnavailable.
 */
export const appliedStep = async (
  steps: Steps,
  change: StepChange | undefined,
  { payment, attempt }: MovedOf,
): Promise<StepUnderWay | undefined> => {
  const move = change === undefined ? undefined : stepMove(change, attempt);
  if (move === undefined) return undefined;
  const outcome = await steps.apply(move);
  if (outcome.kind !== 'applied') return undefined;
  const after = move.attempt?.attempt ?? attempt;
  return { payment: withStep(payment, after, move.step), attempt: after, step: move.step };
};
