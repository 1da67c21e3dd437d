import type { PeriodTexts } from '../../../shared/domain/payment-list/list-period.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { ListPaymentsRequest } from './contract.ts';

/** Which payments are listed. Absent means not given. */
export interface ListPaymentsFields {
  readonly period: PeriodTexts;
  readonly paymentStatus?: number | undefined;
  readonly trxStatus?: number | undefined;
  readonly subDealerId?: number | undefined;
}

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: ListPaymentsRequest): EveryField<ListPaymentsFields> => {
  const { PaymentStartDate, PaymentEndDate, PaymentStatus, TrxStatus, SubDealerId, ...others } = request;
  noneLeft(others);
  return {
    period: { start: PaymentStartDate, end: PaymentEndDate },
    paymentStatus: PaymentStatus,
    trxStatus: TrxStatus,
    subDealerId: SubDealerId,
  };
};
