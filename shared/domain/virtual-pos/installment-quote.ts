import type { MinorUnits } from '../money/money.ts';

/** What a payer would pay with one installment count: amounts only, never a rate or a bank (rule 34). */
export interface InstallmentQuote {
  /** 1 is the single payment. */
  readonly count: number;
  /** What is charged in all, commission passed to the payer included. */
  readonly total: MinorUnits;
  readonly commission: MinorUnits;
  /** Total divided by the count, rounded down to the kurus. */
  readonly monthly: MinorUnits;
  /** The first month takes the remainder. */
  readonly firstMonth: MinorUnits;
}
