import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { beginLocalStageBuild, type LocalStageBuild } from './build-cache.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { deliveryReport } from './delivery-reports.ts';
import { chooseEngine, type Engine, type EngineName, startGuardedEngine } from './engine.ts';
import { environmentOf } from './function-environment.ts';
import { FunctionLog } from './function-log.ts';
import { createGateway, type Exchange, type GatewayBackend } from './gateway.ts';
import { closeServer, listenOnLoopback } from './http-body.ts';
import { Inbox, type InboxMessage, type PlayedFate } from './inbox.ts';
import { inboxPage } from './inbox-page.ts';
import { LocalKms } from './kms.ts';
import { type LateBundles, madeBundles } from './late-bundles.ts';
import type { LogLimits } from './log-file.ts';
import { type OwnPage, ownPages } from './own-pages.ts';
import { routeMatcher } from './routes.ts';
import { startSchedules } from './schedules.ts';
import { type AwsRequest, type StandIns, startStandIns } from './stand-ins.ts';
import { passingFolder, prepareStreamRecords } from './stream-records.ts';
import { startStreams } from './streams.ts';
import { createTables } from './tables.ts';
import { readTopology, type Topology, tableOf } from './topology.ts';
import { WorkerBudget } from './worker-budget.ts';
import { FunctionWorker, type InvocationResult, type RunnableFunction } from './workers.ts';

/** How to run the app on this machine. */
export interface LocalStackOptions {
  /** Port of the API on 127.0.0.1; 0 is any free one. */
  readonly port: number;
  /** Data, keys and logs; made when missing. */
  readonly dataDir: string;
  /** By default the engine that ENGINE names, else the machine's default. */
  readonly engine?: EngineName;
  /** Keeps no data: engine and keys live in memory only. */
  readonly inMemory?: boolean;
  /** An app that is synthesized and bundled already, so that several stacks share the work. */
  readonly synthesized?: LocalStageBuild;
  /** Maps the engine's address to the one that the functions use, to put a proxy in between. */
  readonly dynamodbEndpoint?: (engineEndpoint: string) => string;
  /** Additions to every function's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether scheduled functions run. They do by default. */
  readonly schedules?: boolean;
  /** Whether changes of the table reach the functions that follow its streams. They do by default. */
  readonly streams?: boolean;
  /** Above this many workers those end that nobody calls; by default none does before its idle minutes have passed. */
  readonly mostWorkers?: number;
  /** Whether what functions write to stderr is also written to this process's stderr. */
  readonly errorsToStderr?: boolean;
  /** How much of the functions' log is kept; by default a bounded number of files. */
  readonly logLimits?: LogLimits;
  /** Pages of this machine beside the inbox. */
  readonly pages?: readonly OwnPage[];
  /** Hears of each request that a function answered. */
  readonly answered?: (exchange: Exchange) => void;
  /** Hears of each request to a service of AWS other than the store. */
  readonly asked?: (request: AwsRequest) => void;
  /** Hears of all records of the table's stream. */
  readonly changed?: (records: readonly unknown[]) => void;
}

