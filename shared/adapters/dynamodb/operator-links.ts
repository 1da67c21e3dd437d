import type { DayPageQuery, ListedLink, OperatorLinks } from '../../ports/operator-records.ts';
import { itemsOf, listingEntry } from './engine/listed-items.ts';
import { mergedPage } from './engine/merged-page.ts';
import type { Table } from './engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from './index-keys.ts';
import { keys } from './keys.ts';
import { readLinkPointerRow, readLinkRow } from './rows/payment-request-row.ts';

const pageOfDay = async (table: Table, query: DayPageQuery): Promise<readonly ListedLink[]> => {
  const { day, after, limit } = query;
  const between = listingRangeOf(day);
  const page = await mergedPage({
    shards: listingPartitions('LINKS', query),
    after,
    limit,
    read: async (listPk, rows) =>
      (await table.list({ index: LISTING_INDEX, listPk, between, ...rows })).map(listingEntry),
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
