import type { DayText } from '../calendar.ts';
import type { CardLimit } from '../dealer/dealer.ts';
import type { Currency, MinorUnits } from '../money/money.ts';

/** What one payment takes of its card's day: one of the payments, and its amount (section 8, rules 17 and 26). */
export interface CardDayTake {
  /** A keyed hash of the card's number; nothing else tells which card it is. */
  readonly hash: string;
  readonly day: DayText;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly most: CardLimit;
}

/** True when a dealer limits what it takes from one card a day, so that its days must be counted. */
export const limitsCards = ({ count, amount }: CardLimit): boolean => count !== 'unlimited' || amount !== 'unlimited';

/**
 * True when a day that holds nothing yet could not hold the amount: a condition of the store cannot tell that of a
 * first payment (rule 17).
 */
export const isAboveCardLimit = ({ amount: most }: CardLimit, amount: MinorUnits): boolean =>
  most !== 'unlimited' && amount > most;

/** Amounts of a card's day stand by currency: the limit holds for each, in its own minor units. */
export const usedAttribute = (currency: Currency): string => `usedMinor${currency}`;
