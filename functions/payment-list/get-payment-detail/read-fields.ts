import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { PaymentDetailRequest } from './contract.ts';

/** How a payment is named in a detail request. Absent means not given. */
export interface PaymentDetailFields {
  /** NaN: a PaymentId is given, and no payment can have it. */
  readonly paymentId?: number | undefined;
  readonly otherTrxCode?: string | undefined;
  readonly subDealerId?: number | undefined;
}

/** Strongly typed clients send 0 for an id that they do not have. */
const givenId = (id: number | undefined): number | undefined => (id === 0 ? undefined : id);

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: PaymentDetailRequest): EveryField<PaymentDetailFields> => {
  const { PaymentId, DealerPaymentId, OtherTrxCode, SubDealerId, ...others } = request;
  noneLeft(others);
  return {
    paymentId: givenId(PaymentId) ?? givenId(DealerPaymentId),
    otherTrxCode: OtherTrxCode,
    subDealerId: SubDealerId,
  };
};
