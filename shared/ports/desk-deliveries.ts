import type { Delivery } from '../domain/outbox/delivery.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { ListPeriod } from '../domain/payment-list/list-period.ts';

/** A delivery of which every try failed. */
export interface DeadDelivery {
  readonly delivery: Delivery;
  /** Absent once the table has deleted it. */
  readonly event?: OutboxEvent;
}

/** Deliveries as the desk looks at them. */
export interface DeskDeliveries {
  /**
   * Those that are dead among the newest `limit` deliveries that began in a period, the newest first. `isWhole`: the period has
   * no others. The listing follows the table with a short delay. Three trips. Throws StoreUnavailable and UnreadableRow.
   */
  dead(query: {
    readonly dealerCode: string;
    readonly listingShards: number;
    readonly period: ListPeriod;
    /** At most 500. */
    readonly limit: number;
  }): Promise<{ readonly dead: readonly DeadDelivery[]; readonly isWhole: boolean }>;
}
