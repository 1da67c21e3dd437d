import type { MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import type { SplitTerms } from './commission-terms.ts';

/** Most sub-dealers that one payment is split among. */
export const MAX_SUB_DEALERS = 100;

/** The commission scenarios (dealer interface 2.3). */
export const commissionScenarios = [1, 2, 3, 4, 5, 6] as const;
export type CommissionScenario = (typeof commissionScenarios)[number];

/** A SubDealer entry as it was read (dealer interface 2.4): amounts in minor units of the payment's currency. */
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
 * The part of one sub-dealer in a payment, in minor units of the payment's currency. `amount` is `commission` + `net`,
 * and the amounts of a payment add up to the charged sum. In scenario 6 SubDealer.Amount of the request is the `net`.
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
  /** `commission` less `topDealerCommission`; negative if the top dealer pays on top (decisions: commission). */
  readonly topDealerIncome: MinorUnits;
  /** What the commissions are made of. Kept with a pre-authorisation alone: its capture may take a part. */
  readonly terms?: SplitTerms;
}
