import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { recordId, text } from '../../../shared/http/fields.ts';

const INVALID_REQUEST = 'Dealer.GetStatementList.InvalidRequest';

const statementRequest = z.object({
  StatementStartDate: text({ max: 30 }),
  StatementEndDate: text({ max: 30 }),
  AccountingId: recordId(),
  StatementId: recordId(),
  SubDealerId: recordId(),
});

export type StatementRequest = z.output<typeof statementRequest>;

/** Statements of the dealer or of a sub-dealer (decisions: statements). Every field may be left out, and so may the block. */
export const contract = defineOperation({
  name: 'get-statements',
  operation: 'GetStatementList',
  routes: [
    { method: 'POST', path: '/Dealer/GetStatementList' },
    { method: 'POST', path: '/Dealer/GetStatementListMarketPlace', operation: 'GetStatementListMarketPlace' },
  ],
  // The published reference shows the second one, and clients send the first.
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'DealerStatementRequest',
  requestBlockOptional: true,
  request: statementRequest,
  codes: {
    MalformedRequest: INVALID_REQUEST,
    InvalidRequest: INVALID_REQUEST,
    InvalidAccount: INVALID_REQUEST,
    IpAddressNotAllowed: INVALID_REQUEST,
    ChannelPermissionNotAvailable: INVALID_REQUEST,
    NoAllowedToUseThisWebService: INVALID_REQUEST,
    NoDataFound: 'Dealer.GetStatementList.NoDataFound',
  } satisfies CodesOf<EmptyListReason>,
});
