import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { startEngine } from '../../infra/local/engine.ts';
import { prepareStreamRecords } from '../../infra/local/stream-records.ts';
import { createTables } from '../../infra/local/tables.ts';
import { fixed, print, type Row } from './figures.ts';
import type { RunSetup } from './run-setup.ts';

const ROWS = 20_000;
const THOUSAND = 1000;

const table = {
  name: 'stream-bench',
  properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
  },
};

/** Milliseconds of a write in the first and in the last thousand of many. */
const measured = async (endpoint: string, rows: number): Promise<readonly [first: number, last: number]> => {
  const startedAt: number[] = [];
  for (let row = 0; row <= rows; row += 1) {
    if (row % THOUSAND === 0) startedAt.push(performance.now());
    const Item = { pk: { S: String(row) }, text: { S: 'x'.repeat(500) } };
    await callDynamoDb(endpoint, 'PutItem', { TableName: table.name, Item });
  }
  const msOf = (from: number): number => ((startedAt.at(from + 1) ?? 0) - (startedAt.at(from) ?? 0)) / THOUSAND;
  return [msOf(0), msOf(startedAt.length - 2)];
};

/** Prints what a write costs on one machine while the table's stream fills, with and without a stream. */
export const stream = async ({ amount, folder, resources }: RunSetup): Promise<void> => {
  const rows: Row[] = [];
  const count = Math.max(2 * THOUSAND, amount(ROWS));
  for (const withStreams of [false, true]) {
    const own = join(folder, withStreams ? 'with-stream' : 'without-stream');
    mkdirSync(own);
    const engine = await startEngine('dynoxide', own);
    resources.defer(() => engine.stop());
    if (withStreams) prepareStreamRecords(own);
    await createTables(engine.endpoint, [table], { withStreams });
    const [first, last] = await measured(engine.endpoint, count);
    rows.push([withStreams ? 'with a stream' : 'without one', ...fixed(first, last, last / first)]);
  }
  const text = `Writes while a stream fills, on the native engine
${count} rows one after the other. Milliseconds of a write in the first and the last thousand. Aim: no growth.`;
  print(text, 'table, first ms, last ms, ratio', rows);
};
