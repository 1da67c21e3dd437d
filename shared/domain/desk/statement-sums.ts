import { monthOf } from '../calendar.ts';
import { type Currency, currencies, type MinorUnits, minor } from '../money/money.ts';
import { addTotals, NO_TOTALS, type Statement, type StatementTotals } from '../statement/statement.ts';

/** What some statements of one account and currency come to. */
export interface StatementSum extends StatementTotals {
  readonly currency: Currency;
  readonly payout: MinorUnits;
  /** What waits for the dealer's approval, and what is owed, after the latest of them. */
  readonly poolAfter: MinorUnits;
  readonly owedAfter: MinorUnits;
  readonly statements: number;
}

/** Statements of one account and currency; undefined of none. */
const sumOf = (statements: readonly Statement[]): StatementSum | undefined => {
  const latest = statements.toSorted((one, other) => (one.day < other.day ? 1 : -1))[0];
  if (latest === undefined) return undefined;
  const { currency, poolAfter, owedAfter } = latest;
  const payout = minor(statements.reduce((all, one) => all + one.payout, 0));
  const totals = statements.reduce<StatementTotals>(addTotals, NO_TOTALS);
  return { ...totals, currency, payout, poolAfter, owedAfter, statements: statements.length };
};

/** Statements of one account added up by currency. */
export const sumsByCurrency = (statements: readonly Statement[]): readonly StatementSum[] =>
  currencies.flatMap((currency) => sumOf(statements.filter((one) => one.currency === currency)) ?? []);

/** Statements of one account in one currency added up by month, the latest month first. */
export const sumsByMonth = (
  statements: readonly Statement[],
  currency: Currency,
): readonly (StatementSum & { readonly month: string })[] => {
  const own = statements.filter((one) => one.currency === currency);
  const months = Map.groupBy(own, ({ day }) => monthOf(day));
  return [...months]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([month, ofMonth]) => {
      const sum = sumOf(ofMonth);
      return sum === undefined ? [] : [{ ...sum, month }];
    });
};
