import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach } from 'vitest';
import { bankSimulator } from '../../../functions/sandbox/bank-simulator/bank-simulator.ts';
import { contract as bankContract } from '../../../functions/sandbox/bank-simulator/contract.ts';
import { createGateway, type GatewayBackend } from '../../../infra/local/gateway.ts';
import { listenOnLoopback } from '../../../infra/local/http-body.ts';
import { routeMatcher } from '../../../infra/local/routes.ts';
import { postToGate } from '../../../shared/adapters/bank/server-start.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import type { FakeLog } from '../../fakes/log.ts';
import { lambdaContext } from '../app/api-event.ts';
import { LeakedNumbers } from '../app/leaked-numbers.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { useStack } from '../app/stack-of-tests.ts';
import { sandboxBank } from '../bank/bank-calls.ts';
import { bankParts } from '../bank/bank-server.ts';
import { addMemoryEngine } from '../store/memory-engines.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { pageOperations } from './page-operations.ts';
import { paymentOperations } from './payment-operations.ts';
import { type PortsInMemory, portsInMemory } from './ports-in-memory.ts';
import { recordOperations } from './record-operations.ts';
import type { ServedOperation } from './served-operation.ts';

const LONGER_THAN_CLIENTS_WAIT_MS = 25_000;

/** The embedded bank, as its function answers. */
const bankOver = ({ log }: PortsInMemory, table: MemoryTable): ServedOperation => {
  const handle = bankSimulator({
    ...bankParts(),
    ledger: dynamoBankLedger(table),
    log,
    hold: () => pause(LONGER_THAN_CLIENTS_WAIT_MS, undefined, { ref: false }),
  });
  return { routeKeys: bankContract.routes.map(({ method, path }) => `${method} ${path}`), handle };
};

/** An app in memory, with what its run showed. */
interface MemoryStack extends StackAddress {
  /** The lines of all operations, pages and the bank. */
  readonly log: FakeLog;
  /** Card numbers in pages that nobody asked for. */
  readonly leaked: LeakedNumbers;
}

/** The function of the embedded bank: its pages list test cards. */
const BANK = 'bank-simulator';

/** An app on a port of its own, all of it in this process: operations, pages and bank over a table in memory. */
const startMemoryStack = async (): Promise<MemoryStack> => {
  let backend: GatewayBackend | undefined;
  const leaked = new LeakedNumbers();
  const server = createGateway(() => backend, { answered: leaked.heard });
  const port = await listenOnLoopback(server, 0);
  // It lives as long as the tests of its process.
  server.unref();
  const baseUrl = `http://127.0.0.1:${port}`;
  const [table, clock] = [new MemoryTable(), systemClock];
  const bank = sandboxBank({ clock, postToGate });
  const ports = portsInMemory({ table, clock, bank, pause: (ms) => pause(ms), baseUrl });
  const functions = [
    ...[...paymentOperations(ports), ...recordOperations(ports), ...pageOperations(ports, table)].map(
      (one) => [one.routeKeys.join(), one] as const,
    ),
    [BANK, bankOver(ports, table)] as const,
  ];
  const byName = new Map(functions);
  backend = {
    address: { host: '127.0.0.1', port },
    match: routeMatcher(
      functions.flatMap(([functionName, { routeKeys }]) => routeKeys.map((routeKey) => ({ routeKey, functionName }))),
    ),
    invoke: async (functionName, payload) => {
      const operation = byName.get(functionName);
      if (operation === undefined) throw new Error(`nothing answers ${functionName}`);
      const answer = await operation.handle(JSON.parse(payload) as APIGatewayProxyEventV2, lambdaContext);
      return { payload: JSON.stringify(answer), failed: false };
    },
  };
  const engineEndpoint = `memory:${port}`;
  addMemoryEngine(engineEndpoint, table);
  const names = {
    tableName: 'memory',
    boxesTableName: 'memory',
    vaultKeyArn: 'memory',
    operateFunctionName: 'operate',
  };
  const addresses = { baseUrl, endpoint: baseUrl, engineEndpoint, functionsStoreEndpoint: engineEndpoint };
  return { ...addresses, ...names, dataDir: '', log: ports.log, leaked };
};

/** The app in memory of this process. */
export const memoryStack = await startMemoryStack();

/** Has the tests of a file use an app in memory. */
export const overMemory = (): void => {
  beforeEach(() => useStack(memoryStack));
};
