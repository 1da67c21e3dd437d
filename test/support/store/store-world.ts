import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { chooseEngine, type EngineName, startEngine } from '../../../infra/local/engine.ts';
import { javaCommand } from '../../../infra/local/java.ts';
import { createTables } from '../../../infra/local/tables.ts';
import { readTopology, tableOf } from '../../../infra/local/topology.ts';
import { type Table, table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type EngineClientOptions, engineClient, sdkClient } from './store.ts';

/** An engine of its own with the template's table, behind a proxy that counts and injects faults. */
export interface StoreWorld {
  readonly proxy: FaultProxy;
  readonly tableName: string;
  /** The table of boxes, past the proxy. */
  readonly boxes: Table;
  /** The store with production's limit of three attempts. */
  readonly store: Table;
  /** The store without the proxy, for setting up scenes. */
  readonly direct: Table;
  readonly storeWith: (options: EngineClientOptions) => Table;
}

/** Why an engine cannot run on this machine, or undefined when it can. */
export const engineProblem = async (engine: EngineName): Promise<string | undefined> => {
  try {
    if (engine === 'dynoxide') chooseEngine('dynoxide');
    else await javaCommand();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown cause';
  }
};

/**
 * Starts the engine before a file's tests and stops it after them. Each test begins without faults and with counts at
 * zero. With `countsCapacity` the proxy has DynamoDB say what calls consume.
 */
export const useStoreWorld = (engine: EngineName, { countsCapacity = false } = {}): (() => StoreWorld) => {
  let world: StoreWorld | undefined;
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const running = await startEngine(engine, undefined);
    cleanups.push(() => running.stop());
    // The app of this test run is synthesized already. Its template describes the table that is made here.
    const { baseUrl } = inject('stack');
    const topology = readTopology(inject('synthesized').assemblyFolder, baseUrl);
    await createTables(running.endpoint, topology.tables, { withStreams: false });
    const tableName = tableOf(topology, 'Table').name;
    const boxesTableName = tableOf(topology, 'Boxes').name;
    const proxy = await startFaultProxy({ countsCapacity });
    cleanups.push(proxy.stop);
    const endpoint = proxy.inFrontOf(running.endpoint);
    const storeWith = (options: EngineClientOptions): Table =>
      table(sdkClient(endpoint, options), tableName, boxesTableName);
    world = {
      proxy,
      tableName,
      store: storeWith({ maxAttempts: 3 }),
      direct: table(engineClient(running.endpoint), tableName, boxesTableName),
      boxes: table(engineClient(running.endpoint), boxesTableName),
      storeWith,
    };
  });
  beforeEach(() => world?.proxy.reset());
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  return () => {
    if (world === undefined) throw new Error('the engine has not been started');
    return world;
  };
};
