import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerCodes, dealerOperation } from '../../../shared/http/dealer-operation.ts';
import { recordId, text } from '../../../shared/http/fields.ts';

const transfersRequest = z.object({
  TransferStartDate: text({ max: 30 }),
  TransferEndDate: text({ max: 30 }),
  CurrencyCode: text({ max: 10 }),
  SubDealerId: recordId(),
});

export type TransfersRequest = z.output<typeof transfersRequest>;

/** What is paid out to the dealer or a sub-dealer, by day (decisions: statements). Every field may be left out. */
export const contract = defineOperation({
  name: 'list-transfers',
  ...dealerOperation('GetAccountingList'),
  requestBlock: 'DealerAccountingRequest',
  request: transfersRequest,
  codes: {
    ...dealerCodes('GetAccountingList'),
    NoDataFound: 'Dealer.GetAccountingList.NoDataFound',
  } satisfies CodesOf<EmptyListReason>,
});
