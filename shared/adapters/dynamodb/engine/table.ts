import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import type { Key } from '../keys.ts';
import {
  type CancellationReason,
  cancellationReasonsOf,
  isConflict,
  refusedItemOf,
  storeUnavailable,
} from './errors.ts';
import { type BoxKey, type Row, type TableNames, toTransactWriteItem, type Write } from './writes.ts';

/** Largest transaction that the rules allow (rule 11). */
export const MAX_TRANSACTION_ACTIONS = 20;
const MAX_BATCH_KEYS = 100;
const MAX_BATCH_ROUNDS = 5;
/** Reads of a hundred keys each that are under way at once. */
const BATCHES_AT_ONCE = 5;
// Enough for a few dozen payments that meet in one bucket of a busy dealer; they last four seconds at the most.
const MAX_CONFLICT_ATTEMPTS = 8;
const BACKOFF_BASE_MS = 15;

/** What became of each write of a transaction that its conditions refused: `item` is the row that was there. */
export interface WriteOutcome {
  readonly conditionFailed: boolean;
  readonly item?: Row | undefined;
}

export type TransactOutcome =
  | { readonly applied: true }
  | { readonly applied: false; readonly writes: readonly WriteOutcome[] };

/** Sort keys from one to the other, both included. */
interface SortKeyRange {
  readonly from: string;
  readonly until: string;
}

interface QueryOptions {
  readonly pk: string;
  /** Answers rows whose sort key begins with it. Not together with `between`. */
  readonly skPrefix?: string;
  /** Answers rows whose sort key lies in this range. */
  readonly between?: SortKeyRange;
  /** Answers rows behind this sort key. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** From the end of the partition backwards. Not together with `after`. */
  readonly newestFirst?: true;
}

interface IndexQuery {
  readonly index: string;
  /** Answers entries behind this sort key. */
  readonly after?: string | undefined;
  readonly limit: number;
}

interface DueQuery extends IndexQuery {
  readonly duePk: string;
  /** Answers entries up to this sort key. */
  readonly until: string;
}

interface ListingQuery extends IndexQuery {
  readonly listPk: string;
  /** From the end of the list backwards. Not together with `after`. */
  readonly newestFirst?: true;
  /** All of them by default. */
  readonly between?: SortKeyRange | undefined;
}

interface ReadOptions {
  /** True of rows that serve as well as they were a second ago. Such a read costs half. */
  readonly mayLag?: boolean;
}

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
  increment(key: Key, attribute: string, by: { readonly step: number; readonly start: number }): Promise<number>;
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

const bounded = async <Value>(call: Promise<Value>): Promise<Value> => {
  try {
    return await call;
  } catch (error) {
    throw storeUnavailable(error);
  }
};

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * BACKOFF_BASE_MS * 2 ** attempt));

const outcomeOf = (reasons: readonly CancellationReason[]): TransactOutcome => {
  const failed = reasons.map(({ Code, Item }) => ({ conditionFailed: Code === 'ConditionalCheckFailed', item: Item }));
  if (failed.some(({ conditionFailed }) => conditionFailed)) return { applied: false, writes: failed };
  // Throttled or refused for another cause: nothing was applied, and no condition of ours says why.
  throw new StoreUnavailable(
    'not-applied',
    reasons.find(({ Code }) => Code !== undefined && Code !== 'None')?.Code ?? '',
  );
};

/** Where the table is: what every call of it needs. */
interface Place {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly names: TableNames;
}

/** The least text behind a sort key: a range of the store includes both its ends. */
const behind = (sk: string): string => `${sk}!`;

/** In front of every sort key and behind every one: all of them begin with a printable character. */
const FIRST = ' ';
const LAST = '~~';

/** What is left of a range behind a sort key: nothing where it begins behind its end. */
const rangeBehind = (after: string | undefined, { from, until }: SortKeyRange): SortKeyRange => ({
  from: after === undefined || behind(after) < from ? from : behind(after),
  until,
});

const readRow = async ({ client, tableName }: Place, key: Key | BoxKey): Promise<Row | undefined> => {
  const command = new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true });
  return (await bounded(client.send(command))).Item;
};

