import { type DirectAttempt, isOfLink } from '../../shared/domain/attempt/attempt.ts';
import type { PaymentName } from '../../shared/domain/payment/payment-name.ts';
import type { PaymentPlan, TakenCard } from '../../shared/domain/sale/payment-plan.ts';
import type { PaymentNames } from '../../shared/ports/identifiers.ts';
import type { Payments } from '../../shared/ports/payments.ts';

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

/**
 * Attempts of this try and of the ones just before it. A day after a decline that no issuer confirmed, the bank is asked
 * once more. If it shows a charge then, that charge is reversed, and no other card is charged before that is done.
 */
export const attemptsBefore = async (
  plan: PaymentPlan,
  { attempt }: TakenCard,
  { payments, paymentNames }: AttemptsOfTriesDependencies,
): Promise<readonly DirectAttempt[]> => {
  const last = plan.progress.tries + (attempt === 1 ? 0 : 1);
  const numbers = Array.from({ length: TRIES_LOOKED_AT }, (_, back) => last - back).filter((number) => number >= 1);
  const found = await Promise.all(numbers.map((number) => payments.find(paymentNames.nameOfTry(plan, number))));
  return found.flatMap((payment) => payment?.attempts ?? []).filter((one) => !isOfLink(one));
};
