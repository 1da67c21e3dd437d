import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../shared/adapters/dynamodb/keys.ts';
import { type Table, table } from '../../shared/adapters/dynamodb/table.ts';
import type { Row, Write } from '../../shared/adapters/dynamodb/writes.ts';
import type { StackAddress } from './stack-address.ts';

/** A document client for the engine of a running app. */
export const engineClient = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

export const engineTable = ({ engineEndpoint, tableName }: StackAddress): Table =>
  table(engineClient(engineEndpoint), tableName);

/** Writes rows as they are, past every rule: how a test sets a scene. */
export const putRows = async (store: Table, rows: readonly (Row & Key)[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += 20) {
    const writes: readonly Write[] = rows.slice(start, start + 20).map((put) => ({ put }));
    await store.transact(writes);
  }
};
