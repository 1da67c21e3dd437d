import type { MinorUnits } from './money.ts';

/** What one sub-dealer's part of a payment comes to, in the payment's currency (2.3). */
export interface PaymentSplit {
  readonly subDealerId: number;
  readonly amount: MinorUnits;
  /** Deducted from the sub-dealer. */
  readonly commission: MinorUnits;
  /** Paid to the sub-dealer: amount less commission. */
  readonly net: MinorUnits;
  /** Deducted from the top dealer. */
  readonly topDealerCommission: MinorUnits;
  /** The sub-dealer's commission less the top dealer's; it may be below zero. */
  readonly topDealerIncome: number;
}
