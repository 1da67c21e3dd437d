import type { Attempt } from '../domain/attempt/attempt.ts';
import { decidingAttempt, type Payment } from '../domain/payment/payment.ts';
import type { PaymentIds } from '../domain/payment/payment-ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Payments } from '../ports/payments.ts';

/** A payment and the one of its attempts that a request is about. */
export interface NamedPayment {
  readonly payment: Payment;
  readonly attempt: Attempt;
}

/**
 * The payment of an OtherTrxCode. Codes are compared exactly (rule 12), yet some clients add blanks around them: the
 * code is looked up as it is given first, then without these blanks.
 */
export const findPaymentByCode = async (
  payments: Pick<Payments, 'findByCode'>,
  dealerCode: string,
  otherTrxCode: string,
): Promise<Payment | undefined> => {
  const found = await payments.findByCode(dealerCode, otherTrxCode);
  const trimmed = otherTrxCode.trim();
  return found !== undefined || trimmed === otherTrxCode ? found : payments.findByCode(dealerCode, trimmed);
};

const ofOrder = (payment: Payment | undefined, orderId: string): NamedPayment | undefined => {
  const attempt = payment?.attempts.find((one) => one.orderId === orderId);
  return payment === undefined || attempt === undefined ? undefined : { payment, attempt };
};

const byOrder = async (
  payments: Pick<Payments, 'findByOrder'>,
  dealerCode: string,
  orderId: string,
): Promise<NamedPayment | undefined> => ofOrder(await payments.findByOrder(dealerCode, orderId), orderId);

const byCode = async (
  payments: Pick<Payments, 'findByCode'>,
  dealerCode: string,
  otherTrxCode: string,
): Promise<NamedPayment | undefined> => {
  const payment = await findPaymentByCode(payments, dealerCode, otherTrxCode);
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  return payment === undefined || attempt === undefined ? undefined : { payment, attempt };
};

const mismatch = (): Refusal =>
  new Refusal(
    'OtherTrxCodeAndVirtualPosOrderIdMismatch',
    'OtherTrxCode and VirtualPosOrderId do not name the same payment.',
  );

const ofIds = async (
  payments: Pick<Payments, 'findByCode' | 'findByOrder'>,
  dealerCode: string,
  { otherTrxCode, virtualPosOrderId }: PaymentIds,
): Promise<NamedPayment | undefined> => {
  const ofOrderId = async () =>
    virtualPosOrderId === undefined ? undefined : byOrder(payments, dealerCode, virtualPosOrderId);
  if (otherTrxCode === undefined) return ofOrderId();
  const ofCode = await byCode(payments, dealerCode, otherTrxCode);
  if (virtualPosOrderId === undefined || ofCode?.attempt.orderId === virtualPosOrderId) return ofCode;
  if (ofCode !== undefined || (await ofOrderId()) !== undefined) throw mismatch();
  return undefined;
};

/**
 * The charge of this dealer that a request names. An order id names its own attempt; a code names the attempt that was
 * reported paid, else the latest. A link or 3D payment that nobody tried to pay has no charge yet. Costs one trip; two
 * when both ids are given and the code names nothing. Refuses a request without an id, ids of two charges, and ids that
 * name none. Throws StoreUnavailable.
 */
export const findNamedPayment = async (
  payments: Pick<Payments, 'findByCode' | 'findByOrder'>,
  dealerCode: string,
  ids: PaymentIds,
): Promise<NamedPayment> => {
  if (ids.otherTrxCode === undefined && ids.virtualPosOrderId === undefined) {
    const sentence = 'OtherTrxCode or VirtualPosOrderId must be given.';
    throw new Refusal('OtherTrxCodeOrVirtualPosOrderIdMustGiven', sentence);
  }
  const named = await ofIds(payments, dealerCode, ids);
  if (named !== undefined) return named;
  throw new Refusal('PaymentNotFound', 'No payment of this dealer has the given OtherTrxCode or VirtualPosOrderId.');
};
