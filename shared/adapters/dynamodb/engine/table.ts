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
  readonly limit: number;
}

interface DueQuery {
  readonly index: string;
  readonly duePk: string;
  /** Answers rows behind this sort key. */
  readonly after?: string | undefined;
  /** Answers rows up to this sort key. */
  readonly until: string;
  readonly limit: number;
  /** Attributes to answer, by their paths; all of them by default. */
  readonly only?: readonly string[];
}

interface ListingQuery {
  readonly index: string;
  readonly listPk: string;
  /** Answers rows behind this sort key. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The one table. Reads by key are strongly consistent; every failure is a StoreUnavailable. */
export interface Table {
  get(key: Key): Promise<Row | undefined>;
  /** Rows of the keys that exist, in no particular order. At most 100 keys. */
  getMany(keys: readonly Key[]): Promise<readonly Row[]>;
  query(options: QueryOptions): Promise<readonly Row[]>;
  /** A page of an index, in the order of its sort key. Indexes follow the table with a short delay. */
  list(query: ListingQuery): Promise<readonly Row[]>;
  /** A page of what is due, the longest due first. It is shorter than its limit only where nothing more is due. */
  due(query: DueQuery): Promise<readonly Row[]>;
  /** Adds to a counter and answers its new value; a counter that is not there starts at `start`. */
  increment(key: Key, attribute: string, by: { readonly step: number; readonly start: number }): Promise<number>;
  /** All writes or none. A retry after a lost answer carries the same token, so it is not applied twice. */
  transact(writes: readonly Write[]): Promise<TransactOutcome>;
}

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

const dueRange = ({ duePk, after, from, until }: Pick<DueQuery, 'duePk' | 'after' | 'until'> & { from: string }) =>
  after === undefined
    ? {
        KeyConditionExpression: 'duePk = :pk AND dueSk <= :until',
        ExpressionAttributeValues: { ':pk': duePk, ':until': until },
      }
    : {
        KeyConditionExpression: 'duePk = :pk AND dueSk BETWEEN :from AND :until',
        ExpressionAttributeValues: { ':pk': duePk, ':from': from, ':until': until },
      };

/** Names stand behind `#`, since any of them may be a reserved word of the store. */
const projection = (paths: readonly string[] | undefined) => {
  if (paths === undefined) return {};
  const names = [...new Set(paths.flatMap((path) => path.split('.')))];
  return {
    ProjectionExpression: paths.map((path) => `#${path.replaceAll('.', '.#')}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
};

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

    query: async ({ pk, skPrefix, limit }) => {
      const answer = await bounded(
        client.send(
          new QueryCommand({
            TableName: tableName,
            ConsistentRead: true,
            Limit: limit,
            KeyConditionExpression: skPrefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
            ExpressionAttributeValues: { ':pk': pk, ...(skPrefix === undefined ? {} : { ':sk': skPrefix }) },
          }),
        ),
      );
      return answer.Items ?? [];
    },

    list: async ({ index, listPk, after, limit }) => {
      const answer = await bounded(
        client.send(
          new QueryCommand({
            TableName: tableName,
            IndexName: index,
            Limit: limit,
            KeyConditionExpression: after === undefined ? 'listPk = :pk' : 'listPk = :pk AND listSk > :after',
            ExpressionAttributeValues: { ':pk': listPk, ...(after === undefined ? {} : { ':after': after }) },
          }),
        ),
      );
      return answer.Items ?? [];
    },

    due: async ({ index, duePk, after, until, limit, only }) => {
      // The least text behind a sort key: a range of the store includes both its ends.
      const from = after === undefined ? '' : `${after}!`;
      if (from > until) return [];
      const rows: Row[] = [];
      let start: Record<string, unknown> | undefined;
      // The store ends a page at 1 MB, however few rows that are. Each round has a row at least.
      for (let round = 0; round < limit; round += 1) {
        const command = new QueryCommand({
          TableName: tableName,
          IndexName: index,
          Limit: limit - rows.length,
          ExclusiveStartKey: start,
          ...dueRange({ duePk, after, from, until }),
          ...projection(only),
        });
        const answer = await bounded(client.send(command));
        rows.push(...(answer.Items ?? []));
        start = answer.LastEvaluatedKey;
        if (start === undefined || rows.length >= limit) break;
      }
      return rows;
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
