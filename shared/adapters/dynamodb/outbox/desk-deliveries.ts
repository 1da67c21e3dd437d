import { monthsOf } from '../../../domain/payment-list/list-period.ts';
import type { DeskDeliveries } from '../../../ports/desk-deliveries.ts';
import { itemsOf, listingEntry } from '../engine/listed-items.ts';
import { readAll, type Table } from '../engine/table.ts';
import { LISTING_INDEX } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { monthPartitions, rangeOfMoments } from '../list-keys.ts';
import { readDelivery } from './delivery-item.ts';
import { readEvent } from './event-item.ts';

export const dynamoDeskDeliveries = (table: Pick<Table, 'list' | 'getMany'>): DeskDeliveries => ({
  dead: async ({ dealerCode, listingShards, period, limit }) => {
    const between = rangeOfMoments(period);
    const partitions = monthPartitions('DELIVERIES', { dealerCode, months: monthsOf(period), listingShards });
    // One more than is looked at tells whether there are more.
    const pages = await Promise.all(
      partitions.map((listPk) =>
        table.list({ index: LISTING_INDEX, listPk, between, limit: limit + 1, newestFirst: true }),
      ),
    );
    const entries = pages
      .flat()
      .map(listingEntry)
      .toSorted((one, other) => (one.position < other.position ? 1 : -1));
    const deliveries = (await itemsOf(table, entries.slice(0, limit))).map(({ item }) => readDelivery(item));
    const dead = deliveries.filter(({ state }) => state === 'dead');
    // Several deliveries tell one event, and the store refuses a key that is asked for twice.
    const ids = [...new Set(dead.map(({ eventId }) => eventId))];
    const events = new Map((await readAll(table, ids.map(keys.event))).map(readEvent).map((one) => [one.eventId, one]));
    return {
      dead: dead.map((delivery) => {
        const event = events.get(delivery.eventId);
        return event === undefined ? { delivery } : { delivery, event };
      }),
      isWhole: entries.length <= limit,
    };
  },
});
