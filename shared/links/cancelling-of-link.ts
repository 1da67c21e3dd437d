import { type Cancelling, cancellingAt } from '../domain/link/cancelling.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { Payments } from '../ports/payments.ts';

/** A payment request of a dealer, and what cancelling it would do now. */
export interface LinkToCancel {
  readonly link: PaymentRequest;
  readonly cancelling: Cancelling;
}

/**
 * The dealer's payment request with an id, and whether it may be cancelled now: one decision for operators and the desk. Undefined
 * where there is none. Throws StoreUnavailable and UnreadableRow.
 */
export const cancellingOfLink = async (
  payments: Pick<Payments, 'findById'>,
  { dealerCode, userPosPaymentId }: { readonly dealerCode: string; readonly userPosPaymentId: number },
  nowMs: number,
): Promise<LinkToCancel | undefined> => {
  const payment = await payments.findById(dealerCode, userPosPaymentId);
  const link = payment?.kind === 'three-d' ? undefined : payment?.link;
  if (payment === undefined || link === undefined) return undefined;
  return { link, cancelling: cancellingAt(link, payment.attempts, nowMs) };
};
