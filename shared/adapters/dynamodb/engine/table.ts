import type { Key } from '../keys.ts';
import type { Place, StoreClient } from './table-place.ts';
import {
  type DueQuery,
  type ListingQuery,
  MAX_BATCH_KEYS,
  type QueryOptions,
  type ReadOptions,
  readBatch,
  readDue,
  readListing,
  readPartition,
  readRow,
} from './table-reads.ts';
import { count, type Increment, type TransactOutcome, writeAll } from './table-writes.ts';
import type { BoxKey, Row, Write } from './writes.ts';

/** Reads of a hundred keys each that are under way at once. */
const BATCHES_AT_ONCE = 5;

/** The one table. Reads by key are strongly consistent unless they may lag; every failure is a StoreUnavailable. */
export interface Table {
  get(key: Key | BoxKey): Promise<Row | undefined>;
  /** Rows of the keys that exist, in no particular order. At most 100 keys. */
  getMany(keys: readonly Key[], options?: ReadOptions): Promise<readonly Row[]>;
  /** Rows of one partition in the order of their sort keys. */
  query(options: QueryOptions): Promise<readonly Row[]>;
  /**
   * A page of the listing, in the order of its sort key: the keys of its items, and nothing else of them. It is shorter
   * than its limit only where there is no more. Indexes follow the table with a short delay.
   */
  list(query: ListingQuery): Promise<readonly Row[]>;
  /** A page of what is due, the longest due first: keys, as in `list`. It is shorter only where nothing more is due. */
  due(query: DueQuery): Promise<readonly Row[]>;
  /** Adds to a counter and answers its new value; a counter that is not there starts at `start`. */
  increment(...counter: Increment): Promise<number>;
  /** All writes or none. A retry after a lost answer is not applied twice, except that of a lone count. */
  transact(writes: readonly Write[]): Promise<TransactOutcome>;
}

/** Rows of any number of keys that exist, in no particular order: reads of a hundred each, a few side by side. */
export const readAll = async (
  store: Pick<Table, 'getMany'>,
  keys: readonly Key[],
  atOnce = BATCHES_AT_ONCE,
): Promise<readonly Row[]> => {
  const batches: (readonly Key[])[] = [];
  for (let first = 0; first < keys.length; first += MAX_BATCH_KEYS) {
    batches.push(keys.slice(first, first + MAX_BATCH_KEYS));
  }
  const rows: Row[] = [];
  for (let first = 0; first < batches.length; first += atOnce) {
    const some = await Promise.all(batches.slice(first, first + atOnce).map((batch) => store.getMany(batch)));
    rows.push(...some.flat());
  }
  return rows;
};

/** `boxesTableName` is that of the table of boxes, for functions that write there. */
export const table = (client: StoreClient, tableName: string, boxesTableName?: string): Table => {
  const place: Place = { client, tableName, names: { table: tableName, boxes: boxesTableName } };
  return {
    get: (key) => readRow(place, key),
    getMany: (keys, options) => readBatch(place, keys, options),
    query: (options) => readPartition(place, options),
    list: (query) => readListing(place, query),
    due: (query) => readDue(place, query),
    increment: (...asked) => count(place, asked),
    transact: (writes) => writeAll(place, writes),
  };
};
