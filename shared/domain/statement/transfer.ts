import { DAY_MS, type DayText, istanbulDayOf, istanbulDayRange } from '../calendar.ts';
import type { Currency } from '../money/money.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import { addTotals, NO_TOTALS, type Statement, type StatementTotals } from './statement.ts';

/** What is paid out to an account on one day in one currency: the statements whose payout falls on it. */
export interface Transfer {
  readonly paidOn: DayText;
  readonly currency: Currency;
  readonly subDealerId: number;
  readonly totals: Pick<StatementTotals, 'sales' | 'refunds'>;
  readonly payout: MinorUnits;
  /** Their numbers, oldest first. */
  readonly statementIds: readonly number[];
}

interface Days {
  readonly from: DayText;
  readonly until: DayText;
}

/** A payout is made on the next weekday, so at most three days behind the day of its statement. */
const LONGEST_WAIT_DAYS = 3;

const daysBefore = (day: DayText, count: number): DayText =>
  istanbulDayOf(istanbulDayRange(day).firstMs - count * DAY_MS);

/** The days of the statements that may be paid out between these days. */
export const statementDaysOfTransfers = ({ from, until }: Days): Days => ({
  from: daysBefore(from, LONGEST_WAIT_DAYS),
  until: daysBefore(until, 1),
});

const withStatement = (before: Transfer | undefined, statement: Statement): Transfer => {
  const { paidOn, currency, subDealerId } = statement;
  const { totals, payout, statementIds } = before ?? { totals: NO_TOTALS, payout: minor(0), statementIds: [] };
  const { sales, refunds } = addTotals({ ...NO_TOTALS, ...totals }, statement);
  return {
    paidOn,
    currency,
    subDealerId,
    totals: { sales, refunds },
    payout: minor(payout + statement.payout),
    statementIds: [...statementIds, statement.statementId].toSorted((a, b) => a - b),
  };
};

/** The transfers of one account between two days, the latest first, by its statements in any order. */
export const transfersOf = (statements: readonly Statement[], { from, until }: Days): readonly Transfer[] => {
  const transfers = new Map<string, Transfer>();
  for (const statement of statements) {
    if (statement.paidOn < from || statement.paidOn > until) continue;
    const key = `${statement.paidOn} ${statement.currency}`;
    transfers.set(key, withStatement(transfers.get(key), statement));
  }
  return [...transfers].toSorted(([one], [other]) => (one < other ? 1 : -1)).map(([, transfer]) => transfer);
};
