import type { DayText } from '../domain/calendar.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { OpenSale } from '../domain/sale/sale.ts';

/** A period of a dealer's list, by due days of plans or by days of tries, both included. */
export interface PlanPeriod {
  readonly dealerCode: string;
  readonly from: DayText;
  readonly until: DayText;
  /** How many shards the dealer's lists have. */
  readonly listingShards: number;
  readonly limit: number;
}

/** Records of a list, in its order, and whether the period has more. */
export interface PlanPage<Record> {
  readonly records: readonly Record[];
  readonly more: boolean;
}

/** Payment plans as dealers read them. Lists follow the table with a short delay; the records in them are read strongly. */
export interface PlanReading {
  /** A plan by its id alone, in two trips; undefined when the dealer has none. Throws StoreUnavailable. */
  find(dealerCode: string, dealerPaymentPlanId: number): Promise<PaymentPlan | undefined>;
  /** Plans that fall due in a period, earliest first. Throws StoreUnavailable. */
  ofPeriod(period: PlanPeriod): Promise<PlanPage<PaymentPlan>>;
  /** Tries of a period, oldest first. Throws StoreUnavailable. */
  triesOfPeriod(period: PlanPeriod): Promise<PlanPage<PlanTry>>;
  /** Tries of one plan, oldest first. Throws StoreUnavailable. */
  triesOf(plan: PaymentPlan, limit: number): Promise<PlanPage<PlanTry>>;
}

/** Payment plans that dealers make by hand. */
export interface PlanKeeping {
  /**
   * Writes a plan of a sale as it was read. `sale-changed`: the sale has changed since, or was deleted. Throws
   * StoreUnavailable.
   */
  add(plan: PaymentPlan, of: OpenSale): Promise<'added' | 'sale-changed' | 'id-taken'>;
  /** Writes a plan's next version. False if it has changed since it was read. Throws StoreUnavailable. */
  replace(plan: PaymentPlan): Promise<boolean>;
}
