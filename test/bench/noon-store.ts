import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { chooseEngine, type EngineName, startEngine } from '../../infra/local/engine.ts';
import { createTables } from '../../infra/local/tables.ts';
import { readTopology, tableOf } from '../../infra/local/topology.ts';
import { type Table, table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { engineClient, sdkClient } from '../support/store/store.ts';
import { total } from './figures.ts';
import type { RunSetup } from './run-setup.ts';

/** As the client of production has them. */
const CLIENT_LIMITS = { maxAttempts: 3, requestTimeoutMs: 2_500 };
const SECOND_MS = 1_000;

/** What calls took of the store, in all and in the busiest second. */
export class StoreUse {
  #second = 0;
  #ofSecond = 0;
  mostWriteUnitsASecond = 0;
  calls = 0;
  readUnits = 0;
  readonly writeUnits: Record<string, number> = {};

  read(units: number): void {
    this.calls += 1;
    this.readUnits += units;
  }

  written(units: Readonly<Record<string, number>>): void {
    this.calls += 1;
    const second = Math.floor(performance.now() / SECOND_MS);
    if (second !== this.#second) this.#ofSecond = 0;
    this.#second = second;
    for (const [place, one] of Object.entries(units)) this.writeUnits[place] = (this.writeUnits[place] ?? 0) + one;
    this.#ofSecond += total(Object.values(units));
    this.mostWriteUnitsASecond = Math.max(this.mostWriteUnitsASecond, this.#ofSecond);
  }
}

interface Units {
  readonly CapacityUnits?: number;
}
interface Consumed extends Units {
  readonly Table?: Units;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>>;
}
interface Consuming {
  readonly ConsumedCapacity?: Consumed | readonly Consumed[];
}

const isWrite = (commandName: string | undefined): boolean => /^(?:Transact|Put|Update|Delete)/.test(commandName ?? '');

/** A client as a worker has one, which notes what the engine says that each call took. */
const countedClient = (endpoint: string, use: StoreUse) => {
  const client = sdkClient(endpoint, CLIENT_LIMITS);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        const answer = await next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'INDEXES' } });
        const { ConsumedCapacity = [] } = answer.output as Consuming;
        for (const { CapacityUnits = 0, Table: base, GlobalSecondaryIndexes } of [ConsumedCapacity].flat()) {
          const places = Object.entries({ table: base, ...GlobalSecondaryIndexes });
          if (!isWrite(commandName)) use.read(CapacityUnits);
          else use.written(Object.fromEntries(places.map(([place, units]) => [place, units?.CapacityUnits ?? 0])));
        }
        return answer;
      },
    { name: 'storeUse', step: 'initialize', override: true },
  );
  return client;
};

export interface NoonStore {
  readonly engine: EngineName;
  readonly endpoint: string;
  /** A new table as the template has it, by the client that tests share. */
  readonly newTable: (name: string) => Promise<Table>;
  /** The table as a new instance of a function has it, with a client of its own. */
  readonly ofInstance: (name: string, use: StoreUse) => Table;
}

/** Starts the embedded engine with its data on disk, as `npm start` has it, but without the streams of its tables. */
export const startNoonStore = async ({ folder, resources }: RunSetup): Promise<NoonStore> => {
  const { assemblyFolder } = await localStageBuild();
  const template = tableOf(readTopology(assemblyFolder, 'http://127.0.0.1'), 'Table');
  const dataFolder = join(folder, 'noon');
  mkdirSync(dataFolder);
  const name = chooseEngine();
  const engine = await startEngine(name, dataFolder);
  resources.defer(() => engine.stop());
  const { endpoint } = engine;
  return {
    engine: name,
    endpoint,
    newTable: async (tableName) => {
      await createTables(endpoint, [{ ...template, name: tableName }], { withStreams: false });
      return table(engineClient(endpoint), tableName);
    },
    ofInstance: (tableName, use) => {
      const client = countedClient(endpoint, use);
      resources.defer(() => client.destroy());
      return table(client, tableName);
    },
  };
};
