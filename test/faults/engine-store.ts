import type { Readable } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { chooseEngine, type Engine, startEngine } from '../../infra/local/engine.ts';
import { createTables } from '../../infra/local/tables.ts';
import { type LocalTable, readTopology, tableOf } from '../../infra/local/topology.ts';
import { documentClientOver } from '../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { paymentKeys } from '../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { updated } from '../support/store/expressions.ts';
import { sdkClient } from '../support/store/store.ts';
import { EngineRows } from './engine-rows.ts';
import { idOf, isOfPayment } from './payments-in.ts';
import type { Circumstances, RunStore, Watch } from './world.ts';

const { sk: PAYMENT } = paymentKeys.payment('');
const READ_FAULT_PROBABILITY = 0.02;
const WRITE_FAULT_PROBABILITY = 0.1;
const MOST_TRIES = 3;
const REQUEST_TIMEOUT_MS = 10_000;

/** Faults of one request to the store. `after`: the store did it, and the answer does not say so. */
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

const marshalled = z
  .record(z.string(), z.unknown())
  .transform((value): Row => unmarshall(value as Parameters<typeof unmarshall>[0]));

const putSchema = z.object({ Item: marshalled });

const requestSchema = z.object({
  TransactItems: z.array(
    z.object({
      Put: z.optional(putSchema),
      Update: z.optional(
        z.object({
          Key: marshalled,
          UpdateExpression: z.string(),
          ExpressionAttributeNames: z.optional(z.record(z.string(), z.string())),
          ExpressionAttributeValues: z.optional(marshalled),
        }),
      ),
    }),
  ),
});

/** Requests that write rows of payments. */
const WRITES: readonly string[] = ['TransactWriteItems', 'PutItem'];

/** Rows of payments that a request writes, as they are then. */
const rowsWritten = (operation: string, body: string, last: ReadonlyMap<string, Row>): readonly Row[] => {
  if (operation === 'PutItem') return [putSchema.parse(JSON.parse(body)).Item];
  return requestSchema.parse(JSON.parse(body)).TransactItems.flatMap(({ Put, Update }) => {
    const row = Put?.Item ?? last.get(idOf(Update?.Key ?? {}));
    if (row === undefined) return [];
    if (Update === undefined) return [row];
    const { UpdateExpression, ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = Update;
    return [updated(UpdateExpression, row, { names, values })];
  });
};

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

interface Requests {
  readonly config: { requestHandler: Handler };
}

const operationOf = ({ headers }: Parameters<Handler['handle']>[0]): string =>
  String(headers['x-amz-target']).replace(/^.*\./, '');
const bodyOf = ({ body }: Parameters<Handler['handle']>[0]): string => new TextDecoder().decode(body as Uint8Array);

/** Has every request noted that reaches the engine: before it is sent, and once it is over, whatever became of it. */
const noteRequests = ({ config }: Requests, note: (operation: string, body: string) => void): void => {
  const real = config.requestHandler;
  const handle: Handler['handle'] = async (request, options) => {
    const sent = [operationOf(request), bodyOf(request)] as const;
    note(...sent);
    try {
      return await real.handle(request, options);
    } finally {
      note(...sent);
    }
  };
  config.requestHandler = Object.assign(Object.create(real) as Handler, { handle });
};

/** A client whose requests meet faults below the SDK, as from the network and the store. */
const faultyClient = (
  endpoint: string,
  circumstances: Circumstances,
  { note, onDone }: Readonly<Record<'note' | 'onDone', (operation: string, body: string) => void>>,
) => {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    retryStrategy: promptRetries,
    requestHandler: { connectionTimeout: 1000, requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  });
  noteRequests(client, note);
  const { seeded, met } = circumstances;
  const real: Handler = client.config.requestHandler;
  const handle: Handler['handle'] = async (request, options) => {
    const [operation, body] = [operationOf(request), bodyOf(request)];
    const writes = WRITES.includes(operation);
    const possible = STORE_FAULTS.filter((one) => operation === 'TransactWriteItems' || !IN_TRANSACTIONS.includes(one));
    const harm = seeded.chance(writes ? WRITE_FAULT_PROBABILITY : READ_FAULT_PROBABILITY);
    const fault = circumstances.atFault && harm ? seeded.pick(possible) : undefined;
    if (fault !== undefined) met.add(`fault: store ${fault}`);
    // A made-up answer is delayed like a real one: it never comes in the same turn of the event loop.
    if (fault !== undefined && !fault.endsWith('after it is done')) {
      await breath();
      return outcomeOf(fault, body);
    }
    const outcome = await real.handle(request, options);
    if (outcome.response.statusCode === 200) onDone(operation, body);
    if (fault === undefined) return outcome;
    // Unread answers would keep their connections, and the client waits for ever once it has opened as many as it may.
    (outcome.response.body as Readable).resume();
    return outcomeOf(fault, body);
  };
  client.config.requestHandler = Object.assign(Object.create(real) as Handler, { handle });
  return client;
};

