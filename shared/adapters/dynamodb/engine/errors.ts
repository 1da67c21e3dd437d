import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { StoreUnavailable } from '../../../ports/store-errors.ts';

interface SdkCancellationReason {
  readonly Code?: string;
  /** In the store's own notation: the document client translates answers, but not errors. */
  readonly Item?: Record<string, AttributeValue>;
}

/** The parts of an SDK error that are looked at; its message and its cause go nowhere (rule 29). */
interface SdkError {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly CancellationReasons?: readonly SdkCancellationReason[];
  /** Of a single put whose condition was refused. */
  readonly Item?: Record<string, AttributeValue>;
}

/** Why one action of a transaction was cancelled, and the item that was there. */
export interface CancellationReason {
  readonly Code?: string | undefined;
  readonly Item?: Record<string, unknown> | undefined;
}

/** Errors of calls of which an earlier attempt may have been applied. */
const doubted = new WeakSet<object>();

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

const CONFLICTS: readonly (string | undefined)[] = ['TransactionConflict'];

/** The reasons of a transaction that the store cancelled, or undefined for any other error. */
export const cancellationReasonsOf = (error: unknown): readonly CancellationReason[] | undefined =>
  isSdkError(error) && error.name === 'TransactionCanceledException'
    ? (error.CancellationReasons ?? []).map(({ Code, Item }) => ({
        Code,
        Item: Item === undefined ? undefined : unmarshall(Item),
      }))
    : undefined;

/** The item that stood where a single put found its condition refused; undefined for any other error. */
export const refusedItemOf = (error: unknown): { readonly item: Record<string, unknown> | undefined } | undefined => {
  if (!isSdkError(error) || error.name !== 'ConditionalCheckFailedException') return undefined;
  return { item: error.Item === undefined ? undefined : unmarshall(error.Item) };
};

/** True when another transaction was at work on the same items: the store did nothing, and trying again is right. */
export const isConflict = (error: unknown): boolean => {
  if (
    isSdkError(error) &&
    (error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException')
  ) {
    return true;
  }
  const reasons = cancellationReasonsOf(error);
  return reasons?.some(({ Code }) => CONFLICTS.includes(Code)) ?? false;
};

/** A 4xx answer means that nothing was applied, except that a transaction in progress may still be. */
const isRefusal = (error: SdkError): boolean => {
  const status = error.$metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500 && error.name !== 'TransactionInProgressException';
};

/**
 * Watches the attempts of one call. The SDK reports the last attempt alone: a throttled last attempt says nothing of
 * a first one whose answer was lost, and that one may have been applied.
 */
export const doubtWatch = (): ((error: unknown) => void) => {
  let doubtful = false;
  return (error) => {
    if (!isSdkError(error)) return;
    if (doubtful) doubted.add(error);
    doubtful ||= !isRefusal(error);
  };
};

/**
 * Makes an SDK error our own. A 4xx answer means that nothing was applied; without an answer, or with a 5xx, of this
 * attempt or an earlier one, the outcome of a write is unknown.
 */
export const storeUnavailable = (error: unknown): StoreUnavailable => {
  if (!isSdkError(error)) return new StoreUnavailable('unknown', typeof error);
  const outcome = isRefusal(error) && !doubted.has(error) ? 'not-applied' : 'unknown';
  return new StoreUnavailable(outcome, error.name);
};
