import type { DayText } from '../calendar.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { BankDifference } from './bank-difference.ts';

/** Where a difference was found: by asking the bank at night, or in a settlement file. */
export const differenceSources = ['bank', 'settlement'] as const;
type DifferenceSource = (typeof differenceSources)[number];

/** One side of a difference, as operators read it. */
export interface ComparedSide {
  readonly state: string;
  readonly amount?: MinorUnits;
  readonly refunded?: MinorUnits;
}

/** Kinds of differences, also those that only a settlement file shows. */
export type DifferenceKind = BankDifference | 'missing-here' | 'other-type' | 'other-currency';

/** An order that stands otherwise at the bank than here. It holds no card data. */
export interface Difference {
  readonly day: DayText;
  readonly source: DifferenceSource;
  readonly dealerCode: string;
  readonly posId: string;
  readonly orderId: string;
  readonly kind: DifferenceKind;
  readonly currency?: Currency;
  readonly ours: ComparedSide;
  readonly bank: ComparedSide;
  readonly foundAtMs: number;
}
