import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import type { Key } from '../keys.ts';
import {
  type CancellationReason,
  cancellationReasonsOf,
  isConflict,
  refusedItemOf,
  storeUnavailable,
} from './errors.ts';
import { bounded, type Place, pause } from './table-place.ts';
import { type Row, toTransactWriteItem, type Write } from './writes.ts';

/** Largest transaction that the rules allow (rule 11). */
export const MAX_TRANSACTION_ACTIONS = 20;
// Enough for a few dozen payments that meet in one bucket of a busy dealer; they last four seconds at the most.
const MAX_CONFLICT_ATTEMPTS = 8;

/** What became of each write of a transaction that its conditions refused: `item` is the row that was there. */
export interface WriteOutcome {
  readonly conditionFailed: boolean;
  readonly item?: Row | undefined;
}

export type TransactOutcome =
  /** `item`: of a lone count, the attributes that it changed, as they are now. */
  | { readonly applied: true; readonly item?: Readonly<Record<string, unknown>> }
  | { readonly applied: false; readonly writes: readonly WriteOutcome[] };

/** The counter, its attribute, what is added, and where it starts when it is not there. */
export type Increment = readonly [key: Key, attribute: string, by: { readonly step: number; readonly start: number }];

const outcomeOf = (reasons: readonly CancellationReason[]): TransactOutcome => {
  const failed = reasons.map(({ Code, Item }) => ({ conditionFailed: Code === 'ConditionalCheckFailed', item: Item }));
  if (failed.some(({ conditionFailed }) => conditionFailed)) return { applied: false, writes: failed };
  // Throttled or refused for another cause: nothing was applied, and no condition of ours says why.
  throw new StoreUnavailable(
    'not-applied',
    reasons.find(({ Code }) => Code !== undefined && Code !== 'None')?.Code ?? '',
  );
};

export const count = async (
  { client, tableName }: Place,
  [key, attribute, { step, start }]: Increment,
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
const putOne = (
  { client, names }: Place,
  write: Extract<Write, { readonly put: unknown }>,
  token: string,
): Promise<TransactOutcome> => {
  const writeId = token.slice(-WRITE_ID_LENGTH);
  const { Put } = toTransactWriteItem(names, { ...write, put: { ...write.put, writeId } });
  if (Put === undefined) throw new TypeError('a put that is none');
  return namedOutcome(client.send(new PutCommand(Put)), writeId);
};

/** The outcome of a write that leaves its name in its item. */
const namedOutcome = async (sent: Promise<unknown>, writeId: string): Promise<TransactOutcome> => {
  const outcome = await loneOutcome(sent);
  const isOwn = !outcome.applied && outcome.writes.some(({ item }) => item?.writeId === writeId);
  return isOwn ? { applied: true } : outcome;
};

/** The outcome of a write that is no transaction. */
const loneOutcome = async (sent: Promise<unknown>): Promise<TransactOutcome> => {
  try {
    await sent;
    return { applied: true };
  } catch (error) {
    if (isConflict(error)) throw error;
    const refused = refusedItemOf(error);
    if (refused === undefined) throw storeUnavailable(error);
    return { applied: false, writes: [{ conditionFailed: true, item: refused.item }] };
  }
};

type LoneUpdate = Extract<Write, { readonly update: unknown; readonly isLone: true }>;

/** Updates one item on its condition, with the name of the write in the item, as `putOne` does. */
const updateOne = ({ client, names }: Place, write: LoneUpdate, token: string): Promise<TransactOutcome> => {
  const writeId = token.slice(-WRITE_ID_LENGTH);
  const { set } = write;
  if (!set.expression.startsWith('SET ')) throw new TypeError('a lone update sets something');
  const named = {
    expression: `SET #writeId = :writeId, ${set.expression.slice('SET '.length)}`,
    names: { ...set.names, '#writeId': 'writeId' },
    values: { ...set.values, ':writeId': writeId },
  };
  const { Update } = toTransactWriteItem(names, { ...write, set: named });
  if (Update === undefined) throw new TypeError('an update that is none');
  return namedOutcome(client.send(new UpdateCommand(Update)), writeId);
};

const removeOne = (
  { client, names }: Place,
  write: Extract<Write, { readonly remove: unknown }>,
): Promise<TransactOutcome> => {
  const { Delete } = toTransactWriteItem(names, write);
  if (Delete === undefined) throw new TypeError('a removal that is none');
  return loneOutcome(client.send(new DeleteCommand(Delete)));
};

/** Counts once more on a condition, without a transaction, and answers the new count: that costs nothing more. */
const countOne = async (
  { client, names }: Place,
  write: Extract<Write, { readonly update: unknown }>,
): Promise<TransactOutcome> => {
  const { Update } = toTransactWriteItem(names, write);
  if (Update === undefined) throw new TypeError('an update that is none');
  try {
    const { Attributes } = await client.send(new UpdateCommand({ ...Update, ReturnValues: 'UPDATED_NEW' }));
    return { applied: true, ...(Attributes === undefined ? {} : { item: Attributes }) };
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
  if ('update' in only && 'isLone' in only) return updateOne(place, only, token);
  if ('remove' in only && only.isLone === true) return removeOne(place, only);
  return 'update' in only && only.isCount === true ? countOne(place, only) : transactOnce(place, writes, token);
};

export const writeAll = async (place: Place, writes: readonly Write[]): Promise<TransactOutcome> => {
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
