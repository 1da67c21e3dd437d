import { randomInt } from 'node:crypto';
import { minor } from '../../../shared/domain/money/money.ts';
import { makeStatement, NO_TOTALS, type Statement } from '../../../shared/domain/statement/statement.ts';

/** A statement of a dealer's own account, of one sale on 20 November 2026. */
export const statementWith = (dealerCode: string): Statement => {
  const sales = { count: 1, total: minor(5500), commission: minor(99) };
  return makeStatement(
    { dealerCode, subDealerId: 0, currency: 'TL' },
    { ...NO_TOTALS, sales, balance: minor(5401) },
    undefined,
    { statementId: randomInt(100_000, 2_147_483_647), day: '20261120', madeAtMs: Date.UTC(2026, 10, 20, 22) },
  ).statement;
};
