import { badEmail } from '../../shared/domain/customer/contact.ts';
import { refuseCardNumber } from '../../shared/domain/customer/customer-rules.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { poolAnswer } from '../../shared/http/pool-fields.ts';
import { findPaymentByAnyId } from '../../shared/payment-flow/payment-by-any-id.ts';
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

/**
 * Changes what is shown of a payment to its dealer (decisions: lists of payments): fields that are not given stay as they
 * are. Nothing of this moves money or decides a repeat.
 */
export const updatePayment =
  (deps: UpdatePaymentDependencies): UseCase<UpdatePaymentRequest> =>
  async ({ dealer: { dealerCode }, read }) => {
    const fields = fieldsOf(readValue(read));
    refuseTexts(fields);
    const { payment, attempt } = await findPaymentByAnyId(deps.payments, dealerCode, fields);
    const { software, description, buyer } = fields;
    await deps.texts.change(payment.name, { ...omitUndefined({ software, description }), buyer: omitUndefined(buyer) });
    return poolAnswer({ orderId: attempt.orderId, replayed: false });
  };
