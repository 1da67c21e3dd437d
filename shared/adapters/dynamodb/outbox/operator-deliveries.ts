import type { Delivery } from '../../../domain/outbox/delivery.ts';
import type { OperatorDeliveries } from '../../../ports/outbox.ts';
import { readAll, type Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { readDelivery } from './delivery-item.ts';

/** A command looks at this many deliveries of a shard, about one page of the index. */
const MOST_READ = 5000;

export const dynamoOperatorDeliveries = (table: Table): OperatorDeliveries => ({
  deadOf: async (query) => {
    const between = listingRangeOf(query.day);
    const pages = await Promise.all(
      listingPartitions('DELIVERIES', query).map((listPk) =>
        table.list({ index: LISTING_INDEX, listPk, between, limit: MOST_READ }),
      ),
    );
    const keys = pages.flat().map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) }));
    const deliveries: readonly Delivery[] = (await readAll(table, keys)).map(readDelivery);
    return deliveries.filter(({ state }) => state === 'dead');
  },
});