/** The running app. */
export interface LocalStack {
  readonly baseUrl: string;
  /** Address of the stand-ins for KMS and Lambda, with the secret of this run. */
  readonly endpoint: string;
  /** Address of the engine, with the secret of this run. */
  readonly engineEndpoint: string;
  readonly tableName: string;
  readonly boxesTableName: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Fulfilled with a sentence if the engine ends unasked. */
  readonly engineEnded: Promise<string>;
  /** The whole environment of a function, by its folder's name. */
  functionEnvironment(folder: string): Readonly<Record<string, string>>;
  /** Invokes a function by its name or its folder's name. Rejected with the handler's error message if it fails. */
  readonly invoke: (name: string, payload: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

type Cleanup = () => Promise<void> | void;

/**
 * Synthesizes the app's `local` stage and runs its templates, with their routes, environment, table and bundles.
 * Refuses a port or a data folder that is in use, with a sentence. If a step fails, everything that was started is
 * stopped.
 */
export const startLocalStack = async (options: LocalStackOptions): Promise<LocalStack> => {
  const cleanups: Cleanup[] = [];
  const stop = async (): Promise<void> => {
    // In reverse order of the start, each once even if stop is called twice.
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    return await start(options, cleanups, stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

const start = async (
  options: LocalStackOptions,
  cleanups: Cleanup[],
  stop: () => Promise<void>,
): Promise<LocalStack> => {
  const dataDir = resolve(options.dataDir);
  const engineName = options.engine ?? chooseEngine();
  const storage = options.inMemory === true ? undefined : dataDir;
  const folder: DataFolder = takeDataFolder(dataDir, storage === undefined ? 'memory' : engineName);
  cleanups.push(() => folder.release());

  let backend: GatewayBackend | undefined;
  let report: (message: InboxMessage, fate: PlayedFate) => void = () => undefined;
  const inbox = new Inbox((message, fate) => report(message, fate));
  const gateway = gatewayOf(options, () => backend, inbox);
  const port = await listen(gateway, options.port);
  cleanups.push(() => closeServer(gateway, 2_000));

  // Started before the synthesis, which keeps this thread busy while the engine starts.
  const engineFolder = storage ?? folderInMemory(engineName, cleanups);
  const starting = startGuardedEngine(engineName, engineFolder);
  starting.catch(() => undefined);
  cleanups.push(async () => (await starting.catch(() => undefined))?.stop());
  const build =
    options.synthesized === undefined ? await beginLocalStageBuild() : { ...options.synthesized, ...madeBundles };
  cleanups.push(build.stop);
  const baseUrl = `http://127.0.0.1:${port}`;
  const topology = readTopology(build.assemblyFolder, baseUrl);

  const workers = new Map<string, FunctionWorker>();
  const environments = new Map<string, Readonly<Record<string, string>>>();
  const invokeFound = invokerOf(topology, workers);
  const kms = kmsOnce(topology, storage);
  const standIns = await startStandIns({ kms, inbox, invoke: invokeFound, asked: options.asked });
  cleanups.push(() => standIns.stop());
  const engine = await starting;
  const dynamoDb = options.dynamodbEndpoint?.(engine.endpoint) ?? engine.endpoint;
  const log = new FunctionLog(join(dataDir, 'logs'), {
    errorsToStderr: options.errorsToStderr ?? false,
    limits: options.logLimits,
  });
  cleanups.push(() => log.close());
  const newWorker = workersOf(build, log, options);
  for (const definition of topology.functions) {
    const runnable = { ...definition, codeFolder: join(build.bundlesFolder, definition.folder) };
    const environment = environmentOf(runnable, dynamoDb, standIns, options.environment);
    environments.set(definition.folder, environment);
    const worker = newWorker(runnable, environment);
    workers.set(definition.name, worker);
    cleanups.push(() => worker.stop());
  }
  const withStreams = topology.streams.length > 0;
  if (withStreams && engineFolder !== undefined && engineName === 'dynoxide') prepareStreamRecords(engineFolder);
  await createTables(engine.endpoint, topology.tables, { withStreams });
  const invoke = (name: string, payload: string) => invokeFound(name, payload) ?? unknownFunction(name);
  const ready = async (name: string) => workers.get(name)?.codeReady();
  backend = { address: { host: `127.0.0.1:${port}`, port }, match: routeMatcher(topology.routes), invoke, ready };
  report = (message, fate) => {
    // The service that sends it does not wait either; a failure is in the log of the functions.
    void invoke('note-delivery', JSON.stringify(deliveryReport(message, fate))).catch(() => undefined);
  };
  if (options.streams !== false) {
    cleanups.push(
      await startStreams(topology.streams, { engineEndpoint: engine.endpoint, invoke, read: options.changed }),
    );
  }
  if (options.schedules !== false) {
    cleanups.push(runSchedules(topology, workers, build.whole));
  }
  // First of all: what waits for a bundle would hold up the rest of the end.
  cleanups.push(build.stop);
  return runningStack({ baseUrl, standIns, engine, topology, workers, environments, stop });
};

/** A worker that rests for so long may end for another one. */
const REST_MS = 15_000;

/** Makes the workers of the app, which share a budget and wait for their bundles. */
const workersOf = ({ bundleReady }: LateBundles, log: FunctionLog, { mostWorkers }: LocalStackOptions) => {
  const budget =
    mostWorkers === undefined
      ? undefined
      : new WorkerBudget({ most: mostWorkers, restMs: REST_MS, nowMs: () => performance.now() });
  return (definition: RunnableFunction, environment: Readonly<Record<string, string>>): FunctionWorker =>
    new FunctionWorker(definition, environment, log, { budget, codeReady: () => bundleReady(definition.folder) });
};

const gatewayOf = (
  { pages = [], answered }: LocalStackOptions,
  backend: () => GatewayBackend | undefined,
  inbox: Inbox,
): Server =>
  createGateway(backend, {
    ownPages: ownPages([inboxPage(inbox), ...pages]),
    ...(answered === undefined ? {} : { answered }),
  });

/** The native engine's memory has no room for the index that streams need: a file in a folder of memory has. */
const folderInMemory = (engine: EngineName, cleanups: Cleanup[]): string | undefined => {
  if (engine !== 'dynoxide') return undefined;
  const { path, remove } = passingFolder();
  cleanups.push(remove);
  return path;
};

const listen = async (gateway: Server, port: number): Promise<number> => {
  try {
    return await listenOnLoopback(gateway, port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is taken: stop what listens there, or set PORT to another one (0 is any free one).`,
        { cause: error },
      );
    }
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this user: set PORT to another one.`, { cause: error });
    throw error;
  }
};

const kmsOnce = (topology: Topology, storage: string | undefined): (() => LocalKms) => {
  const kms = new LocalKms(topology.keys, storage);
  return () => kms;
};

const invokerOf =
  (topology: Topology, workers: ReadonlyMap<string, FunctionWorker>) =>
  (nameOrArn: string, payload: string): Promise<InvocationResult> | undefined => {
    const called = topology.aliases.get(nameOrArn) ?? nameOrArn;
    const definition = topology.functions.find(
      ({ name, arn, folder }) => name === called || arn === called || folder === called,
    );
    return definition === undefined ? undefined : workers.get(definition.name)?.invoke(payload);
  };

/** Scheduled functions wait for all bundles: whoever calls something at the start does not wait for theirs. */
const runSchedules = (
  topology: Topology,
  workers: ReadonlyMap<string, FunctionWorker>,
  bundled: Promise<void>,
): Cleanup => {
  const invokeNow = invokerOf(topology, workers);
  let end: Cleanup | undefined;
  let ended = false;
  const begin = (): void => {
    if (ended) return;
    end = startSchedules(topology.schedules, {
      invoke: async (name, payload) => {
        await invokeNow(name, payload);
      },
    });
  };
  bundled.then(begin, begin);
  return async () => {
    ended = true;
    await end?.();
  };
};

const unknownFunction = (name: string): Promise<InvocationResult> =>
  Promise.reject(new Error(`There is no function ${name}.`));

interface Running {
  readonly baseUrl: string;
  readonly standIns: StandIns;
  readonly engine: Engine;
  readonly topology: Topology;
  readonly workers: ReadonlyMap<string, FunctionWorker>;
  readonly environments: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly stop: () => Promise<void>;
}

const runningStack = ({ baseUrl, standIns, engine, topology, workers, environments, stop }: Running): LocalStack => {
  const invoke = invokerOf(topology, workers);
  return {
    baseUrl,
    endpoint: standIns.endpoint,
    engineEndpoint: engine.endpoint,
    tableName: tableOf(topology, 'Table').name,
    boxesTableName: tableOf(topology, 'Boxes').name,
    outputs: topology.outputs,
    engineEnded: engine.ended,
    functionEnvironment: (folder) => environments.get(folder) ?? {},
    invoke: async (name, payload) => {
      const result = await (invoke(name, JSON.stringify(payload) ?? 'null') ?? unknownFunction(name));
      if (result.failed) throw new Error(`${name} failed: ${result.payload}`);
      return JSON.parse(result.payload) as unknown;
    },
    stop,
  };
};
