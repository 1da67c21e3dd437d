import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storeUnavailable } from './errors.ts';
import type { TableNames } from './writes.ts';

/** What the store needs of the SDK's document client. */
export type StoreClient = Pick<DynamoDBDocumentClient, 'send'>;

/** Where the table is: what every call of it needs. */
export interface Place {
  readonly client: StoreClient;
  readonly tableName: string;
  readonly names: TableNames;
}

const BACKOFF_BASE_MS = 15;

/** Waits before the next try, longer with each one. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * BACKOFF_BASE_MS * 2 ** attempt));

/** A call of the store. It rejects with StoreUnavailable alone. */
export const bounded = async <Value>(call: Promise<Value>): Promise<Value> => {
  try {
    return await call;
  } catch (error) {
    throw storeUnavailable(error);
  }
};
