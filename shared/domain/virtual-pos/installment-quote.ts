import type { MinorUnits } from '../money/money.ts';

/** The price of one installment count: amounts only, never a rate or a bank (rule 34). */
export interface InstallmentQuote {
  /** 1 is the single payment. */
  readonly count: number;
  /** The sum that is charged, with the commission that the payer bears. */
  readonly total: MinorUnits;
  readonly commission: MinorUnits;
  /** Total divided by the count, rounded down to the kurus. */
  readonly monthly: MinorUnits;
  /** The first month takes the remainder. */
  readonly firstMonth: MinorUnits;
}

/** The same at the virtual POS that charges the card, with the part of the commission that the dealer bears. Nobody is shown it. */
export interface ChargeableQuote extends InstallmentQuote {
  readonly dealerCommission: MinorUnits;
}
