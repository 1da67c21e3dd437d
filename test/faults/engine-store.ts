import { setImmediate as breath } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { chooseEngine, type Engine, startEngine } from '../../infra/local/engine.ts';
import { createTables } from '../../infra/local/tables.ts';
import { type LocalTable, readTopology } from '../../infra/local/topology.ts';
import { documentClientOver } from '../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { engineClient } from '../support/store.ts';
import type { Circumstances, RunStore, Watch } from './world.ts';

const READ_FAULT_PROBABILITY = 0.02;
const WRITE_FAULT_PROBABILITY = 0.1;
const MOST_TRIES = 3;
const REQUEST_TIMEOUT_MS = 10_000;

/** What befalls one request to the store. `after`: it was done, and the answer says or shows nothing of it. */
const STORE_FAULTS = [
  'throttled',
  'conflict',
  'transaction in progress',
  'reset before it is done',
  'reset after it is done',
  'error 500 before it is done',
  'error 500 after it is done',
] as const;
type StoreFault = (typeof STORE_FAULTS)[number];
const IN_TRANSACTIONS: readonly StoreFault[] = ['conflict', 'transaction in progress'];

type Handler = DynamoDBClient['config']['requestHandler'];
type Handled = Awaited<ReturnType<Handler['handle']>>;

const answered = (statusCode: number, error: string, members: object = {}): Handled => ({
  response: {
    statusCode,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${error}`, message: '', ...members })),
  },
});

const requestSchema = z.object({
  TransactItems: z.array(z.object({ Put: z.optional(z.object({ Item: z.record(z.string(), z.unknown()) })) })),
});

/** Rows that a transaction's request puts whole. */
const rowsPut = (body: string): readonly Row[] =>
  requestSchema
    .parse(JSON.parse(body))
    .TransactItems.flatMap(({ Put }) =>
      Put === undefined ? [] : [unmarshall(Put.Item as Parameters<typeof unmarshall>[0])],
    );

const outcomeOf = (fault: StoreFault, body: string): Handled => {
  switch (fault) {
    case 'throttled':
      return answered(400, 'ThrottlingException');
    case 'conflict': {
      const { TransactItems } = requestSchema.parse(JSON.parse(body));
      const reasons = TransactItems.map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' }));
      return answered(400, 'TransactionCanceledException', { CancellationReasons: reasons });
    }
    case 'transaction in progress':
      return answered(400, 'TransactionInProgressException');
    case 'error 500 before it is done':
    case 'error 500 after it is done':
      return answered(500, 'InternalServerError');
    case 'reset before it is done':
    case 'reset after it is done':
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  }
};

/** The retries of production without their pauses. */
const promptRetries: NonNullable<DynamoDBClientConfig['retryStrategy']> = (() => {
  const token = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => 0 });
  return {
    acquireInitialRetryToken: async () => token(0),
    refreshRetryTokenForRetry: async (last, { errorType }) => {
      const count = last.getRetryCount() + 1;
      if (errorType === 'CLIENT_ERROR' || count >= MOST_TRIES) throw new Error('no more tries');
      return token(count);
    },
    recordSuccess: () => undefined,
  };
})();

/** A client whose requests meet faults below the SDK, as the network and the store make them. */
const faultyClient = (
  endpoint: string,
  circumstances: Circumstances,
  onDone: (operation: string, body: string) => void,
) => {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    retryStrategy: promptRetries,
    requestHandler: { connectionTimeout: 1000, requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  });
  const { seeded, met } = circumstances;
  const real: Handler = client.config.requestHandler;
  const handle: Handler['handle'] = async (request, options) => {
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const body = new TextDecoder().decode(request.body as Uint8Array);
    const writes = operation === 'TransactWriteItems';
    const possible = STORE_FAULTS.filter((one) => writes || !IN_TRANSACTIONS.includes(one));
    const harm = seeded.chance(writes ? WRITE_FAULT_PROBABILITY : READ_FAULT_PROBABILITY);
    const fault = circumstances.atFault && harm ? seeded.pick(possible) : undefined;
    if (fault !== undefined) met.add(`fault: store ${fault}`);
    // An answer of ours is as late as any other: it never comes in the same turn of the event loop.
    if (fault !== undefined && !fault.endsWith('after it is done')) {
      await breath();
      return outcomeOf(fault, body);
    }
    const outcome = await real.handle(request, options);
    if (outcome.response.statusCode === 200) onDone(operation, body);
    return fault === undefined ? outcome : outcomeOf(fault, body);
  };
  client.config.requestHandler = Object.assign(Object.create(real) as Handler, { handle });
  return client;
};

/** Compares every attempt that is put with the one it replaces. A repeated request changes nothing. */
const watching = (watch: Watch, violations: string[]) => {
  const last = new Map<string, Row>();
  return (operation: string, body: string): void => {
    if (operation !== 'TransactWriteItems') return;
    for (const row of rowsPut(body).filter(({ entity }) => entity === 'attempt')) {
      const key = String(row.pk);
      const before = last.get(key);
      last.set(key, row);
      const violation = before === undefined || before.version === row.version ? undefined : watch(before, row);
      if (violation !== undefined) violations.push(violation);
    }
  };
};

/** The embedded engine, on which each run has a table of its own. */
export interface RunEngine {
  readonly open: (circumstances: Circumstances, watch: Watch) => Promise<RunStore>;
  readonly stop: () => Promise<void>;
}

const openStore = async (
  engine: Engine,
  template: LocalTable,
  { circumstances, watch, name }: { circumstances: Circumstances; watch: Watch; name: string },
): Promise<RunStore> => {
  await createTables(engine.endpoint, [{ ...template, name }], { withStreams: false });
  const client = faultyClient(engine.endpoint, circumstances, watching(watch, circumstances.violations));
  const plain = engineClient(engine.endpoint, { requestTimeoutMs: REQUEST_TIMEOUT_MS });
  return {
    table: table(documentClientOver(client), name),
    direct: table(plain, name),
    rows: async () => {
      const rows: Row[] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const from = start === undefined ? {} : { ExclusiveStartKey: start };
        const page = await plain.send(new ScanCommand({ TableName: name, ConsistentRead: true, ...from }));
        rows.push(...(page.Items ?? []));
        start = page.LastEvaluatedKey;
      } while (start !== undefined);
      return rows;
    },
    close: async () => {
      client.destroy();
      plain.destroy();
      await callDynamoDb(engine.endpoint, 'DeleteTable', { TableName: name });
    },
  };
};

/** Starts the engine. Its tables are the template's, read from a synthesized app. */
export const startRunEngine = async (assemblyFolder: string): Promise<RunEngine> => {
  const [template] = readTopology(assemblyFolder, 'http://127.0.0.1').tables;
  if (template === undefined) throw new Error('the template holds no table');
  const engine = await startEngine(chooseEngine(), undefined);
  let runs = 0;
  return {
    open: (circumstances, watch) => {
      runs += 1;
      return openStore(engine, template, { circumstances, watch, name: `fault-run-${runs}` });
    },
    stop: () => engine.stop(),
  };
};
