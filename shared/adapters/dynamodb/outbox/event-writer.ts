import { type EventType, isWanted, type OutboxEvent, type WantedEvents } from '../../../domain/outbox/event.ts';
import { linkToLookAt } from '../../../domain/outbox/event-of-reusable-link.ts';
import type { EventWishes } from '../../../ports/event-wishes.ts';
import type { Write } from '../engine/writes.ts';
import { eventItem } from './event-item.ts';

/** Turns events into writes of the transaction that makes them true. */
export interface EventWriter {
  /** Writes of the events that somebody wants. Throws StoreUnavailable where the wishes cannot be read. */
  writesOf(events: readonly (OutboxEvent | undefined)[]): Promise<readonly Write[]>;
  /** Whether somebody wants events of a type. Throws StoreUnavailable. */
  wants(dealerCode: string, type: EventType): Promise<boolean>;
}

/** Tells nobody: for code that writes payments of dealers without wishes. */
export const NOBODY_TOLD: EventWriter = { writesOf: async () => [], wants: async () => false };

/** The payment of a link's last place tells that the link is used up, though nobody wants to be told of payments. */
const mayUseUp = (event: OutboxEvent, wanted: WantedEvents | undefined): boolean =>
  linkToLookAt(event) !== undefined && isWanted(wanted, 'link.used-up');

/**
 * An event that nobody wants is not written. Its id is that of its transition, so a put without a condition is right: a
 * repeated transaction writes the same event.
 */
export const eventWriter = (wishes: EventWishes): EventWriter => ({
  wants: async (dealerCode, type) => isWanted(await wishes.wantedBy(dealerCode), type),

  writesOf: async (events) => {
    const writes: Write[] = [];
    for (const event of events) {
      if (event === undefined) continue;
      const wanted = await wishes.wantedBy(event.dealerCode);
      if (isWanted(wanted, event.type) || mayUseUp(event, wanted)) writes.push({ put: eventItem(event) });
    }
    return writes;
  },
});
