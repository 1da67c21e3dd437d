import { callNameOf } from '../../../shared/domain/payment/payment.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { textsOfPayment } from '../../../shared/http/payment-text-fields.ts';
import { poolAnswer } from '../../../shared/http/pool-fields.ts';
import { findPaymentByAnyId } from '../../../shared/payment-flow/payment-by-any-id.ts';
import type { PaymentTextChanges } from '../../../shared/ports/payment-texts.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { UpdatePaymentRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

export interface UpdatePaymentDependencies {
  readonly payments: Pick<Payments, 'findByCode' | 'findByOrder' | 'findById'>;
  readonly texts: PaymentTextChanges;
}

/**
 * Changes what is shown of a payment to its dealer (decisions: lists of payments): fields that are not given stay as they
 * are. A code's calls may have asked for different things: it changes the call of the attempt that is shown. Nothing of
 * this moves money or decides a repeat.
 */
export const updatePayment =
  (deps: UpdatePaymentDependencies): UseCase<UpdatePaymentRequest> =>
  async ({ dealer: { dealerCode }, read }) => {
    const fields = fieldsOf(readValue(read));
    const texts = textsOfPayment(fields);
    const { payment, attempt } = await findPaymentByAnyId(deps.payments, dealerCode, fields);
    await deps.texts.change({ payment: payment.name, call: callNameOf(attempt, payment) }, texts);
    return poolAnswer({ orderId: attempt.orderId, replayed: false });
  };