/** Compares every row of a payment that is written with the one that it replaces. A repeated request changes nothing. */
const watching = (watch: Watch, violations: string[]) => {
  const last = new Map<string, Row>();
  const seen = new Set<string>();
  const paymentOf = ({ pk }: Row): Row | undefined => last.get(idOf({ pk, sk: PAYMENT }));
  const repeats = (before: Row, row: Row): boolean =>
    row.entity === 'attempt' || row.entity === 'step' ? before.version === row.version : isDeepStrictEqual(before, row);
  return {
    /** Rows of the scene, which no function writes. */
    know: (rows: readonly Row[]): void => {
      for (const row of rows.filter(isOfPayment)) last.set(idOf(row), row);
    },
    done: (operation: string, body: string): void => {
      // A retry carries the token of its transaction: the store does it once.
      if (!WRITES.includes(operation) || seen.has(body)) return;
      seen.add(body);
      const rows = rowsWritten(operation, body, last).filter(isOfPayment);
      for (const row of rows) {
        const before = last.get(idOf(row));
        if (before === undefined || !repeats(before, row)) last.set(idOf(row), row);
        const violation = before === undefined || repeats(before, row) ? undefined : watch(before, row, paymentOf(row));
        if (violation !== undefined) violations.push(violation);
      }
    },
  };
};

const scanned = async (client: DynamoDBDocumentClient, TableName: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const from = start === undefined ? {} : { ExclusiveStartKey: start };
    const page: ScanCommandOutput = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ...from }));
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return rows;
};

/** The embedded engine, on which each run has a table of its own. */
export interface RunEngine {
  readonly open: (circumstances: Circumstances, watch: Watch) => Promise<RunStore>;
  readonly stop: () => Promise<void>;
}

const openStore = async (
  engine: Engine,
  { template, boxes }: { readonly template: LocalTable; readonly boxes: LocalTable },
  { circumstances, watch, name }: { circumstances: Circumstances; watch: Watch; name: string },
): Promise<RunStore> => {
  const boxesName = `${name}-boxes`;
  const tables = [
    { ...template, name },
    { ...boxes, name: boxesName },
  ];
  await createTables(engine.endpoint, tables, { withStreams: false });
  const watched = watching(watch, circumstances.violations);
  const plain = sdkClient(engine.endpoint, { requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const direct = table(plain, name, boxesName);
  const rows = new EngineRows(name, direct, () => scanned(plain, name));
  const note = rows.note.bind(rows);
  noteRequests(plain, note);
  const client = faultyClient(engine.endpoint, circumstances, { note, onDone: watched.done });
  const faulty = documentClientOver(client);
  return {
    table: table(faulty, name, boxesName),
    boxes: table(faulty, boxesName),
    direct: {
      ...direct,
      transact: (writes) => {
        watched.know(writes.flatMap((write) => ('put' in write ? [write.put] : [])));
        return direct.transact(writes);
      },
    },
    rows: () => rows.read(),
    proveWhole: () => rows.proveWhole(),
    close: async () => {
      client.destroy();
      plain.destroy();
      for (const one of [name, boxesName]) await callDynamoDb(engine.endpoint, 'DeleteTable', { TableName: one });
    },
  };
};

/** Starts the engine. Its tables are made from the template of a synthesized app. */
export const startRunEngine = async (assemblyFolder: string): Promise<RunEngine> => {
  const topology = readTopology(assemblyFolder, 'http://127.0.0.1');
  const templates = { template: tableOf(topology, 'Table'), boxes: tableOf(topology, 'Boxes') };
  const engine = await startEngine(chooseEngine(), undefined);
  let runs = 0;
  return {
    open: (circumstances, watch) => {
      runs += 1;
      return openStore(engine, templates, { circumstances, watch, name: `fault-run-${runs}` });
    },
    stop: () => engine.stop(),
  };
};
