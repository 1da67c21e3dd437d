import { monthsOf } from '../../../domain/payment-list/list-period.ts';
import type { DeskDeliveries } from '../../../ports/desk-deliveries.ts';
import { itemsOf, listingEntry } from '../engine/listed-items.ts';
import type { Table } from '../engine/table.ts';
import { LISTING_INDEX } from '../index-keys.ts';
import { monthPartitions, rangeOfMoments } from '../list-keys.ts';
import { readDelivery } from './delivery-item.ts';
import { eventsOf } from './events-of-deliveries.ts';

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
    const items = (await itemsOf(table, entries.slice(0, limit))).map(({ item }) => item);
    const dead = items.filter((item) => readDelivery(item).state === 'dead');
    const events = await eventsOf(table, dead);
    return {
      dead: dead.map(readDelivery).map((delivery) => {
        const event = events.get(delivery.eventId);
        return event === undefined ? { delivery } : { delivery, event };
      }),
      isWhole: entries.length <= limit,
    };
  },
});
