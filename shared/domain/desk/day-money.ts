import type { DayText } from '../calendar.ts';
import { type Currency, currencies, type MinorUnits, minor } from '../money/money.ts';
import type { StatementEntry } from '../statement/movement.ts';
import { DEALER_ITSELF } from '../statement/movement.ts';
import { type Statement, totalsOfEntry } from '../statement/statement.ts';

/** What payers paid and got back on a day in one currency, whoever of dealer and sub-dealers has it. */
export interface DayMoney {
  readonly day: DayText;
  readonly currency: Currency;
  /** Sales and captures, commissions included. */
  readonly paid: MinorUnits;
  /** Refunds, voids and reversals, as an amount above zero. */
  readonly givenBack: MinorUnits;
}

type AccountDay = Pick<Statement, 'day' | 'currency' | 'subDealerId' | 'sales' | 'refunds'>;

/**
 * The part of one account in what payers paid. The dealer's own account has, of a payment with sub-dealers, the commissions that
 * it takes from them: these are part of the sub-dealers' shares, and would count twice.
 */
const moneyOfAccount = ({ day, currency, subDealerId, sales, refunds }: AccountDay): DayMoney => {
  const isOwn = subDealerId === DEALER_ITSELF;
  return {
    day,
    currency,
    paid: minor(sales.total - (isOwn ? 0 : sales.commission)),
    givenBack: minor(refunds.total - (isOwn ? 0 : refunds.commission)),
  };
};

/** One sum for each day and currency, by day and then by currency. */
const addMoney = (parts: readonly DayMoney[]): readonly DayMoney[] => {
  const sums = new Map<string, DayMoney>();
  for (const part of parts) {
    const key = `${part.day} ${currencies.indexOf(part.currency)}`;
    const { paid, givenBack } = sums.get(key) ?? { paid: 0, givenBack: 0 };
    sums.set(key, { ...part, paid: minor(paid + part.paid), givenBack: minor(givenBack + part.givenBack) });
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, money]) => money);
};

/**
 * What payers paid by the statements of all accounts of some days. A single account's part may be below zero; the sum over all
 * accounts of a day is not.
 */
export const moneyOfStatements = (statements: readonly AccountDay[]): readonly DayMoney[] =>
  addMoney(statements.map(moneyOfAccount));

/** The same by the entries of a day. */
export const moneyOfEntries = (entries: readonly StatementEntry[], day: DayText): readonly DayMoney[] =>
  addMoney(
    entries.map((entry) => {
      const { currency, subDealerId } = entry;
      return moneyOfAccount({ day, currency, subDealerId, ...totalsOfEntry(entry) });
    }),
  );

/** Sums over days, by currency. */
export const moneyByCurrency = (days: readonly DayMoney[]): readonly Omit<DayMoney, 'day'>[] =>
  currencies.flatMap((currency) => {
    const own = days.filter((one) => one.currency === currency);
    if (own.length === 0) return [];
    const sum = (name: 'paid' | 'givenBack'): MinorUnits => minor(own.reduce((all, one) => all + one[name], 0));
    return [{ currency, paid: sum('paid'), givenBack: sum('givenBack') }];
  });

/** How many payments the entries of a day have: each sale or capture once, whatever its shares. */
export const paymentsIn = (entries: readonly StatementEntry[], currency: Currency): number =>
  new Set(
    entries
      .filter((entry) => entry.currency === currency && (entry.kind === 'charge' || entry.kind === 'capture'))
      .map(({ orderId }) => orderId),
  ).size;
