import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import type { BankDealer } from '../bank/bank-merchants.ts';
import { callOperation } from '../dealer/operation-calls.ts';

export type Members = Readonly<Record<string, unknown>>;
export type Entries = readonly Members[];

type ListName = 'PaymentList' | 'PaymentTrxList' | 'PaymentTrxDetailList';

/** Calls operations of a dealer; an answer without data has none of the lists. */
export const listCaller =
  (dealer: Pick<BankDealer, 'post' | 'account'>) => async (operation: OperationName, fields: Members) => {
    const { Data, ResultCode, ResultMessage } = await callOperation(dealer, operation, fields);
    return { ResultCode, ResultMessage, Data: (Data ?? {}) as Members & Readonly<Record<ListName, Entries>> };
  };
