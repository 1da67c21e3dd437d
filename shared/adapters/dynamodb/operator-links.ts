import * as z from 'zod/mini';
import type { DayPageQuery, ListedLink, OperatorLinks } from '../../ports/operator-records.ts';
import { mergedPage } from './engine/merged-page.ts';
import { parseRow } from './engine/row.ts';
import type { Table } from './engine/table.ts';
import { keys, LISTING_INDEX, LISTING_SHARDS, linkListingPartition } from './keys.ts';
import { readLinkPointerRow, readLinkRow } from './rows/payment-request-row.ts';

const listingRow = z.object({ listSk: z.string() });

const listed = (row: unknown): ListedLink => ({
  link: readLinkRow(row),
  position: parseRow('listed payment request', listingRow, row).listSk,
});

const pageOfDay = (table: Table, { dealerCode, day, after, limit }: DayPageQuery): Promise<readonly ListedLink[]> =>
  mergedPage({
    shards: Array.from({ length: LISTING_SHARDS }, (_, shard) => linkListingPartition(dealerCode, day, shard)),
    after,
    limit,
    read: async (listPk, page) => (await table.list({ index: LISTING_INDEX, listPk, ...page })).map(listed),
  });

export const dynamoOperatorLinks = (table: Table): OperatorLinks => ({
  findById: async (dealerCode, userPosPaymentId) => {
    const pointer = await table.get(keys.linkPointer(dealerCode, userPosPaymentId));
    if (pointer === undefined) return undefined;
    const row = await table.get(keys.link(readLinkPointerRow(pointer).token));
    return row === undefined ? undefined : readLinkRow(row);
  },

  pageOfDay: (query) => pageOfDay(table, query),
});
