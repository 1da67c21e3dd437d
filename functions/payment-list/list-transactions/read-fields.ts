import type { PeriodTexts } from '../../../shared/domain/payment-list/list-period.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { ListTransactionsRequest } from './contract.ts';

/** Which transactions are listed. Absent means not given. */
export interface ListTransactionsFields {
  readonly period: PeriodTexts;
  readonly trxType?: number | undefined;
  readonly trxStatus?: number | undefined;
  readonly subDealerId?: number | undefined;
}

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: ListTransactionsRequest): EveryField<ListTransactionsFields> => {
  const { TrxStartDate, TrxEndDate, TrxType, TrxStatus, SubDealerId, ...others } = request;
  noneLeft(others);
  return {
    period: { start: TrxStartDate, end: TrxEndDate },
    trxType: TrxType,
    trxStatus: TrxStatus,
    subDealerId: SubDealerId,
  };
};
