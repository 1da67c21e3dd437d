import { decidingAttempt } from '../domain/payment/payment.ts';
import type { PaymentIds } from '../domain/payment/payment-ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Payments } from '../ports/payments.ts';
import { findNamedPayment, type NamedPayment } from './named-payment.ts';

/** The ids of a payment that a request may give; several must name the same one. */
export interface AnyPaymentIds extends PaymentIds {
  /** DealerPaymentId. */
  readonly paymentId?: number | undefined;
}

type PaymentsById = Pick<Payments, 'findByCode' | 'findByOrder' | 'findById'>;

const byId = async (payments: PaymentsById, dealerCode: string, paymentId: number): Promise<NamedPayment> => {
  const payment = await payments.findById(dealerCode, paymentId);
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  if (payment !== undefined && attempt !== undefined) return { payment, attempt };
  throw new Refusal('PaymentNotFound', 'DealerPaymentId is the id of no payment of this dealer.');
};

/**
 * The payment that a request names by one id or several, which must then name the same one. Refuses as `findNamedPayment`
 * does. Throws StoreUnavailable.
 */
export const findPaymentByAnyId = async (
  payments: PaymentsById,
  dealerCode: string,
  { paymentId, otherTrxCode, virtualPosOrderId }: AnyPaymentIds,
): Promise<NamedPayment> => {
  const ids = { otherTrxCode, virtualPosOrderId };
  const hasOtherId = otherTrxCode !== undefined || virtualPosOrderId !== undefined;
  if (paymentId === undefined) {
    if (hasOtherId) return findNamedPayment(payments, dealerCode, ids);
    const sentence = 'DealerPaymentId, OtherTrxCode or VirtualPosOrderId must be given.';
    throw new Refusal('OtherTrxCodeOrVirtualPosOrderIdMustGiven', sentence);
  }
  const ofId = await byId(payments, dealerCode, paymentId);
  if (!hasOtherId) return ofId;
  const ofIds = await findNamedPayment(payments, dealerCode, ids);
  if (ofIds.payment.name === ofId.payment.name) return ofIds;
  const sentence = 'DealerPaymentId and the other ids do not name the same payment.';
  throw new Refusal('OtherTrxCodeAndVirtualPosOrderIdMismatch', sentence);
};
