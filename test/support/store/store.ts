import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { accessKeyOf } from '../../../infra/local/function-environment.ts';
import { documentClientOver } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { type Table, table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { StoreClient } from '../../../shared/adapters/dynamodb/engine/table-place.ts';
import type { Row, Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { PATIENCE_MS } from '../app/patience.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { memoryEngineAt, memoryTableOfWork } from './memory-engines.ts';
import { plainClient } from './plain-client.ts';

export interface EngineClientOptions {
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
  /** Whose requests they are: no engine asks. */
  readonly accessKeyId?: string;
}

/** A document client of an engine, made as the production client is, with limits that a test may narrow. */
export const sdkClient = (
  endpoint: string,
  { maxAttempts = 1, requestTimeoutMs = PATIENCE_MS, accessKeyId = 'test' }: EngineClientOptions = {},
): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId, secretAccessKey: 'test' },
    maxAttempts,
    requestHandler: {
      connectionTimeout: PATIENCE_MS,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  // The document client's own one leaves the connections below it open.
  return Object.assign(documentClientOver(client), { destroy: () => client.destroy() });
};

const clients = new Map<string, StoreClient>();

/** The client of an engine for scenes and looks at rows: one for all tests of a worker, whose connections stay open. */
export const engineClient = (endpoint: string): StoreClient => {
  const client = clients.get(endpoint) ?? plainClient(endpoint);
  clients.set(endpoint, client);
  return client;
};

export const engineTable = ({ engineEndpoint, tableName }: StackAddress): Table =>
  memoryEngineAt(engineEndpoint) ?? table(engineClient(engineEndpoint), tableName);

/**
 * The table as a function asks it, for work of a function that a test carries out itself, with a clock of its own. What the
 * function's role does not let it ask fails the run of tests over a running app; a table in memory knows no roles.
 */
export const tableOfFunction = ({ functionsStoreEndpoint, tableName }: StackAddress, name: string): Table =>
  memoryTableOfWork(functionsStoreEndpoint) ??
  table(sdkClient(functionsStoreEndpoint, { accessKeyId: accessKeyOf(`payment-link-local-${name}`) }), tableName);

/** Writes rows unchecked, to set up a scene. */
export const putRows = async (store: Table, rows: readonly (Row & Key)[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += 20) {
    const writes: readonly Write[] = rows.slice(start, start + 20).map((put) => ({ put }));
    await store.transact(writes);
  }
};
