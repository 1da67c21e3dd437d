import type { DeliveryRecords } from '../../../ports/delivery-records.ts';
import { itemsOf, listingEntry } from '../engine/listed-items.ts';
import { mergedPage } from '../engine/merged-page.ts';
import { readAll, type Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { readDelivery } from './delivery-item.ts';
import { readEvent } from './event-item.ts';

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
    const deliveries = (await itemsOf(table, page)).map(({ position, item }) => ({
      position,
      delivery: readDelivery(item),
    }));
    // Several deliveries tell one event, and the store refuses a key that is asked for twice.
    const ids = [...new Set(deliveries.map(({ delivery }) => delivery.eventId))];
    const events = (await readAll(table, ids.map(keys.event))).map(readEvent);
    const byId = new Map(events.map((event) => [event.eventId, event]));
    return deliveries.map((one) => {
      const event = byId.get(one.delivery.eventId);
      return event === undefined ? one : { ...one, event };
    });
  };

export const dynamoDeliveryRecords = (table: Table): DeliveryRecords => ({
  pageOfDay: pageOfDay(table),

  find: async (dealerCode, eventId, channel) => {
    const row = await table.get(keys.delivery(eventId, channel));
    const delivery = row === undefined ? undefined : readDelivery(row);
    return delivery?.dealerCode === dealerCode ? delivery : undefined;
  },
});
