import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { recordId, text } from '../../../shared/http/fields.ts';

const INVALID_REQUEST = 'Dealer.GetAccountingList.InvalidRequest';

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
  operation: 'GetAccountingList',
  routes: [{ method: 'POST', path: '/Dealer/GetAccountingList' }],
  // The published reference shows the second one, and clients send the first.
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'DealerAccountingRequest',
  requestBlockOptional: true,
  request: transfersRequest,
  codes: {
    MalformedRequest: INVALID_REQUEST,
    InvalidRequest: INVALID_REQUEST,
    InvalidAccount: INVALID_REQUEST,
    IpAddressNotAllowed: INVALID_REQUEST,
    ChannelPermissionNotAvailable: INVALID_REQUEST,
    NoAllowedToUseThisWebService: INVALID_REQUEST,
    NoDataFound: 'Dealer.GetAccountingList.NoDataFound',
  } satisfies CodesOf<EmptyListReason>,
});
