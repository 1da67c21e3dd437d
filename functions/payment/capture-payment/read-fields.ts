import type { CaptureFields } from '../../../shared/domain/payment/step-fields.ts';
import { paymentIdsOf, shareOf } from '../../../shared/http/named-payment-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { CapturePaymentRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: CapturePaymentRequest): EveryField<CaptureFields> => {
  const { OtherTrxCode, VirtualPosOrderId, ClientIP, Amount, SubDealer, ...others } = request;
  noneLeft(others);
  return {
    ...paymentIdsOf({ OtherTrxCode, VirtualPosOrderId }),
    clientIp: ClientIP,
    amount: Amount,
    shares: SubDealer.map(shareOf),
  };
};
