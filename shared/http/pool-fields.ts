import * as z from 'zod/mini';
import type { PoolFields } from '../domain/payment/step-fields.ts';
import { namedPaymentMembers, namedSubDealers, paymentIdsOf, shareOf } from './named-payment-fields.ts';
import { type EveryField, noneLeft } from './read-members.ts';

/** The request block of both pool operations. */
export const poolRequest = z.object({ ...namedPaymentMembers, SubDealer: namedSubDealers() });

export type PoolRequest = z.output<typeof poolRequest>;

/** Maps the names of the wire to those of the domain. */
export const poolFieldsOf = (request: PoolRequest): EveryField<PoolFields> => {
  const { OtherTrxCode, VirtualPosOrderId, ClientIP, SubDealer, ...others } = request;
  noneLeft(others);
  return {
    ...paymentIdsOf({ OtherTrxCode, VirtualPosOrderId }),
    clientIp: ClientIP,
    shares: SubDealer.map(shareOf),
  };
};

/** The answer of both pool operations. */
export const poolAnswer = ({ orderId, replayed }: { readonly orderId: string; readonly replayed: boolean }) => ({
  data: { IsSuccessful: true, ResultCode: '', ResultMessage: '', VirtualPosOrderId: orderId },
  replayed,
});
