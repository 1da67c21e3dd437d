import type { VoidFields } from '../../../shared/domain/payment/step-fields.ts';
import { paymentIdsOf } from '../../../shared/http/named-payment-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { VoidPaymentRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: VoidPaymentRequest): EveryField<VoidFields> => {
  const { OtherTrxCode, VirtualPosOrderId, ClientIP, VoidRefundReason, ...others } = request;
  noneLeft(others);
  return {
    ...paymentIdsOf({ OtherTrxCode, VirtualPosOrderId }),
    clientIp: ClientIP,
    reason: VoidRefundReason === 0 ? undefined : VoidRefundReason,
  };
};
