import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { callDynamoDb, callStreams } from '../../infra/local/dynamodb-call.ts';
import { chooseEngine, type EngineName, startEngine } from '../../infra/local/engine.ts';
import { javaCommand } from '../../infra/local/java.ts';
import { engineFile, prepareStreamRecords } from '../../infra/local/stream-records.ts';
import { createTables } from '../../infra/local/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-engine-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const table = {
  name: 'engine-test',
  properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'duePk', AttributeType: 'S' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'due',
        KeySchema: [{ AttributeName: 'duePk', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    DeletionProtectionEnabled: true,
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
  },
};

/** Why an engine cannot run here; undefined when it can. */
const obstacle = async (name: EngineName): Promise<string | undefined> => {
  try {
    if (name === 'dynamodb-local') await javaCommand();
    else chooseEngine(name);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** The keys of the records in the table's stream. */
const keysInStream = async (endpoint: string): Promise<readonly unknown[]> => {
  const { Table: described } = await callDynamoDb(endpoint, 'DescribeTable', { TableName: table.name });
  const { LatestStreamArn: StreamArn } = z.object({ LatestStreamArn: z.string() }).parse(described);
  const { StreamDescription } = await callStreams(endpoint, 'DescribeStream', { StreamArn });
  const { Shards } = z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }).parse(StreamDescription);
  const asked = { StreamArn, ShardId: Shards[0]?.ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = await callStreams(endpoint, 'GetShardIterator', asked);
  const { Records } = await callStreams(endpoint, 'GetRecords', { ShardIterator });
  return z
    .array(z.object({ dynamodb: z.object({ Keys: z.unknown() }) }))
    .parse(Records)
    .map(({ dynamodb }) => dynamodb.Keys);
};

/** How the native engine finds the newest record before each write. */
const searchesNewestRecord = (): string => {
  const database = new DatabaseSync(engineFile(folder), { readOnly: true });
  const sql =
    "EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'x'";
  const plan = JSON.stringify(database.prepare(sql).all());
  database.close();
  return plan;
};

const engines: EngineName[] = ['dynoxide', 'dynamodb-local'];
describe.each(engines)('The engine %s', (name) => {
  test('makes the template’s table once, keeps its data over restarts, and ends when told', async ({ skip }) => {
    const reason = await obstacle(name);
    skip(reason !== undefined, reason);
    const Item = { pk: { S: 'a' }, n: { N: '1' } };

    const first = await startEngine(name, folder);
    await createTables(first.endpoint, [table], { withStreams: false });
    await callDynamoDb(first.endpoint, 'PutItem', { TableName: table.name, Item });
    await first.stop();
    await expect(callDynamoDb(first.endpoint, 'ListTables', {})).rejects.toThrow();

    const second = await startEngine(name, folder);
    await createTables(second.endpoint, [table], { withStreams: false });
    const found = await callDynamoDb(second.endpoint, 'GetItem', { TableName: table.name, Key: { pk: Item.pk } });
    expect(found).toMatchObject({ Item });

    const otherShape = { ...table, properties: { ...table.properties, GlobalSecondaryIndexes: [] } };
    await expect(createTables(second.endpoint, [otherShape], { withStreams: false })).rejects.toThrow(
      /other keys or indexes than the template/,
    );
    // Data from before the first consumer of a stream.
    if (name === 'dynoxide') for (let times = 0; times < 2; times += 1) prepareStreamRecords(folder);
    for (let times = 0; times < 2; times += 1) await createTables(second.endpoint, [table], { withStreams: true });
    await callDynamoDb(second.endpoint, 'PutItem', { TableName: table.name, Item: { ...Item, pk: { S: 'b' } } });
    expect(await keysInStream(second.endpoint)).toEqual([{ pk: { S: 'b' } }]);
    if (name === 'dynoxide') expect(searchesNewestRecord()).toContain('newest_stream_record');

    await second.stop();
    expect(await second.ended).toMatch(new RegExp(`^The engine ${name} ended`));
  });
});