const readBatch = async (
  { client, tableName }: Place,
  keys: readonly Key[],
  { mayLag = false }: ReadOptions = {},
): Promise<readonly Row[]> => {
  if (keys.length === 0) return [];
  if (keys.length > MAX_BATCH_KEYS) throw new RangeError('too many keys for one read');
  const rows: Row[] = [];
  let pending: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  for (let round = 0; round < MAX_BATCH_ROUNDS; round += 1) {
    if (round > 0) await pause(round);
    const RequestItems = { [tableName]: { Keys: pending, ConsistentRead: !mayLag } };
    const answer = await bounded(client.send(new BatchGetCommand({ RequestItems })));
    rows.push(...(answer.Responses?.[tableName] ?? []));
    pending = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (pending.length === 0) return rows;
  }
  throw new StoreUnavailable('not-applied', 'UnprocessedKeys');
};

const readPartition = async ({ client, tableName }: Place, options: QueryOptions): Promise<readonly Row[]> => {
  const { pk, skPrefix, between, after, limit, newestFirst } = options;
  // A range begins behind `after`: the store refuses a start key that lies outside of it.
  const { from, until } = between === undefined ? {} : rangeBehind(after, between);
  if (from !== undefined && until !== undefined && from > until) return [];
  const values = omitUndefined({ ':pk': pk, ':prefix': skPrefix, ':from': from, ':until': until });
  const conditions = [
    'pk = :pk',
    ...(skPrefix === undefined ? [] : ['begins_with(sk, :prefix)']),
    ...(from === undefined ? [] : ['sk BETWEEN :from AND :until']),
  ];
  const command = new QueryCommand({
    TableName: tableName,
    ConsistentRead: true,
    ScanIndexForward: newestFirst !== true,
    Limit: limit,
    ExclusiveStartKey: after === undefined || between !== undefined ? undefined : { pk, sk: after },
    KeyConditionExpression: conditions.join(' AND '),
    ExpressionAttributeValues: values,
  });
  return (await bounded(client.send(command))).Items ?? [];
};

/** Entries of one partition of an index, within a range of their sort keys. */
interface IndexRange extends SortKeyRange {
  readonly index: string;
  readonly keyNames: { readonly pk: string; readonly sk: string };
  readonly pk: string;
  readonly limit: number;
  readonly newestFirst?: true;
}

const readIndex = async ({ client, tableName }: Place, range: IndexRange): Promise<readonly Row[]> => {
  const { index, keyNames, pk, from, until, limit, newestFirst } = range;
  if (from > until) return [];
  const rows: Row[] = [];
  let start: Record<string, unknown> | undefined;
  // The store ends a page at 1 MB, however few entries that are. Each round has an entry at least.
  for (let round = 0; round < limit; round += 1) {
    const command = new QueryCommand({
      TableName: tableName,
      IndexName: index,
      ScanIndexForward: newestFirst !== true,
      Limit: limit - rows.length,
      ExclusiveStartKey: start,
      KeyConditionExpression: `${keyNames.pk} = :pk AND ${keyNames.sk} BETWEEN :from AND :until`,
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':until': until },
    });
    const answer = await bounded(client.send(command));
    rows.push(...(answer.Items ?? []));
    start = answer.LastEvaluatedKey;
    if (start === undefined || rows.length >= limit) break;
  }
  return rows;
};

const count = async (
  { client, tableName }: Place,
  [key, attribute, { step, start }]: Parameters<Table['increment']>,
): Promise<number> => {
  const command = new UpdateCommand({
    TableName: tableName,
    Key: key,
    UpdateExpression: 'SET #value = if_not_exists(#value, :start) + :step',
    ExpressionAttributeNames: { '#value': attribute },
    ExpressionAttributeValues: { ':start': start, ':step': step },
    ReturnValues: 'UPDATED_NEW',
  });
  return Number((await bounded(client.send(command))).Attributes?.[attribute]);
};

const transactOnce = async (
  { client, names }: Place,
  writes: readonly Write[],
  token: string,
): Promise<TransactOutcome> => {
  const TransactItems = writes.map((write) => toTransactWriteItem(names, write));
  try {
    await client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
    return { applied: true };
  } catch (error) {
    if (isConflict(error)) throw error;
    const reasons = cancellationReasonsOf(error);
    if (reasons !== undefined) return outcomeOf(reasons);
    throw storeUnavailable(error);
  }
};

