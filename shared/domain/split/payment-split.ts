import type { MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';

/** Most sub-dealers that one payment is split among. */
export const MAX_SUB_DEALERS = 100;

/** The scenarios of 2.3. */
export const commissionScenarios = [1, 2, 3, 4, 5, 6] as const;
export type CommissionScenario = (typeof commissionScenarios)[number];

/** A SubDealer entry of 2.4 as it was read: amounts in minor units of the payment's currency. */
export interface SplitEntry {
  readonly dealerId?: number | undefined;
  readonly amount?: MinorUnits | undefined;
  readonly dealerCommissionRate?: Rate | undefined;
  readonly dealerCommissionAmount?: MinorUnits | undefined;
  readonly dealerCommissionFixedAmount?: MinorUnits | undefined;
  readonly groupRevenueRate?: Rate | undefined;
  readonly groupRevenueAmount?: MinorUnits | undefined;
  readonly amountToBeCommissioned?: MinorUnits | undefined;
  readonly isIncludedFixedAmount?: number | undefined;
}

/**
 * What one sub-dealer gets of a payment, in minor units of the payment's currency. `amount` is `commission` + `net`, and
 * the amounts of a payment add up to what is charged. In scenario 6 the request's SubDealer.Amount is the `net`.
 */
export interface PaymentSplit {
  readonly subDealerId: number;
  readonly amount: MinorUnits;
  /** Deducted from the sub-dealer. */
  readonly commission: MinorUnits;
  /** Paid to the sub-dealer. */
  readonly net: MinorUnits;
  /** What the service deducts from the top dealer. */
  readonly topDealerCommission: MinorUnits;
  /** `commission` less `topDealerCommission`; negative where the top dealer pays on top (wire facts). */
  readonly topDealerIncome: MinorUnits;
}
