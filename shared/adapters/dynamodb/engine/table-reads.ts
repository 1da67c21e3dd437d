import { type AttributeValue, BatchGetItemCommand, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import type { Key } from '../keys.ts';
import { rowOf, textAttributes } from './attribute-values.ts';
import { bounded, type Place, pause } from './table-place.ts';
import type { BoxKey, Row } from './writes.ts';

/** Most keys of one read. */
export const MAX_BATCH_KEYS = 100;
const MAX_BATCH_ROUNDS = 5;

/** Sort keys from one to the other, both included. */
interface SortKeyRange {
  readonly from: string;
  readonly until: string;
}

export interface QueryOptions {
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

export interface DueQuery extends IndexQuery {
  readonly duePk: string;
  /** Answers entries up to this sort key. */
  readonly until: string;
}

export interface ListingQuery extends IndexQuery {
  readonly listPk: string;
  /** From the end of the list backwards. Not together with `after`. */
  readonly newestFirst?: true;
  /** All of them by default. */
  readonly between?: SortKeyRange | undefined;
}

export interface ReadOptions {
  /** True of rows that serve as well as they were a second ago. Such a read costs half. */
  readonly mayLag?: boolean;
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

export const readRow = async ({ client, tableName }: Place, key: Key | BoxKey): Promise<Row | undefined> => {
  const command = new GetItemCommand({ TableName: tableName, Key: textAttributes({ ...key }), ConsistentRead: true });
  const { Item } = await bounded(client.send(command));
  return Item && rowOf(Item);
};

export const readBatch = async (
  { client, tableName }: Place,
  keys: readonly Key[],
  { mayLag = false }: ReadOptions = {},
): Promise<readonly Row[]> => {
  if (keys.length === 0) return [];
  if (keys.length > MAX_BATCH_KEYS) throw new RangeError('too many keys for one read');
  const rows: Row[] = [];
  let pending: Record<string, AttributeValue>[] = keys.map(({ pk, sk }) => textAttributes({ pk, sk }));
  for (let round = 0; round < MAX_BATCH_ROUNDS; round += 1) {
    if (round > 0) await pause(round);
    const RequestItems = { [tableName]: { Keys: pending, ConsistentRead: !mayLag } };
    const answer = await bounded(client.send(new BatchGetItemCommand({ RequestItems })));
    for (const item of answer.Responses?.[tableName] ?? []) rows.push(rowOf(item));
    pending = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (pending.length === 0) return rows;
  }
  throw new StoreUnavailable('not-applied', 'UnprocessedKeys');
};

export const readPartition = async ({ client, tableName }: Place, options: QueryOptions): Promise<readonly Row[]> => {
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
    ExclusiveStartKey: after === undefined || between !== undefined ? undefined : textAttributes({ pk, sk: after }),
    KeyConditionExpression: conditions.join(' AND '),
    ExpressionAttributeValues: textAttributes(values),
  });
  return ((await bounded(client.send(command))).Items ?? []).map(rowOf);
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
  let start: Record<string, AttributeValue> | undefined;
  // The store ends a page at 1 MB, however few entries that are. Each round has an entry at least.
  for (let round = 0; round < limit; round += 1) {
    const command = new QueryCommand({
      TableName: tableName,
      IndexName: index,
      ScanIndexForward: newestFirst !== true,
      Limit: limit - rows.length,
      ExclusiveStartKey: start,
      KeyConditionExpression: `${keyNames.pk} = :pk AND ${keyNames.sk} BETWEEN :from AND :until`,
      ExpressionAttributeValues: textAttributes({ ':pk': pk, ':from': from, ':until': until }),
    });
    const answer = await bounded(client.send(command));
    for (const item of answer.Items ?? []) rows.push(rowOf(item));
    start = answer.LastEvaluatedKey;
    if (start === undefined || rows.length >= limit) break;
  }
  return rows;
};

const LISTING_KEYS = { pk: 'listPk', sk: 'listSk' };
const DUE_KEYS = { pk: 'duePk', sk: 'dueSk' };

export const readListing = (place: Place, query: ListingQuery): Promise<readonly Row[]> => {
  const { listPk: pk, after, between = { from: FIRST, until: LAST }, ...page } = query;
  return readIndex(place, { ...page, keyNames: LISTING_KEYS, pk, ...rangeBehind(after, between) });
};

export const readDue = (place: Place, { duePk: pk, after, until, ...page }: DueQuery): Promise<readonly Row[]> =>
  readIndex(place, { ...page, keyNames: DUE_KEYS, pk, ...rangeBehind(after, { from: FIRST, until }) });
