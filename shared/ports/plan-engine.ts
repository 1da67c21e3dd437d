import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { CardTries } from '../domain/sale/card-tries.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { OpenSale, Sale } from '../domain/sale/sale.ts';
import type { Schedule } from '../domain/sale/schedule.ts';
import type { DirectBegin, DirectIntent } from './direct-payments.ts';

/** A payment plan that is due, as the queue names it. The queue may be out of date, so whoever takes the plan reads it. */
export interface DuePlan {
  readonly shard: number;
  /** Its place in its shard; the next page begins after it. */
  readonly position: string;
  readonly dealerCode: string;
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
}

/** A plan with its sale, as they are now. */
export interface PlanFile extends OpenSale {
  readonly plan: PaymentPlan;
}

/** What ends one try of a plan, or the plan, written at once or not at all. */
export interface PlanConclusion {
  /** The plan's next version. */
  readonly plan: PaymentPlan;
  /** Absent where nothing was tried. */
  readonly tried?: PlanTry;
  /** The step that follows one that ended, where the schedule has another one. */
  readonly next?: PaymentPlan;
  /** Events of this write; those that somebody wants are written with it (rule 42). */
  readonly events?: readonly OutboxEvent[];
  /** When the engine looks at the plan before it is due, for its notice. */
  readonly lookAtMs?: number;
  /** The plan waits as before: for its notice and further looks at its cards, where somebody wants them, and for its slot. */
  readonly waitsOn?: true;
}

/** The queue and the records of the engine that charges recurring sales. Reads are strong, except for the queue. */
export interface PlanEngine {
  readonly shards: number;
  /** Plans of a shard that are due, earliest first. Throws StoreUnavailable. */
  due(
    shard: number,
    page: { readonly nowMs: number; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly DuePlan[]>;
  /**
   * A plan with its sale, in one trip; undefined where it is gone. Throws StoreUnavailable, and UnreadableRow where a row
   * is damaged.
   */
  open(due: DuePlan): Promise<PlanFile | undefined>;
  /** The schedule of a sale; undefined where it has none. Throws StoreUnavailable. */
  scheduleOf(sale: Sale): Promise<Schedule | undefined>;
  /** When a card was charged for payment plans of a dealer. Throws StoreUnavailable. */
  triesOf(dealerCode: string, cardHash: string): Promise<CardTries>;
  /**
   * Writes the next version of a plan, its try, and what its sale plans next. `plan-changed`: somebody else has written
   * the plan since it was read; `sale-changed`: the sale whose next step this decides has changed. Throws
   * StoreUnavailable.
   */
  conclude(conclusion: PlanConclusion, of: OpenSale): Promise<'concluded' | 'plan-changed' | 'sale-changed'>;
  /** Makes a plan that cannot be read due later; only its place in the queue is used. `times`: how often that was done. */
  putOffUnread(due: DuePlan, dueAtMsAfter: (times: number) => number): Promise<void>;
}

/** Events of plans that come with time, and with no write of a plan. */
export interface PlanNotices {
  /** Whether somebody wants to be told of cards that expire. Throws StoreUnavailable. */
  wantsExpiringCards(dealerCode: string): Promise<boolean>;
  /** Writes an event unless it was written before, in the last 90 days. Throws StoreUnavailable. */
  tellOnce(event: OutboxEvent): Promise<void>;
}

/** The card that is taken with the intent of its charge. */
export interface PlanTake {
  /** The sale as it was read: no charge begins after a change, a pause or a deletion of it. */
  readonly sale: Sale;
  /** The plan with its taken card. */
  readonly plan: PaymentPlan;
  /** The tries of the card, with this one. */
  readonly tries: CardTries;
}

export type PlanBegin =
  | DirectBegin
  /** Somebody else has written the plan or the sale since they were read: nothing was written. */
  | { readonly kind: 'plan-changed' }
  /** Another plan was charged to the card since its tries were read: nothing was written. */
  | { readonly kind: 'tries-changed' };

export interface PlanCharges {
  /**
   * Writes the intent of a charge, the plan's taken card and the card's try at once, or nothing: so each plan that is
   * charging has an attempt. Throws StoreUnavailable.
   */
  begin(intent: DirectIntent, take: PlanTake): Promise<PlanBegin>;
}