/** Characters of a write's name in its item: few, since each counts in the size of the item. */
const WRITE_ID_LENGTH = 12;

/**
 * Puts one item on its condition, which costs half of a transaction. The item carries the name of its write: a retry after
 * a lost answer finds it and is told as applied, while another writer of an equal item is refused. Two sweepers that lease a
 * row in the same millisecond write equal items.
 */
const putOne = async (
  { client, names }: Place,
  write: Extract<Write, { readonly put: unknown }>,
  token: string,
): Promise<TransactOutcome> => {
  const writeId = token.slice(-WRITE_ID_LENGTH);
  const { Put } = toTransactWriteItem(names, { ...write, put: { ...write.put, writeId } });
  if (Put === undefined) throw new TypeError('a put that is none');
  try {
    await client.send(new PutCommand(Put));
    return { applied: true };
  } catch (error) {
    if (isConflict(error)) throw error;
    const refused = refusedItemOf(error);
    if (refused === undefined) throw storeUnavailable(error);
    if (refused.item?.writeId === writeId) return { applied: true };
    return { applied: false, writes: [{ conditionFailed: true, item: refused.item }] };
  }
};

/** Counts once more on a condition, without a transaction. */
const countOne = async (
  { client, names }: Place,
  write: Extract<Write, { readonly update: unknown }>,
): Promise<TransactOutcome> => {
  const { Update } = toTransactWriteItem(names, write);
  if (Update === undefined) throw new TypeError('an update that is none');
  try {
    await client.send(new UpdateCommand(Update));
    return { applied: true };
  } catch (error) {
    if (isConflict(error)) throw error;
    const refused = refusedItemOf(error);
    if (refused === undefined) throw storeUnavailable(error);
    return { applied: false, writes: [{ conditionFailed: true, item: refused.item }] };
  }
};

const writeOnce = (place: Place, writes: readonly Write[], token: string): Promise<TransactOutcome> => {
  const [only, ...others] = writes;
  if (only === undefined || others.length > 0) return transactOnce(place, writes, token);
  if ('put' in only && only.onlyIf !== undefined) return putOne(place, only, token);
  return 'update' in only && only.isCount === true ? countOne(place, only) : transactOnce(place, writes, token);
};

const writeAll = async (place: Place, writes: readonly Write[]): Promise<TransactOutcome> => {
  if (writes.length > MAX_TRANSACTION_ACTIONS) throw new RangeError('too many actions for one transaction');
  const token = randomUUID();
  let conflict: unknown;
  for (let attempt = 0; attempt < MAX_CONFLICT_ATTEMPTS; attempt += 1) {
    try {
      return await writeOnce(place, writes, token);
    } catch (error) {
      if (!isConflict(error)) throw error;
      conflict = error;
      await pause(attempt);
    }
  }
  // A transaction that is said to be in progress to the end may still be applied; a cancelled one was not.
  throw new StoreUnavailable(storeUnavailable(conflict).outcome, 'TransactionConflict');
};

const LISTING_KEYS = { pk: 'listPk', sk: 'listSk' };
const DUE_KEYS = { pk: 'duePk', sk: 'dueSk' };

/** `boxesTableName` is that of the table of boxes, for functions that write there. */
export const table = (client: DynamoDBDocumentClient, tableName: string, boxesTableName?: string): Table => {
  const place: Place = { client, tableName, names: { table: tableName, boxes: boxesTableName } };
  return {
    get: (key) => readRow(place, key),
    getMany: (keys, options) => readBatch(place, keys, options),
    query: (options) => readPartition(place, options),
    list: ({ listPk: pk, after, between = { from: FIRST, until: LAST }, ...page }) =>
      readIndex(place, { ...page, keyNames: LISTING_KEYS, pk, ...rangeBehind(after, between) }),
    due: ({ duePk: pk, after, until, ...page }) =>
      readIndex(place, { ...page, keyNames: DUE_KEYS, pk, ...rangeBehind(after, { from: FIRST, until }) }),
    increment: (...asked) => count(place, asked),
    transact: (writes) => writeAll(place, writes),
  };
};
