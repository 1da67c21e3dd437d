import { paymentIdsOf } from '../../../shared/http/named-payment-fields.ts';
import { type PaymentTextFields, paymentTextFieldsOf } from '../../../shared/http/payment-text-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { AnyPaymentIds } from '../../../shared/payment-flow/payment-by-any-id.ts';
import type { UpdatePaymentRequest } from './contract.ts';

/** What a request changes of which payment. Absent means not given. */
export interface UpdatePaymentFields extends AnyPaymentIds, PaymentTextFields {}

/** Maps the names of the wire to those of the domain. ClientIP decides nothing. */
export const fieldsOf = (request: UpdatePaymentRequest): EveryField<UpdatePaymentFields> => {
  const { DealerPaymentId, OtherTrxCode, VirtualPosOrderId, ClientIP: _caller, ...texts } = request;
  const { Software, Description, BuyerInformation, ...others } = texts;
  noneLeft(others);
  return {
    paymentId: DealerPaymentId,
    ...paymentIdsOf({ OtherTrxCode, VirtualPosOrderId }),
    ...paymentTextFieldsOf({ Software, Description, BuyerInformation }),
  };
};
