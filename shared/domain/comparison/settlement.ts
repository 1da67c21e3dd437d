import { type DayText, istanbulDayOf, nextTimeOfDay } from '../calendar.ts';
import type { Currency } from '../money/money.ts';
import type { DifferenceKind } from './difference.ts';
import type { ExpectedOrder } from './expected-order.ts';

/** What the lines of a settlement file say of one order, in minor units. */
export interface SettledOrder {
  readonly taken: number;
  readonly refunded: number;
  readonly voided: number;
  /** Absent where the file has no column for it. */
  readonly currency?: Currency;
  /** Further lines are in another currency. They are in no sum. */
  readonly hasOtherCurrency?: true;
}

/** What our records say that the bank settled of an order in the days of the file. */
export interface OwnSettlement {
  readonly taken: number;
  readonly refunded: number;
  readonly currency: Currency;
}

/** An order as it stands here now, whatever the day. */
export interface KnownOrder {
  readonly expected: ExpectedOrder;
  readonly currency: Currency;
  /** It was given back by a void, which leaves nothing in a settlement file. */
  readonly isVoided: boolean;
}

export interface SettlementFacts {
  /** Absent: the file does not name the order. */
  readonly file?: SettledOrder | undefined;
  /** Absent: nothing of it was settled in these days by our records. */
  readonly own?: OwnSettlement | undefined;
  /** Absent: the order is not known here. Asked for only where file and records differ. */
  readonly known?: KnownOrder | undefined;
}

/** What the file leaves of the charge: a void of the same day takes it away. */
const leftTaken = ({ taken, voided }: SettledOrder): number => Math.max(0, taken - voided);

/** True where the file and our records of its days say the same: then nothing else has to be read. */
export const isSettledAlike = (file: SettledOrder, own: OwnSettlement): boolean =>
  file.hasOtherCurrency !== true &&
  leftTaken(file) === own.taken &&
  file.refunded === own.refunded &&
  (file.currency === undefined || file.currency === own.currency);

const ofMissing = ({ own, known }: SettlementFacts): DifferenceKind | undefined => {
  if (own === undefined || known === undefined || known.expected.kind === 'open' || known.isVoided) return undefined;
  if (own.taken > 0) return 'missing-at-bank';
  return own.refunded > 0 ? 'other-refunds' : undefined;
};

const ofCharge = (taken: number, { expected, isVoided }: KnownOrder): DifferenceKind | undefined => {
  if (expected.kind === 'nothing' || expected.kind === 'held' || isVoided) return 'charged-at-bank';
  // What was given back by credits was taken before.
  if (expected.kind === 'taken' || expected.kind === 'given-back') {
    return expected.amount === taken ? undefined : 'other-amount';
  }
  return undefined;
};

const refundedHere = ({ expected }: KnownOrder): number => {
  if (expected.kind === 'given-back') return expected.amount;
  return expected.kind === 'taken' ? expected.refunded : 0;
};

/**
 * How a settlement file differs from our records of one order; undefined where it does not. An order that the file names
 * and that is settled on another day here is compared with what stands here now.
 */
export const settlementDifference = (facts: SettlementFacts): DifferenceKind | undefined => {
  const { file, own, known } = facts;
  if (file === undefined) return ofMissing(facts);
  if (known === undefined) return 'missing-here';
  if (known.expected.kind === 'open') return undefined;
  if (file.hasOtherCurrency === true) return 'other-currency';
  if (file.currency !== undefined && file.currency !== known.currency) return 'other-currency';
  const taken = leftTaken(file);
  if (known.isVoided && taken === 0 && file.refunded === 0) return undefined;
  // The bank counts as given back what counts as taken here, or the other way round.
  if (own !== undefined && own.taken > 0 && taken === 0) return file.refunded > 0 ? 'other-type' : 'other-state';
  if (own !== undefined && own.refunded > 0 && own.taken === 0 && file.refunded === 0) return 'other-type';
  const charge = taken === 0 ? undefined : ofCharge(taken, known);
  if (charge !== undefined) return charge;
  if (file.refunded > refundedHere(known)) return 'other-refunds';
  return own !== undefined && file.refunded < own.refunded ? 'other-refunds' : undefined;
};

/** Days of settlement files: those that end when the bank closes its day, or those of the calendar. */
export const settlementDayKinds = ['bank days', 'calendar days'] as const;
export type SettlementDays = (typeof settlementDayKinds)[number];

/** The day of a file in which a moment stands. */
export const settlementDayOf = (
  atMs: number,
  { days, dayEndsAt }: { readonly days: SettlementDays; readonly dayEndsAt: string },
): DayText => istanbulDayOf(days === 'bank days' ? nextTimeOfDay(atMs, dayEndsAt) : atMs);
