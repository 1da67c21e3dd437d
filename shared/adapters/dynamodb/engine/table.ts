import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import type { Key } from '../keys.ts';
import { type CancellationReason, cancellationReasonsOf, isConflict, storeUnavailable } from './errors.ts';
import { type Row, toTransactWriteItem, type Write } from './writes.ts';

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

interface QueryOptions {
  readonly pk: string;
  readonly skPrefix?: string;
  /** Answers rows behind this sort key. */
  readonly after?: string | undefined;
  readonly limit: number;
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
  /** Answers entries from this sort key to the other, both included; all of them by default. */
  readonly between?: { readonly from: string; readonly until: string } | undefined;
}

/** The one table. Reads by key are strongly consistent; every failure is a StoreUnavailable. */
export interface Table {
  get(key: Key): Promise<Row | undefined>;
  /** Rows of the keys that exist, in no particular order. At most 100 keys. */
  getMany(keys: readonly Key[]): Promise<readonly Row[]>;
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
  /** All writes or none. A retry after a lost answer carries the same token, so it is not applied twice. */
  transact(writes: readonly Write[]): Promise<TransactOutcome>;
}

/** Rows of any number of keys that exist, in no particular order: reads of a hundred each, a few side by side. */
export const readAll = async (store: Pick<Table, 'getMany'>, keys: readonly Key[]): Promise<readonly Row[]> => {
  const batches: (readonly Key[])[] = [];
  for (let first = 0; first < keys.length; first += MAX_BATCH_KEYS) {
    batches.push(keys.slice(first, first + MAX_BATCH_KEYS));
  }
  const rows: Row[] = [];
  for (let first = 0; first < batches.length; first += BATCHES_AT_ONCE) {
    const some = await Promise.all(batches.slice(first, first + BATCHES_AT_ONCE).map((batch) => store.getMany(batch)));
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

/** Entries of one partition of an index, from one sort key to another, both included. */
interface IndexRange {
  readonly index: string;
  readonly keyNames: { readonly pk: string; readonly sk: string };
  readonly pk: string;
  readonly from: string;
  readonly until: string;
  readonly limit: number;
}

/** The least text behind a sort key: a range of the store includes both its ends. */
const behind = (sk: string): string => `${sk}!`;

/** In front of every sort key and behind every one: all of them begin with a printable character. */
const FIRST = ' ';
const LAST = '~~';

const rangeOf = (
  after: string | undefined,
  { from, until }: { readonly from: string; readonly until: string },
): { readonly from: string; readonly until: string } => ({
  from: after === undefined || behind(after) < from ? from : behind(after),
  until,
});

export const table = (client: DynamoDBDocumentClient, tableName: string): Table => {
  const transactOnce = async (writes: readonly Write[], token: string): Promise<TransactOutcome> => {
    const TransactItems = writes.map((write) => toTransactWriteItem(tableName, write));
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

  const indexPage = async ({ index, keyNames, pk, from, until, limit }: IndexRange): Promise<readonly Row[]> => {
    if (from > until) return [];
    const rows: Row[] = [];
    let start: Record<string, unknown> | undefined;
    // The store ends a page at 1 MB, however few entries that are. Each round has an entry at least.
    for (let round = 0; round < limit; round += 1) {
      const command = new QueryCommand({
        TableName: tableName,
        IndexName: index,
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

  return {
    get: async (key) => {
      const answer = await bounded(
        client.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true })),
      );
      return answer.Item;
    },

    getMany: async (keys) => {
      if (keys.length === 0) return [];
      if (keys.length > MAX_BATCH_KEYS) throw new RangeError('too many keys for one read');
      const rows: Row[] = [];
      let pending: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
      for (let round = 0; round < MAX_BATCH_ROUNDS; round += 1) {
        if (round > 0) await pause(round);
        const RequestItems = { [tableName]: { Keys: pending, ConsistentRead: true } };
        const answer = await bounded(client.send(new BatchGetCommand({ RequestItems })));
        rows.push(...(answer.Responses?.[tableName] ?? []));
        pending = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
        if (pending.length === 0) return rows;
      }
      throw new StoreUnavailable('not-applied', 'UnprocessedKeys');
    },

    query: async ({ pk, skPrefix, after, limit }) => {
      const answer = await bounded(
        client.send(
          new QueryCommand({
            TableName: tableName,
            ConsistentRead: true,
            Limit: limit,
            ExclusiveStartKey: after === undefined ? undefined : { pk, sk: after },
            KeyConditionExpression: skPrefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
            ExpressionAttributeValues: { ':pk': pk, ...(skPrefix === undefined ? {} : { ':sk': skPrefix }) },
          }),
        ),
      );
      return answer.Items ?? [];
    },

    list: ({ index, listPk, after, between = { from: FIRST, until: LAST }, limit }) =>
      indexPage({ index, keyNames: { pk: 'listPk', sk: 'listSk' }, pk: listPk, ...rangeOf(after, between), limit }),

    due: ({ index, duePk, after, until, limit }) => {
      const range = rangeOf(after, { from: FIRST, until });
      return indexPage({ index, keyNames: { pk: 'duePk', sk: 'dueSk' }, pk: duePk, ...range, limit });
    },

    increment: async (key, attribute, { step, start }) => {
      const answer = await bounded(
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: key,
            UpdateExpression: 'SET #value = if_not_exists(#value, :start) + :step',
            ExpressionAttributeNames: { '#value': attribute },
            ExpressionAttributeValues: { ':start': start, ':step': step },
            ReturnValues: 'UPDATED_NEW',
          }),
        ),
      );
      return Number(answer.Attributes?.[attribute]);
    },

    transact: async (writes) => {
      if (writes.length > MAX_TRANSACTION_ACTIONS) throw new RangeError('too many actions for one transaction');
      const token = randomUUID();
      let conflict: unknown;
      for (let attempt = 0; attempt < MAX_CONFLICT_ATTEMPTS; attempt += 1) {
        try {
          return await transactOnce(writes, token);
        } catch (error) {
          if (!isConflict(error)) throw error;
          conflict = error;
          await pause(attempt);
        }
      }
      // A transaction that is said to be in progress to the end may still be applied; a cancelled one was not.
      throw new StoreUnavailable(storeUnavailable(conflict).outcome, 'TransactionConflict');
    },
  };
};
