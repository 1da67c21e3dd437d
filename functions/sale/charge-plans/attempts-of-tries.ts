import { type DirectAttempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { mayStillHold } from '../../../shared/domain/sale/card-outcomes.ts';
import type { PaymentPlan, TakenCard } from '../../../shared/domain/sale/payment-plan.ts';
import type { PaymentNames } from '../../../shared/ports/identifiers.ts';
import type { Payments } from '../../../shared/ports/payments.ts';

export interface AttemptsOfTriesDependencies {
  readonly payments: Pick<Payments, 'find'>;
  readonly paymentNames: PaymentNames;
}

/**
 * Number of tries whose attempts are read before a card is taken: those of eight days. A bank that was silent may show a
 * charge days after it seemed declined, and the reversal of that charge takes up to three days.
 */
const TRIES_LOOKED_AT = 16;

/** The name of the payment of a plan's current try. */
export const paymentOfTry = (plan: PaymentPlan, names: PaymentNames): PaymentName =>
  names.nameOfTry(plan, plan.progress.tries + 1);

/** What the latest tries of a plan have charged. */
export interface EarlierCharges {
  readonly attempts: readonly DirectAttempt[];
  /** One that may still hold money: nothing is charged for the plan beside it. */
  readonly held: DirectAttempt | undefined;
}

/**
 * The charges of the latest tries, up to the one with this number. A day after a decline that no issuer confirmed, the
 * bank is asked once more. If it shows a charge then, that charge is reversed, and nothing is charged before that is
 * done and no late call can undo it.
 */
const chargesUpTo = async (
  plan: PaymentPlan,
  last: number,
  { payments, paymentNames }: AttemptsOfTriesDependencies,
): Promise<EarlierCharges> => {
  const numbers = Array.from({ length: TRIES_LOOKED_AT }, (_, back) => last - back).filter((number) => number >= 1);
  const found = await Promise.all(numbers.map((number) => payments.find(paymentNames.nameOfTry(plan, number))));
  const charges = found.flatMap((payment) =>
    (payment?.attempts ?? []).flatMap((one) => (isOfLink(one) ? [] : [{ attempt: one, steps: payment?.steps ?? [] }])),
  );
  return {
    attempts: charges.map(({ attempt }) => attempt),
    held: charges.find(({ attempt, steps }) => mayStillHold(attempt, steps))?.attempt,
  };
};

/** The charges before this card: a later card of a slot follows those of the same try. */
export const chargesBefore = (
  plan: PaymentPlan,
  { attempt }: TakenCard,
  deps: AttemptsOfTriesDependencies,
): Promise<EarlierCharges> => chargesUpTo(plan, plan.progress.tries + (attempt === 1 ? 0 : 1), deps);

/**
 * The charge by card that a plan waits for before its payment request is sent, as where a failed plan is sent once more;
 * undefined where none may hold money. A plan that was never tried costs no read.
 */
export const chargeBeforeRequest = async (
  plan: PaymentPlan,
  deps: AttemptsOfTriesDependencies,
): Promise<DirectAttempt | undefined> =>
  plan.historyCount === 0 ? undefined : (await chargesUpTo(plan, plan.progress.tries + 1, deps)).held;
