import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach } from 'vitest';
import { operateFunctionName } from '../../../functions/operator/operate/contract.ts';
import { bankSimulator } from '../../../functions/sandbox/bank-simulator/bank-simulator.ts';
import { contract as bankContract } from '../../../functions/sandbox/bank-simulator/contract.ts';
import { createGateway, type GatewayBackend } from '../../../infra/local/gateway.ts';
import { listenOnLoopback } from '../../../infra/local/http-body.ts';
import { Inbox } from '../../../infra/local/inbox.ts';
import { routeMatcher } from '../../../infra/local/routes.ts';
import { startStandIns } from '../../../infra/local/stand-ins.ts';
import { postToGate } from '../../../shared/adapters/bank/server-start.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import type { FakeLog } from '../../fakes/log.ts';
import { lambdaContext } from '../app/api-event.ts';
import { LeakedNumbers } from '../app/leaked-numbers.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { useStack } from '../app/stack-of-tests.ts';
import { sandboxBank } from '../bank/bank-calls.ts';
import { bankParts } from '../bank/bank-server.ts';
import { type FailingTable, failingTable } from '../store/failing-table.ts';
import { addMemoryEngine } from '../store/memory-engines.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { deskOperations } from './desk-operations.ts';
import { operatorInMemory } from './operator-in-memory.ts';
import { pageOperations } from './page-operations.ts';
import { paymentOperations } from './payment-operations.ts';
import { type PortsInMemory, portsInMemory } from './ports-in-memory.ts';
import { recordOperations } from './record-operations.ts';
import type { ServedOperation } from './served-operation.ts';

const LONGER_THAN_CLIENTS_WAIT_MS = 25_000;

/** The embedded bank, as its function answers. */
const bankOver = ({ log }: PortsInMemory, table: Table): ServedOperation => {
  const handle = bankSimulator({
    ...bankParts(),
    ledger: dynamoBankLedger(table),
    log,
    hold: () => pause(LONGER_THAN_CLIENTS_WAIT_MS, undefined, { ref: false }),
  });
  const { name, routes } = bankContract;
  return { name, routeKeys: routes.map(({ method, path }) => `${method} ${path}`), handle };
};

const STAGE = 'local';

const functionNameOf = (folder: string): string => `payment-link-${STAGE}-${folder}`;

const noKeyService = (): never => {
  throw new Error('the vault in memory asks no key service');
};

/** An app in memory, with what its run showed. */
interface MemoryStack extends StackAddress {
  readonly table: MemoryTable;
  /** Makes the store fail for everything that is served, but not for the reads and writes of a test. */
  readonly failStoreWith: FailingTable['failWith'];
  /** The lines of all operations, pages, the desk, commands and the bank. */
  readonly log: FakeLog;
  /** Card numbers in pages that nobody asked for. */
  readonly leaked: LeakedNumbers;
}

/** An app on a port of its own, all of it in this process: operations, pages, desk, operators' commands and bank over a table in memory. */
const startMemoryStack = async (): Promise<MemoryStack> => {
  let backend: GatewayBackend | undefined;
  const leaked = new LeakedNumbers();
  const server = createGateway(() => backend, { answered: leaked.heard });
  const port = await listenOnLoopback(server, 0);
  // It lives as long as the tests of its process.
  server.unref();
  const baseUrl = `http://127.0.0.1:${port}`;
  const [table, clock] = [new MemoryTable(), systemClock];
  const { table: store, failWith } = failingTable(table);
  const bank = sandboxBank({ clock, postToGate });
  // As the local stage sets it.
  const ports = portsInMemory({ table: store, clock, bank, pause: (ms) => pause(ms), baseUrl, nameCustomers: true });
  const served = [
    ...paymentOperations(ports),
    ...recordOperations(ports),
    ...pageOperations(ports, store),
    ...deskOperations(ports, store),
    bankOver(ports, table),
  ];
  const names = { tableName: 'memory', boxesTableName: 'memory', vaultKeyArn: 'memory' };
  const functions = new Map<string, (event: unknown) => Promise<unknown>>([
    [operateFunctionName(STAGE), operatorInMemory(ports, { table: store, ...names })],
    ...served.map(
      ({ name, handle }) =>
        [functionNameOf(name), (event: unknown) => handle(event as APIGatewayProxyEventV2, lambdaContext)] as const,
    ),
  ]);
  const invoke: GatewayBackend['invoke'] = async (functionName, payload) => {
    const handle = functions.get(functionName);
    if (handle === undefined) throw new Error(`nothing answers ${functionName}`);
    return { payload: JSON.stringify(await handle(JSON.parse(payload))), failed: false };
  };
  backend = {
    address: { host: '127.0.0.1', port },
    match: routeMatcher(
      served.flatMap(({ name, routeKeys }) =>
        routeKeys.map((routeKey) => ({ routeKey, functionName: functionNameOf(name) })),
      ),
    ),
    invoke,
  };
  const { endpoint } = await startStandIns({
    kms: noKeyService,
    inbox: new Inbox(),
    invoke: (name, payload) => (functions.has(name) ? invoke(name, payload) : undefined),
  });
  const engineEndpoint = `memory:${port}`;
  addMemoryEngine(engineEndpoint, table);
  const addresses = { baseUrl, endpoint, engineEndpoint, functionsStoreEndpoint: engineEndpoint };
  return {
    ...addresses,
    ...names,
    operateFunctionName: operateFunctionName(STAGE),
    dataDir: '',
    table,
    failStoreWith: failWith,
    log: ports.log,
    leaked,
  };
};

/** The app in memory of this process. */
export const memoryStack = await startMemoryStack();

/** Has the tests of a file use an app in memory. */
export const overMemory = (): void => {
  beforeEach(() => useStack(memoryStack));
};
