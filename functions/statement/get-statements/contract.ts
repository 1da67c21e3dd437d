import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerCodes, dealerOperation } from '../../../shared/http/dealer-operation.ts';
import { recordId, text } from '../../../shared/http/fields.ts';

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
  ...dealerOperation('GetStatementList'),
  routes: [
    ...dealerOperation('GetStatementList').routes,
    { method: 'POST', path: '/Dealer/GetStatementListMarketPlace', operation: 'GetStatementListMarketPlace' },
  ],
  requestBlock: 'DealerStatementRequest',
  request: statementRequest,
  codes: {
    ...dealerCodes('GetStatementList'),
    NoDataFound: 'Dealer.GetStatementList.NoDataFound',
  } satisfies CodesOf<EmptyListReason>,
});
