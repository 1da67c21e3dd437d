import { type DayText, dayAfter, isWeekday } from '../calendar.ts';
import { type Currency, type MinorUnits, minor } from '../money/money.ts';
import type { MovementKind, StatementEntry } from './movement.ts';

/** How many sales or refunds, and their sums. A refund gives its part of the commission back. */
export interface CountedSum {
  readonly count: number;
  readonly total: MinorUnits;
  readonly commission: MinorUnits;
}

/** What moved on one account in one currency. `balance` and `pool` are signed, as in the ledger. */
export interface StatementTotals {
  readonly sales: CountedSum;
  /** Refunds, voids and reversals, as amounts above zero. */
  readonly refunds: CountedSum;
  readonly balance: MinorUnits;
  readonly pool: MinorUnits;
}

/** Whose statement of which currency. */
export interface StatementAccount {
  readonly dealerCode: string;
  /** `DEALER_ITSELF`, or the sub-dealer. */
  readonly subDealerId: number;
  readonly currency: Currency;
}

/** What an account holds behind its latest statement. */
export interface AccountBalance extends StatementAccount {
  readonly version: number;
  /** Day of the latest statement. */
  readonly day: DayText;
  /** What the account owes the service; never above zero, since what is above it is paid out. */
  readonly owed: MinorUnits;
  /** What waits for the dealer's approval. */
  readonly pool: MinorUnits;
}

/**
 * What one account moved on one day of Istanbul, in one currency. It is written once and never changes: what happens
 * later belongs to its own day.
 */
export interface Statement extends StatementAccount, StatementTotals {
  /** DealerStatementId, a 32-bit number. */
  readonly statementId: number;
  readonly day: DayText;
  /** What the account owed from the days before; never above zero. */
  readonly owedBefore: MinorUnits;
  /** What is paid out for this day, after what was owed; never below zero. */
  readonly payout: MinorUnits;
  /** What the account owes after this day; never above zero. */
  readonly owedAfter: MinorUnits;
  /** What waits for the dealer's approval after this day. */
  readonly poolAfter: MinorUnits;
  readonly paidOn: DayText;
  readonly madeAtMs: number;
}

const NOTHING_COUNTED: CountedSum = { count: 0, total: minor(0), commission: minor(0) };
export const NO_TOTALS: StatementTotals = {
  sales: NOTHING_COUNTED,
  refunds: NOTHING_COUNTED,
  balance: minor(0),
  pool: minor(0),
};

const SIDE_OF: Readonly<Record<MovementKind, 'sales' | 'refunds' | undefined>> = {
  charge: 'sales',
  capture: 'sales',
  void: 'refunds',
  refund: 'refunds',
  reversal: 'refunds',
  'pool-approval': undefined,
  'pool-undo': undefined,
  'share-change': 'sales',
};

/** A change of shares is no further sale: it corrects the sums of one, upwards or downwards. */
const countOf = (kind: MovementKind): number => (kind === 'share-change' ? 0 : 1);

/** An entry alone, as totals. */
export const totalsOfEntry = ({ kind, gross, commission, balance, pool }: StatementEntry): StatementTotals => {
  const side = SIDE_OF[kind];
  const sign = side === 'refunds' ? -1 : 1;
  // Adding zero turns the -0 of a negated zero into 0.
  const counted = { count: countOf(kind), total: minor(sign * gross + 0), commission: minor(sign * commission + 0) };
  return { ...NO_TOTALS, balance, pool, ...(side === undefined ? {} : { [side]: counted }) };
};

const addCounted = (one: CountedSum, other: CountedSum): CountedSum => ({
  count: one.count + other.count,
  total: minor(one.total + other.total),
  commission: minor(one.commission + other.commission),
});

export const addTotals = (one: StatementTotals, other: StatementTotals): StatementTotals => ({
  sales: addCounted(one.sales, other.sales),
  refunds: addCounted(one.refunds, other.refunds),
  balance: minor(one.balance + other.balance),
  pool: minor(one.pool + other.pool),
});

/** The first weekday behind a day. Public holidays are not known here. */
const payoutDayOf = (day: DayText): DayText => {
  const next = dayAfter(day);
  return isWeekday(next) ? next : payoutDayOf(next);
};

/** What the maker of a statement knows besides its sums. */
export interface StatementMade {
  readonly statementId: number;
  readonly day: DayText;
  readonly madeAtMs: number;
}

/**
 * The statement of a day, and the balance behind it. What is above zero is paid out; what is below is owed, and is
 * deducted from the next days.
 */
export const makeStatement = (
  { dealerCode, subDealerId, currency }: StatementAccount,
  totals: StatementTotals,
  before: AccountBalance | undefined,
  { statementId, day, madeAtMs }: StatementMade,
): { readonly statement: Statement; readonly balance: AccountBalance } => {
  const account = { dealerCode, subDealerId, currency };
  const owedBefore = before?.owed ?? minor(0);
  const due = owedBefore + totals.balance;
  const [payout, owedAfter] = [minor(Math.max(0, due)), minor(Math.min(0, due))];
  const poolAfter = minor((before?.pool ?? 0) + totals.pool);
  return {
    statement: {
      ...account,
      ...totals,
      statementId,
      day,
      owedBefore,
      payout,
      owedAfter,
      poolAfter,
      paidOn: payoutDayOf(day),
      madeAtMs,
    },
    balance: { ...account, version: (before?.version ?? 0) + 1, day, owed: owedAfter, pool: poolAfter },
  };
};
