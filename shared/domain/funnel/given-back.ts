import { type Attempt, isOfLink } from '../attempt/attempt.ts';
import { type DayText, istanbulDayOf } from '../calendar.ts';
import { type Currency, type MinorUnits, minor } from '../money/money.ts';
import type { Payment } from '../payment/payment.ts';
import type { Step } from '../payment/step.ts';

/** What was given back of one payment request on one day. */
export interface GivenBack {
  readonly currency: Currency;
  readonly amount: MinorUnits;
  /** On this day nothing was left of the payment. It is true of one day at most. */
  readonly isWhole: boolean;
  /** Number of the first step that gave something back on this day. */
  readonly firstStep: number;
}

type DoneStep = Step & { readonly endedAtMs: number };

const isDone = (step: Step): step is DoneStep => step.state === 'done' && step.endedAtMs !== undefined;

/** A void or reversal that was no Credit takes all of the charge back, whatever is left of it. */
const takesAll = ({ kind, doneBy }: Step): boolean => kind === 'reversal' || (kind === 'void' && doneBy !== 'credit');

const givesBack = (step: Step): boolean => ['void', 'refund', 'reversal'].includes(step.kind);

const stepsOf = (attempt: Attempt, steps: readonly Step[]): readonly DoneStep[] =>
  steps
    .filter(isDone)
    .filter((step) => step.attempt === attempt.number && givesBack(step))
    .toSorted((one, other) => one.endedAtMs - other.endedAtMs || one.number - other.number);

/** What a payer could be given back: what was captured of a pre-authorisation, and all of it where it was never captured. */
const wholeOf = ({ captured, terms }: Attempt): number => captured ?? terms.total;

/**
 * What was given back of a paid payment request on a day, by the steps that were done on it; undefined where nothing was.
 * No step ends twice, so what a day has of it never changes, and the sums of all days are the whole.
 */
export const givenBackOn = (
  { link, attempts, steps }: Pick<Payment, 'link' | 'attempts' | 'steps'>,
  day: DayText,
): GivenBack | undefined => {
  if (link === undefined || link.source !== 'payment-request') return undefined;
  const paid = attempts.filter(isOfLink).find(({ reportedOutcome }) => reportedOutcome === 'paid');
  if (paid === undefined) return undefined;
  const whole = wholeOf(paid);
  let [given, ofDay, isWhole] = [0, 0, false];
  let firstStep: number | undefined;
  for (const step of stepsOf(paid, steps)) {
    const amount = Math.min(whole - given, takesAll(step) ? whole : step.amount);
    const isOfDay = istanbulDayOf(step.endedAtMs) === day;
    if (isOfDay && amount > 0) {
      ofDay += amount;
      firstStep ??= step.number;
      isWhole = given + amount >= whole;
    }
    given += amount;
  }
  if (firstStep === undefined) return undefined;
  return { currency: paid.terms.currency, amount: minor(ofDay), isWhole, firstStep };
};
