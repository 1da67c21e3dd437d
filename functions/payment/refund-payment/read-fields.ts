import type { RefundFields } from '../../../shared/domain/payment/step-fields.ts';
import { paymentIdsOf, shareOf } from '../../../shared/http/named-payment-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { RefundPaymentRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. Amount 0 is not given: all that is left goes back. */
export const fieldsOf = (request: RefundPaymentRequest): EveryField<RefundFields> => {
  const { OtherTrxCode, VirtualPosOrderId, ClientIP, Amount, SubDealer, RefundCode, ...others } = request;
  noneLeft(others);
  return {
    ...paymentIdsOf({ OtherTrxCode, VirtualPosOrderId }),
    clientIp: ClientIP,
    amount: Amount === 0 ? undefined : Amount,
    shares: SubDealer.map(shareOf),
    refundCode: RefundCode,
  };
};
