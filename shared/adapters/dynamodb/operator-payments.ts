import { type Attempt, isOfLink } from '../../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../domain/link/payment-request.ts';
import type { ListedPayment, OperatorPayments, QueuedPayment } from '../../ports/operator-payments.ts';
import { UnreadableRow } from '../../ports/store-errors.ts';
import { dueEntry, type IndexEntry, itemsOf, listingEntry } from './engine/listed-items.ts';
import { mergedPage } from './engine/merged-page.ts';
import { readAll, type Table } from './engine/table.ts';
import type { Row } from './engine/writes.ts';
import {
  DUE_INDEX,
  DUE_SHARDS,
  duePartition,
  END_OF_QUEUE,
  LISTING_INDEX,
  listingPartitions,
  listingPartitionsOf,
  listingRangeOf,
  orderIdOfListing,
} from './index-keys.ts';
import { keys } from './keys.ts';
import { readAttemptRow } from './rows/attempt-row.ts';
import { readLinkRow } from './rows/payment-request-row.ts';

/** The search for one order of a day gives up behind this many pages: a hundred thousand payments in one shard. */
const SEARCH_PAGE = 1000;
const MAX_SEARCH_PAGES = 100;

const readable = <Read>(read: (row: Row) => Read, row: Row): Read | undefined => {
  try {
    return read(row);
  } catch (error) {
    if (error instanceof UnreadableRow) return undefined;
    throw error;
  }
};

interface PlacedItem {
  readonly position: string;
  readonly item: Row;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

const listed = ({ position, item }: PlacedItem): ListedPayment => {
  const attempt = readable(readAttemptRow, item);
  return { position, orderId: orderIdOfListing(position), ...(attempt === undefined ? {} : { attempt }) };
};

const queued = ({ position, item }: PlacedItem): QueuedPayment => {
  const [attempt, orderId, dealerCode] = [readable(readAttemptRow, item), text(item.orderId), text(item.dealerCode)];
  return {
    position,
    dueAtMs: Number(position.split('#')[0]),
    putOffs: number(item.putOffs),
    ...(orderId === undefined ? {} : { orderId }),
    ...(dealerCode === undefined ? {} : { dealerCode }),
    ...(attempt === undefined ? {} : { attempt }),
  };
};

/** The entry of an order among those of a day in one shard. */
const entryOf = async (
  table: Table,
  listPk: string,
  { day, orderId }: { readonly day: string; readonly orderId: string },
): Promise<IndexEntry | undefined> => {
  const between = listingRangeOf(day);
  let after: string | undefined;
  for (let page = 0; page < MAX_SEARCH_PAGES; page += 1) {
    const rows = await table.list({ index: LISTING_INDEX, listPk, between, after, limit: SEARCH_PAGE });
    const entries = rows.map(listingEntry);
    const found = entries.find(({ position }) => orderIdOfListing(position) === orderId);
    if (found !== undefined || rows.length < SEARCH_PAGE) return found;
    after = entries.at(-1)?.position;
  }
  return undefined;
};

const findOfDay =
  (table: Table): OperatorPayments['findOfDay'] =>
  async (order) => {
    const partitions = listingPartitionsOf('CHARGES', order.orderId, order);
    const entries = await Promise.all(partitions.map((listPk) => entryOf(table, listPk, order)));
    const found = entries.find((entry) => entry !== undefined);
    return found === undefined ? undefined : readStored(await table.get(found.key));
  };

const readStored = (row: Row | undefined): Attempt | undefined => (row === undefined ? undefined : readAttemptRow(row));

const linksOf =
  (table: Table): OperatorPayments['linksOf'] =>
  async (attempts) => {
    const tokens = [...new Set(attempts.filter(isOfLink).map(({ linkToken }) => linkToken))];
    const links = new Map<string, PaymentRequest>();
    for (const row of await readAll(table, tokens.map(keys.link))) {
      const link = readable(readLinkRow, row);
      if (link !== undefined) links.set(link.token, link);
    }
    return links;
  };

export const dynamoOperatorPayments = (table: Table): OperatorPayments => ({
  find: async (reference) => readStored(await table.get(keys.attempt(reference))),

  findOfDay: findOfDay(table),

  pageOfDay: async (query) => {
    const { day, after, limit } = query;
    const between = listingRangeOf(day);
    const page = await mergedPage({
      shards: listingPartitions('CHARGES', query),
      after,
      limit,
      read: async (listPk, rows) =>
        (await table.list({ index: LISTING_INDEX, listPk, between, ...rows })).map(listingEntry),
    });
    return (await itemsOf(table, page)).map(listed);
  },

  pageOfQueue: async ({ after, limit }) => {
    const page = await mergedPage({
      shards: Array.from({ length: DUE_SHARDS }, (_, shard) => duePartition(shard)),
      after,
      limit,
      read: async (duePk, rows) =>
        (await table.due({ index: DUE_INDEX, duePk, until: END_OF_QUEUE, ...rows })).map(dueEntry),
    });
    return (await itemsOf(table, page)).map(queued);
  },

  linksOf: linksOf(table),
});
