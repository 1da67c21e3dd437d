import * as z from 'zod/mini';
import type { DayPageQuery, ListedLink, OperatorLinks } from '../../ports/operator-records.ts';
import { keys, LISTING_INDEX, LISTING_SHARDS, linkListingPartition } from './keys.ts';
import { readLinkPointerRow, readLinkRow } from './rows/payment-request-row.ts';
import { parseRow } from './rows/row.ts';
import type { Table } from './table.ts';

/** Rows read from a shard at a time: a page of 100 links needs three of each on average. */
const SHARD_PAGE = 8;

/** Reads under way at once: a hundred would queue for connections, and time out on a slow day. */
const READS_AT_ONCE = 16;

const listingRow = z.object({ listSk: z.string() });

interface Shard {
  readonly listPk: string;
  ahead: ListedLink[];
  after: string | undefined;
  exhausted: boolean;
}

/** Reads on in a shard whose rows are used up. Only an empty answer ends it: a page may be short for its size. */
const refill = async (table: Table, shard: Shard, limit: number): Promise<void> => {
  const { listPk, after } = shard;
  const page = { index: LISTING_INDEX, listPk, limit, ...(after === undefined ? {} : { after }) };
  const rows = await table.list(page);
  shard.ahead = rows.map((row) => ({
    link: readLinkRow(row),
    position: parseRow('listed payment request', listingRow, row).listSk,
  }));
  shard.after = shard.ahead.at(-1)?.position ?? after;
  shard.exhausted = rows.length === 0;
};

const earliest = (shards: readonly Shard[]): Shard | undefined =>
  shards
    .filter(({ ahead }) => ahead.length > 0)
    .reduce<Shard | undefined>((first, shard) => {
      const [a, b] = [first?.ahead[0]?.position, shard.ahead[0]?.position];
      return a === undefined || (b !== undefined && b < a) ? shard : first;
    }, undefined);

const mergedPage = async (table: Table, { dealerCode, day, after, limit }: DayPageQuery) => {
  const shards = Array.from(
    { length: LISTING_SHARDS },
    (_, shard): Shard => ({
      listPk: linkListingPartition(dealerCode, day, shard),
      ahead: [],
      after,
      exhausted: false,
    }),
  );
  const page: ListedLink[] = [];
  while (page.length < limit) {
    const dry = shards.filter(({ ahead, exhausted }) => ahead.length === 0 && !exhausted);
    // Until every shard shows its next row, nobody knows which link comes first.
    for (let first = 0; first < dry.length; first += READS_AT_ONCE) {
      const group = dry.slice(first, first + READS_AT_ONCE);
      await Promise.all(group.map((shard) => refill(table, shard, Math.min(limit, SHARD_PAGE))));
    }
    const next = earliest(shards)?.ahead.shift();
    if (next === undefined) return page;
    page.push(next);
  }
  return page;
};

export const dynamoOperatorLinks = (table: Table): OperatorLinks => ({
  findById: async (dealerCode, userPosPaymentId) => {
    const pointer = await table.get(keys.linkPointer(dealerCode, userPosPaymentId));
    if (pointer === undefined) return undefined;
    const row = await table.get(keys.link(readLinkPointerRow(pointer).token));
    return row === undefined ? undefined : readLinkRow(row);
  },

  pageOfDay: (query) => mergedPage(table, query),
});
