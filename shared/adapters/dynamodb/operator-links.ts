import type { DayPageQuery, ListedLink, OperatorLinks } from '../../ports/operator-records.ts';
import { itemsOf, listingEntry } from './engine/listed-items.ts';
import { mergedPage } from './engine/merged-page.ts';
import type { Table } from './engine/table.ts';
import { keys, LISTING_INDEX, LISTING_SHARDS, linkListingPartition } from './keys.ts';
import { readLinkPointerRow, readLinkRow } from './rows/payment-request-row.ts';

const pageOfDay = async (
  table: Table,
  { dealerCode, day, after, limit }: DayPageQuery,
): Promise<readonly ListedLink[]> => {
  const page = await mergedPage({
    shards: Array.from({ length: LISTING_SHARDS }, (_, shard) => linkListingPartition(dealerCode, day, shard)),
    after,
    limit,
    read: async (listPk, rows) => (await table.list({ index: LISTING_INDEX, listPk, ...rows })).map(listingEntry),
  });
  const items = await itemsOf(table, page);
  return items.map(({ position, item }) => ({ position, link: readLinkRow(item) }));
};

export const dynamoOperatorLinks = (table: Table): OperatorLinks => ({
  findById: async (dealerCode, userPosPaymentId) => {
    const pointer = await table.get(keys.linkPointer(dealerCode, userPosPaymentId));
    if (pointer === undefined) return undefined;
    const row = await table.get(keys.link(readLinkPointerRow(pointer).token));
    return row === undefined ? undefined : readLinkRow(row);
  },

  pageOfDay: (query) => pageOfDay(table, query),
});
