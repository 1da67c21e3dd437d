import type { AtMoment, EntriesRead } from '../domain/payment-list/list-cut.ts';
import type { ListPeriod } from '../domain/payment-list/list-period.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { PlanDays, PlanPlace, PlansRead } from '../domain/sale/plan-list.ts';
import type { OpenSale } from '../domain/sale/sale.ts';

/** A plan with what its record shows beside it. */
export interface ShownPlan {
  readonly plan: PaymentPlan;
  readonly saleCode: string;
  /** The latest try; absent where nothing was tried. */
  readonly latest?: PlanTry;
}

/** A plan with its sale as it is now, which may be deleted. */
interface PlanWithSale extends ShownPlan {
  readonly sale: OpenSale['sale'];
}

/** A part of a dealer's list of plans, by their due days. */
export interface PlanQuery {
  readonly dealerCode: string;
  /** How many shards the dealer's lists have. */
  readonly listingShards: number;
  readonly days: PlanDays;
  /** What stands behind this place alone. */
  readonly behind?: PlanPlace | undefined;
  readonly most: number;
}

/** A sale as it was read, with all its plans. */
export interface SaleWithPlans extends OpenSale {
  /** DealerPaymentPlanId of the plan that was made by hand last. */
  readonly handPlan?: number;
  /** In no particular order; at most 5,000. */
  readonly plans: readonly PaymentPlan[];
}

/**
 * Payment plans as dealers read them. The list of a period follows the table with a short delay; every plan is read
 * strongly, and left out where it has moved to another day meanwhile.
 */
export interface PlanReading {
  /** A plan by its id alone, in two trips; undefined when the dealer has none. Throws StoreUnavailable. */
  find(dealerCode: string, dealerPaymentPlanId: number): Promise<PlanWithSale | undefined>;
  /** Plans of a period in the order of lists, two trips. Throws StoreUnavailable. */
  ofPeriod(query: PlanQuery): Promise<PlansRead>;
  /**
   * A sale, and then its plans, also of a deleted one; undefined when the dealer has none. Two trips. Throws
   * StoreUnavailable.
   */
  ofSale(dealerCode: string, dealerSaleId: number): Promise<SaleWithPlans | undefined>;
  /** Plans with what is shown beside them, in their order, one trip for 500. Throws StoreUnavailable. */
  shown(plans: readonly PaymentPlan[]): Promise<readonly ShownPlan[]>;
}

/** A try with the plan that it was made for, as that plan is now. */
export interface ListedTry extends AtMoment {
  readonly tried: PlanTry;
  readonly plan: PaymentPlan;
}

/** A try as the index names it. */
export interface TryEntry extends AtMoment {
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
  readonly number: number;
}

/** Tries of payment plans as dealers read them. */
export interface PlanTries {
  /** Tries of a period, the newest first, at most 5,000. One trip. Throws StoreUnavailable. */
  entries(query: {
    readonly dealerCode: string;
    readonly listingShards: number;
    readonly period: ListPeriod;
  }): Promise<EntriesRead<TryEntry>>;
  /** The tries that entries name, in their order. One trip for 500. Throws StoreUnavailable. */
  read(dealerCode: string, entries: readonly TryEntry[]): Promise<readonly ListedTry[]>;
  /** Every try of a plan, the newest first. One trip for 500. Throws StoreUnavailable. */
  ofPlan(plan: PaymentPlan): Promise<readonly ListedTry[]>;
}

/** Payment plans that dealers make by hand. */
export interface PlanKeeping {
  /**
   * Writes a plan of a sale as it was read. `sale-changed`: the sale was changed or deleted since, or got another plan by
   * hand. Throws StoreUnavailable.
   */
  add(plan: PaymentPlan, to: SaleWithPlans): Promise<'added' | 'sale-changed' | 'id-taken'>;
  /** Writes a plan's next version. False if it has changed since it was read. Throws StoreUnavailable. */
  replace(plan: PaymentPlan): Promise<boolean>;
}
