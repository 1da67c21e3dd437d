import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { chooseEngine, type EngineName, startEngine } from '../../infra/local/engine.ts';
import { javaCommand } from '../../infra/local/java.ts';
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
    await second.stop();
    expect(await second.ended).toMatch(new RegExp(`^The engine ${name} ended`));
  });
});
