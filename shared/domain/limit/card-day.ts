import type { DayText } from '../calendar.ts';
import type { CardLimit } from '../dealer/dealer.ts';
import type { Currency, MinorUnits } from '../money/money.ts';

/** What one payment takes from its card's day: one payment, and its amount (dealer interface 8, rules 17 and 26). */
export interface CardDayTake {
  /** A keyed hash of the card's number. Nothing else in the row identifies the card. */
  readonly hash: string;
  readonly day: DayText;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly most: CardLimit;
}

/** True if the dealer limits what it takes from one card in a day, so that card days must be counted. */
export const limitsCards = ({ count, amount }: CardLimit): boolean => count !== 'unlimited' || amount !== 'unlimited';

/**
 * True if the amount is above the whole limit. The store's condition cannot see that for the first payment of a day,
 * because it compares only what is stored already (rule 17).
 */
export const isAboveCardLimit = ({ amount: most }: CardLimit, amount: MinorUnits): boolean =>
  most !== 'unlimited' && amount > most;

/** True if what was taken from a card on a day leaves no room for one payment more, of this amount. */
export const isCardDayFull = (
  { count: mostCount, amount: mostAmount }: CardLimit,
  used: { readonly count: number; readonly amount: number },
  amount: MinorUnits,
): boolean =>
  (mostCount !== 'unlimited' && used.count >= mostCount) ||
  (mostAmount !== 'unlimited' && used.amount + amount > mostAmount);

/** The attribute that sums one currency: the limit applies to each currency on its own, in its minor units. */
export const usedAttribute = (currency: Currency): string => `usedMinor${currency}`;
