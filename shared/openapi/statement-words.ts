import { minor } from '../domain/money/money.ts';
import type { Statement } from '../domain/statement/statement.ts';
import { pipelineSteps } from './pipeline-steps.ts';

// Words and examples of the operations about statements.

/** What a statement counts of one kind. */
export const counted = (count: number, total: number, commission: number) => ({
  count,
  total: minor(total),
  commission: minor(commission),
});

/** A day's statement of the dealer's own account, without its day. */
export const exampleStatement: Omit<Statement, 'dealerCode' | 'day' | 'madeAtMs'> = {
  statementId: 100_000,
  subDealerId: 0,
  currency: 'TL',
  sales: counted(2, 5500, 99),
  refunds: counted(1, 1000, 18),
  balance: minor(4419),
  pool: minor(0),
  owedBefore: minor(-419),
  payout: minor(4000),
  owedAfter: minor(0),
  poolAfter: minor(0),
  paidOn: '20261123',
};

/** Its sums as an answer has them. */
export const exampleSums = {
  SalesCount: 2,
  SalesTotal: 55,
  SalesCommissionTotal: 0.99,
  RefundCount: 1,
  RefundTotal: 10,
  RefundCommissionTotal: 0.18,
};

/** The order of refusals of an operation about statements. */
export const statementOrder = ({
  reading,
  invalidRequest,
  noData,
}: {
  readonly reading: string;
  readonly invalidRequest: string;
  readonly noData: string;
}) =>
  [
    ...pipelineSteps({
      block: 'DealerAuthentication',
      channel: `The dealer has no permission for the channel; reading ${reading} needs none.`,
    }),
    { step: 'Shape and required fields', conditions: { InvalidRequest: invalidRequest } },
    { step: 'Statement', conditions: { NoDataFound: noData } },
  ] as const;
