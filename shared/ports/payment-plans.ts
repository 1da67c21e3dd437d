import type { AtMoment, EntriesRead } from '../domain/payment-list/list-cut.ts';
import type { ListPeriod } from '../domain/payment-list/list-period.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { PlanDays, PlanPlace, PlansRead } from '../domain/sale/plan-list.ts';
import type { OpenSale } from '../domain/sale/sale.ts';

/** A plan with what answers show of its sale and its tries. */
export interface PlanView {
  readonly plan: PaymentPlan;
  readonly saleCode: string;
  /** The latest try; absent where nothing was tried. */
  readonly latest?: PlanTry;
}

/** A plan with its sale as it is now, which may be deleted. */
interface PlanWithSale extends PlanView {
  readonly sale: OpenSale['sale'];
}

/** Which plans of a dealer are listed, by their due days. */
export interface PlanQuery {
  readonly dealerCode: string;
  /** How many shards the dealer's lists have. */
  readonly listingShards: number;
  readonly days: PlanDays;
  /** Only the plans that follow this place in the list. */
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
 * Reads payment plans for dealers. The list of a period is a little behind the table; every plan in it is read strongly,
 * and left out where its due day changed meanwhile.
 */
export interface PlanReading {
  /** A plan by its id, in two trips; undefined when the dealer has no such plan. Throws StoreUnavailable. */
  find(dealerCode: string, dealerPaymentPlanId: number): Promise<PlanWithSale | undefined>;
  /** Plans of a period in the order of lists, two trips. Throws StoreUnavailable. */
  ofPeriod(query: PlanQuery): Promise<PlansRead>;
  /**
   * A sale with its plans, even if it was deleted; undefined when the dealer has no such sale. Two trips. Throws
   * StoreUnavailable.
   */
  ofSale(dealerCode: string, dealerSaleId: number): Promise<SaleWithPlans | undefined>;
  /** The given plans, in the same order, with what answers show of them. One trip for 500. Throws StoreUnavailable. */
  shown(plans: readonly PaymentPlan[]): Promise<readonly PlanView[]>;
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

/** Reads tries of payment plans for dealers. */
export interface PlanTries {
  /**
   * The newest tries of a period, at least `most` of them where there are as many. One trip; up to three more where the shards
   * of the list are uneven. Throws StoreUnavailable.
   */
  entries(query: {
    readonly dealerCode: string;
    readonly listingShards: number;
    readonly period: ListPeriod;
    readonly most: number;
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
