import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { OpenSale } from '../domain/sale/sale.ts';
import type { Schedule } from '../domain/sale/schedule.ts';

/** A payment plan that is due, as the queue names it. The queue only suggests: whoever takes it reads the plan. */
export interface DuePlan {
  readonly shard: number;
  /** Where it stands in its shard; the next page begins behind it. */
  readonly position: string;
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
  /** Names the dealer without being readable; the plan itself tells which one it is. */
  readonly dealerTag: string;
}

/** A plan with its sale and its sale's schedule, as they are now. */
export interface PlanFile extends OpenSale {
  readonly plan: PaymentPlan;
  readonly schedule?: Schedule;
}

/** Where recurring steps wait and are written. Reads are strongly consistent but for the queue. */
export interface PlanEngine {
  readonly shards: number;
  /** Plans of a shard that are due, earliest first. Throws StoreUnavailable. */
  due(
    shard: number,
    page: { readonly nowMs: number; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly DuePlan[]>;
}

/** What ends one try of a plan, written at once or not at all. */
export interface PlanConclusion {
  /** The plan's next version. */
  readonly plan: PaymentPlan;
  readonly tried: PlanTry;
  /** The step that follows one that ended, where the schedule has another one. */
  readonly next?: PaymentPlan;
}
