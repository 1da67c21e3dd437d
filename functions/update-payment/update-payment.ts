import { badEmail } from '../../shared/domain/customer/contact.ts';
import { refuseCardNumber } from '../../shared/domain/customer/customer-rules.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { callNameOf, decidingAttempt } from '../../shared/domain/payment/payment.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { poolAnswer } from '../../shared/http/pool-fields.ts';
import { findNamedPayment, type NamedPayment } from '../../shared/payment-flow/named-payment.ts';
import type { PaymentTextChanges } from '../../shared/ports/payment-texts.ts';
import type { Payments } from '../../shared/ports/payments.ts';
import type { UpdatePaymentRequest } from './contract.ts';
import { fieldsOf, type UpdatePaymentFields } from './read-fields.ts';

export interface UpdatePaymentDependencies {
  readonly payments: Pick<Payments, 'findByCode' | 'findByOrder' | 'findById'>;
  readonly texts: PaymentTextChanges;
}

/** Refuses texts that no payment may keep (rule 32). */
const refuseTexts = ({ software, description, buyer }: UpdatePaymentFields): void => {
  refuseCardNumber('Software', software);
  refuseCardNumber('Description', description);
  refuseCardNumber('BuyerInformation.BuyerFullName', buyer.fullName);
  refuseCardNumber('BuyerInformation.BuyerAddress', buyer.address);
  if (!badEmail(buyer.email)) return;
  throw new Refusal('InvalidRequest', 'BuyerInformation.BuyerEmail is not an e-mail address.');
};

const byId = async (
  { payments }: UpdatePaymentDependencies,
  dealerCode: string,
  paymentId: number,
): Promise<NamedPayment> => {
  const payment = await payments.findById(dealerCode, paymentId);
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  if (payment !== undefined && attempt !== undefined) return { payment, attempt };
  throw new Refusal('PaymentNotFound', 'DealerPaymentId is the id of no payment of this dealer.');
};

/** The payment that a request names by one id or several, which must then name the same one. */
const named = async (
  deps: UpdatePaymentDependencies,
  dealerCode: string,
  { paymentId, otherTrxCode, virtualPosOrderId }: UpdatePaymentFields,
): Promise<NamedPayment> => {
  const ids = { otherTrxCode, virtualPosOrderId };
  const hasOtherId = otherTrxCode !== undefined || virtualPosOrderId !== undefined;
  if (paymentId === undefined) {
    if (hasOtherId) return findNamedPayment(deps.payments, dealerCode, ids);
    const sentence = 'DealerPaymentId, OtherTrxCode or VirtualPosOrderId must be given.';
    throw new Refusal('OtherTrxCodeOrVirtualPosOrderIdMustGiven', sentence);
  }
  const ofId = await byId(deps, dealerCode, paymentId);
  if (!hasOtherId) return ofId;
  const ofIds = await findNamedPayment(deps.payments, dealerCode, ids);
  if (ofIds.payment.name === ofId.payment.name) return ofIds;
  const sentence = 'DealerPaymentId and the other ids do not name the same payment.';
  throw new Refusal('OtherTrxCodeAndVirtualPosOrderIdMismatch', sentence);
};

/**
 * Changes what is shown of a payment to its dealer (decisions: lists of payments): fields that are not given stay as they
 * are. A code's calls may have asked for different things: it changes the call of the attempt that is shown. Nothing of
 * this moves money or decides a repeat.
 */
export const updatePayment =
  (deps: UpdatePaymentDependencies): UseCase<UpdatePaymentRequest> =>
  async ({ dealer: { dealerCode }, read }) => {
    const fields = fieldsOf(readValue(read));
    refuseTexts(fields);
    const { payment, attempt } = await named(deps, dealerCode, fields);
    const { software, description, buyer } = fields;
    const texts = { ...omitUndefined({ software, description }), buyer: omitUndefined(buyer) };
    await deps.texts.change({ payment: payment.name, call: callNameOf(attempt, payment) }, texts);
    return poolAnswer({ orderId: attempt.orderId, replayed: false });
  };
