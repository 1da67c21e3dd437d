import type { DeliveryChannel } from '../domain/outbox/delivery.ts';
import type { OutboxEvent, WantedEvents } from '../domain/outbox/event.ts';

/** Which events are wanted at all, from the cached record of the dealer. */
export interface EventWishes {
  /** Undefined when nobody wants any. Throws StoreUnavailable. */
  wantedBy(dealerCode: string): Promise<WantedEvents | undefined>;
}

/** Which channels want an event. Each family of channels has a directory of its own. */
export interface ChannelDirectory {
  /** Read strongly, once for an event; the order is of no meaning. Throws StoreUnavailable and UnreadableRow. */
  channelsFor(event: OutboxEvent): Promise<readonly DeliveryChannel[]>;
}
