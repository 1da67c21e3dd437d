import type { Attempt } from '../attempt/attempt.ts';
import { isFinal } from '../attempt/states.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import type { Step } from '../payment/step.ts';

/** What our records say that the bank holds for an order. */
export type ExpectedOrder =
  /** It is not decided, or is asked about again anyway: the sweeper is at work with it. */
  | { readonly kind: 'open' }
  /** Nothing was charged, or everything was given back as part of the attempt's own end. */
  | { readonly kind: 'nothing' }
  /** A pre-authorisation that was not captured. */
  | { readonly kind: 'held'; readonly amount: MinorUnits }
  /** A sale, or a capture, with what was refunded of it. */
  | {
      readonly kind: 'taken';
      readonly type: 'sale' | 'pre-authorisation';
      readonly amount: MinorUnits;
      readonly refunded: MinorUnits;
    }
  /** It was taken, and all of it was given back by a void or by credits. */
  | { readonly kind: 'given-back'; readonly amount: MinorUnits };

type ComparedAttempt = Pick<
  Attempt,
  'number' | 'state' | 'terms' | 'captured' | 'refunded' | 'activeStep' | 'recheckAtMs'
>;

type ComparedStep = Pick<Step, 'attempt' | 'state' | 'recheckAtMs'>;

const isUndecided = ({ state, recheckAtMs }: ComparedStep): boolean =>
  recheckAtMs !== undefined || (state !== 'done' && state !== 'refused');

/** What the bank must hold for an attempt. `steps` are all steps of its payment. */
export const expectedOrderOf = (attempt: ComparedAttempt, steps: readonly ComparedStep[]): ExpectedOrder => {
  const { number, state, terms, captured, refunded, activeStep, recheckAtMs } = attempt;
  const own = steps.filter((step) => step.attempt === number);
  const isOpen = !isFinal(state) || activeStep !== undefined || recheckAtMs !== undefined || own.some(isUndecided);
  if (isOpen) return { kind: 'open' };
  if (state === 'declined' || state === 'closed') return { kind: 'nothing' };
  const amount = captured ?? terms.total;
  if (state === 'voided' || state === 'refunded') return { kind: 'given-back', amount };
  if (terms.type === 'pre-authorisation' && captured === undefined) return { kind: 'held', amount };
  return { kind: 'taken', type: terms.type, amount, refunded: refunded ?? minor(0) };
};
