import type { Delivery } from '../domain/outbox/delivery.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { DayPageQuery } from './operator-records.ts';

/** A delivery with its position, after which the next page begins. */
export interface ListedDelivery {
  readonly delivery: Delivery;
  /** Absent once the table has deleted the event, 90 days after its end. */
  readonly event?: OutboxEvent;
  readonly position: string;
}

/** Deliveries as operators look at them. */
export interface DeliveryRecords {
  /**
   * Deliveries that began on a day of Istanbul, oldest first, over all shards of the listing, which follows the table with a
   * short delay. Fewer than `limit` means that the day has no more. Throws StoreUnavailable and UnreadableRow.
   */
  pageOfDay(query: DayPageQuery): Promise<readonly ListedDelivery[]>;
  /**
   * One delivery of the dealer by event and channel, read strongly; undefined when the dealer has none of them. Throws
   * StoreUnavailable and UnreadableRow.
   */
  find(dealerCode: string, eventId: string, channel: string): Promise<Delivery | undefined>;
}

/** A position as pageOfDay gives it: time in milliseconds, event and channel. */
export const DELIVERY_POSITION = /^\d{15}#[A-Za-z0-9-]{1,128}#[a-z0-9:-]{1,64}$/;
