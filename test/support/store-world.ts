import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { chooseEngine, type EngineName, startEngine } from '../../infra/local/engine.ts';
import { javaCommand } from '../../infra/local/java.ts';
import { createTables } from '../../infra/local/tables.ts';
import { readTopology } from '../../infra/local/topology.ts';
import { type Table, table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type EngineClientOptions, engineClient } from './store.ts';

/** An engine of its own with the template's table, reached through a proxy that counts and does harm. */
export interface StoreWorld {
  readonly proxy: FaultProxy;
  readonly tableName: string;
  /** The store with the limits of production: three attempts. */
  readonly store: Table;
  /** The store past the proxy, for setting scenes. */
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

/** Starts the engine before a file's tests and stops it after them. Each test begins without faults and counts. */
export const useStoreWorld = (engine: EngineName): (() => StoreWorld) => {
  let world: StoreWorld | undefined;
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const running = await startEngine(engine, undefined);
    cleanups.push(() => running.stop());
    // The app of this test run is synthesized already; its table is created here as its template says.
    const { baseUrl } = inject('stack');
    const { tables } = readTopology(inject('synthesized').assemblyFolder, baseUrl);
    await createTables(running.endpoint, tables, { withStreams: false });
    const tableName = tables[0]?.name ?? '';
    const proxy = await startFaultProxy();
    cleanups.push(proxy.stop);
    const endpoint = proxy.inFrontOf(running.endpoint);
    const storeWith = (options: EngineClientOptions): Table => table(engineClient(endpoint, options), tableName);
    world = {
      proxy,
      tableName,
      store: storeWith({ maxAttempts: 3 }),
      direct: table(engineClient(running.endpoint), tableName),
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
