import * as z from 'zod';
import { callDynamoDb, DynamoDbCallError } from './dynamodb-call.ts';
import type { LocalTable } from './topology.ts';

/**
 * Template properties that the local engines do not get. They protect data in an account (recovery, encryption at rest,
 * deletion protection), describe it (tags) or make it faster there (warm throughput). None changes what a handler sees.
 */
export const PROPERTIES_LEFT_OUT = [
  'PointInTimeRecoverySpecification',
  'SSESpecification',
  'DeletionProtectionEnabled',
  'Tags',
  'ContributorInsightsSpecification',
  'WarmThroughput',
] as const;

type TableToMake = Pick<LocalTable, 'name' | 'properties'>;

const WAIT_ATTEMPTS = 100;
const WAIT_PAUSE_MS = 50;

/**
 * Creates the template's tables that the engine lacks, and switches their TTL on. Refuses an existing table with other
 * keys or indexes, with a sentence, because its data would not fit. Streams stay off while no function consumes one:
 * they slow every write.
 */
export const createTables = async (
  endpoint: string,
  tables: readonly TableToMake[],
  { withStreams }: { withStreams: boolean },
): Promise<void> => {
  for (const table of tables) {
    const input = createTableInput(table, withStreams);
    const existing = await describeTable(endpoint, table.name);
    if (existing === undefined) {
      await callDynamoDb(endpoint, 'CreateTable', input);
      await waitUntilActive(endpoint, table.name);
    } else {
      refuseOtherShape(table.name, existing, input);
      await switchStreamOn(endpoint, existing, input);
    }
    await switchTtlOn(endpoint, table);
  }
};

/** The CreateTable call for the template's properties. */
export const createTableInput = (table: TableToMake, withStreams: boolean): Record<string, unknown> => {
  const leftOut: readonly string[] = [
    ...PROPERTIES_LEFT_OUT,
    'TimeToLiveSpecification',
    ...(withStreams ? [] : ['StreamSpecification']),
  ];
  const without = (properties: object) => Object.entries(properties).filter(([key]) => !leftOut.includes(key));
  const kept = without(table.properties).map(([key, value]: [string, unknown]): [string, unknown] =>
    key === 'GlobalSecondaryIndexes' && Array.isArray(value)
      ? [key, value.map((index: object) => Object.fromEntries(without(index)))]
      : [key, value],
  );
  const input: Record<string, unknown> = { ...Object.fromEntries(kept), TableName: table.name };
  if (typeof input.StreamSpecification === 'object') {
    // CloudFormation implies this setting, and the API demands it.
    input.StreamSpecification = { ...input.StreamSpecification, StreamEnabled: true };
  }
  return input;
};

const describeTable = async (endpoint: string, name: string): Promise<Record<string, unknown> | undefined> => {
  try {
    const { Table: table } = await callDynamoDb(endpoint, 'DescribeTable', { TableName: name });
    return z.record(z.string(), z.unknown()).parse(table);
  } catch (error) {
    if (error instanceof DynamoDbCallError && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

const waitUntilActive = async (endpoint: string, name: string): Promise<void> => {
  for (let attempt = 0; attempt < WAIT_ATTEMPTS; attempt += 1) {
    const table = await describeTable(endpoint, name);
    if (table?.TableStatus === 'ACTIVE') return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_PAUSE_MS));
  }
  throw new Error(`Table ${name} did not become active within ${(WAIT_ATTEMPTS * WAIT_PAUSE_MS) / 1000} s.`);
};

const refuseOtherShape = (name: string, existing: Record<string, unknown>, wanted: Record<string, unknown>): void => {
  if (shapeOf(existing) === shapeOf(wanted)) return;
  throw new Error(
    `The data folder holds table ${name} with other keys or indexes than the template: move the folder away, or set DATA_DIR to another one.`,
  );
};

interface Shape {
  readonly KeySchema?: readonly { AttributeName: string; KeyType: string }[];
  readonly GlobalSecondaryIndexes?: readonly (Shape & { IndexName: string })[];
}

const shapeOf = (table: Shape): string => {
  const indexes = (table.GlobalSecondaryIndexes ?? []).map((index) => `${index.IndexName}(${keysOf(index)})`);
  return [keysOf(table), ...indexes.toSorted()].join(' ');
};

const keysOf = ({ KeySchema: keys = [] }: Shape): string =>
  keys
    .map((key) => `${key.KeyType}:${key.AttributeName}`)
    .toSorted()
    .join(',');

/** A folder from before the first consumer of a stream holds a table without one. */
const switchStreamOn = async (
  endpoint: string,
  existing: Record<string, unknown>,
  { TableName, StreamSpecification }: Record<string, unknown>,
): Promise<void> => {
  if (StreamSpecification === undefined || existing.StreamSpecification !== undefined) return;
  await callDynamoDb(endpoint, 'UpdateTable', { TableName, StreamSpecification });
};

const timeToLiveSchema = z.object({ TimeToLiveStatus: z.string().optional() });

const switchTtlOn = async (endpoint: string, table: TableToMake): Promise<void> => {
  const specification = table.properties.TimeToLiveSpecification;
  if (specification === undefined) return;
  const { TimeToLiveDescription: current } = await callDynamoDb(endpoint, 'DescribeTimeToLive', {
    TableName: table.name,
  });
  const { TimeToLiveStatus: status } = timeToLiveSchema.parse(current ?? {});
  if (status === 'ENABLED' || status === 'ENABLING') return;
  await callDynamoDb(endpoint, 'UpdateTimeToLive', {
    TableName: table.name,
    TimeToLiveSpecification: specification,
  });
};
