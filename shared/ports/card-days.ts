import type { DayText } from '../domain/calendar.ts';
import type { Currency } from '../domain/money/money.ts';

export interface CardDays {
  /** What a dealer took from a card on a day, read strongly: payments, and minor units of one currency. Throws StoreUnavailable. */
  used(card: {
    readonly dealerCode: string;
    readonly hash: string;
    readonly day: DayText;
    readonly currency: Currency;
  }): Promise<{ readonly count: number; readonly amount: number }>;
}
