import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClientOver } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { type Table, table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row, Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { PATIENCE_MS } from '../app/patience.ts';
import type { StackAddress } from '../app/stack-address.ts';

export interface EngineClientOptions {
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
}

const newClient = (
  endpoint: string,
  { maxAttempts = 1, requestTimeoutMs = PATIENCE_MS }: EngineClientOptions,
): DynamoDBDocumentClient =>
  documentClientOver(
    new DynamoDBClient({
      endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts,
      requestHandler: {
        connectionTimeout: PATIENCE_MS,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
      },
    }),
  );

const clients = new Map<string, DynamoDBDocumentClient>();

/**
 * A document client for an engine, made as the production client is, with limits that a test may narrow. Tests without
 * limits of their own share one client per engine, whose connections stay open.
 */
export const engineClient = (endpoint: string, options?: EngineClientOptions): DynamoDBDocumentClient => {
  if (options !== undefined) return newClient(endpoint, options);
  const client = clients.get(endpoint) ?? newClient(endpoint, {});
  clients.set(endpoint, client);
  return client;
};

export const engineTable = ({ engineEndpoint, tableName }: StackAddress): Table =>
  table(engineClient(engineEndpoint), tableName);

/** Writes rows unchecked, to set up a scene. */
export const putRows = async (store: Table, rows: readonly (Row & Key)[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += 20) {
    const writes: readonly Write[] = rows.slice(start, start + 20).map((put) => ({ put }));
    await store.transact(writes);
  }
};
