import type { DeliveryRecords } from '../../../ports/delivery-records.ts';
import { itemsOf, listingEntry } from '../engine/listed-items.ts';
import { mergedPage } from '../engine/merged-page.ts';
import type { Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import { readDelivery } from './delivery-item.ts';
import { eventsOf } from './events-of-deliveries.ts';
import { dynamoOutbox } from './outbox.ts';

const pageOfDay =
  (table: Table): DeliveryRecords['pageOfDay'] =>
  async (query) => {
    const { day, after, limit } = query;
    const between = listingRangeOf(day);
    const page = await mergedPage({
      shards: listingPartitions('DELIVERIES', query),
      after,
      limit,
      read: async (listPk, rows) =>
        (await table.list({ index: LISTING_INDEX, listPk, between, ...rows })).map(listingEntry),
    });
    const items = await itemsOf(table, page);
    const events = await eventsOf(
      table,
      items.map(({ item }) => item),
    );
    return items.map(({ position, item }) => {
      const delivery = readDelivery(item);
      const event = events.get(delivery.eventId);
      return event === undefined ? { position, delivery } : { position, delivery, event };
    });
  };

export const dynamoDeliveryRecords = (table: Table): DeliveryRecords => ({
  pageOfDay: pageOfDay(table),

  find: async (dealerCode, eventId, channel) => {
    const delivery = await dynamoOutbox(table).findDelivery({ eventId, channel });
    return delivery?.dealerCode === dealerCode ? delivery : undefined;
  },
});
