import { splitsOfAttempt } from '../../domain/attempt/attempt.ts';
import { chargeNow } from '../../domain/ledger/payment-ledger.ts';
import { chargeOf } from '../../domain/payment/charge-of-attempt.ts';
import { decidingAttempt } from '../../domain/payment/payment.ts';
import type { StepCaller } from '../../payment-flow/ask-for-step.ts';
import type { NamedPayment } from '../../payment-flow/named-payment.ts';
import type { Payments } from '../../ports/payments.ts';
import type { DeskCall } from '../call/desk-call.ts';

const PAYMENT_ID = /^[1-9][0-9]{0,14}$/;

/**
 * The payment of the session's dealer that a path names by its DealerPaymentId, with the attempt that stands for it;
 * undefined where there is none, nobody has tried to pay, or it is another dealer's (rule 55). Two trips. Throws
 * StoreUnavailable.
 */
export const paymentOfDesk = async (
  { dealer }: Pick<DeskCall, 'dealer'>,
  id: string,
  payments: Pick<Payments, 'findById'>,
): Promise<NamedPayment | undefined> => {
  if (!PAYMENT_ID.test(id)) return undefined;
  const payment = await payments.findById(dealer.dealerCode, Number(id));
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  return payment === undefined || attempt === undefined ? undefined : { payment, attempt };
};

/** Who asks for a step of it: the dealer, from the address of the browser (rule 54). */
export const stepCallerOf = (
  { dealer, page }: Pick<DeskCall, 'dealer' | 'page'>,
  { attempt }: Pick<NamedPayment, 'attempt'>,
): StepCaller => ({
  dealer,
  ids: { virtualPosOrderId: attempt.orderId },
  asker: { by: 'dealer', clientIp: page.sourceAddress },
});

/** Sub-dealers with a part in the charge as it stands now, by their ids. */
export const subDealersOf = ({ payment, attempt }: NamedPayment): readonly number[] => {
  if (splitsOfAttempt(attempt).length === 0) return [];
  const { money } = chargeNow(chargeOf(attempt, payment), payment.steps);
  return money.splits.map(({ subDealerId }) => subDealerId).toSorted((a, b) => a - b);
};
