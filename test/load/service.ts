import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { type DemoDealer, readDemoDealer } from '../../infra/local/demo-dealer.ts';
import type { LoadOptions } from './options.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const NODE = ['--import', './infra/local/require-node.mjs'];
const OPERATOR_TIMEOUT_MS = 600_000;

/** The service that a run is about. */
export interface Service {
  readonly baseUrl: string;
  readonly dealer: DemoDealer;
  /** Its process, where the run started it. */
  readonly pid: number | undefined;
  /** Why it ended by itself. */
  readonly ended: () => string | undefined;
  /** Runs an operator command, and answers what it prints. Throws where the command fails. */
  readonly operate: (command: string, ...fields: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const dealerIn = (dataDir: string): DemoDealer =>
  readDemoDealer(readFileSync(join(dataDir, 'demo-dealer.json'), 'utf8'));

const operateIn =
  (dataDir: string): Service['operate'] =>
  async (command, ...fields) => {
    const parameters = [...NODE, 'infra/operator/operator.ts', command, ...fields];
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, parameters, {
      cwd: PROJECT_FOLDER,
      env,
      timeout: OPERATOR_TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };

/** Fulfilled with the address once the service says that it is ready. Its lines are read to the end of the run. */
const readyOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolveReady, reject) => {
    let output = '';
    const take = (chunk: Buffer): void => {
      // Afterwards it prints a line for each request, which nobody needs.
      if (output === 'ready') return;
      output += chunk.toString();
      const [, address] = /^ready (\S+)$/m.exec(output) ?? [];
      if (address === undefined) return;
      output = 'ready';
      resolveReady(address);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', () => reject(new Error(`The service did not start: ${output}`)));
  });

/** The command of `npm start` without npm, whose memory would be measured too. */
const startCommand = (): string => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')));
  // `env` sets the variables that stand before the program, and the shell becomes the program.
  return `exec env ${scripts.start}`;
};

/** Runs `npm start` on a free port, with a data folder that ends with the run. */
const startService = async (): Promise<Service> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-load-'));
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH: path, PORT: '0', DATA_DIR: dataDir };
  const child = spawn('sh', ['-c', startCommand()], { cwd: PROJECT_FOLDER, env, stdio: 'pipe' });
  const exited = new Promise<void>((resolveExit) => child.once('exit', () => resolveExit()));
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    // The functions' log tells why something failed.
    if (process.exitCode === 1) console.log(`Data and logs of the service are kept in ${dataDir}`);
    else rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const baseUrl = await readyOf(child);
    return {
      baseUrl,
      dealer: dealerIn(dataDir),
      pid: child.pid,
      ended: () => (child.exitCode === null || stopping ? undefined : `The service ended with ${child.exitCode}.`),
      operate: operateIn(dataDir),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The service of the run: one of its own or, with an address, one that runs already. */
export const serviceFor = async ({ address, dataDir }: Pick<LoadOptions, 'address' | 'dataDir'>): Promise<Service> => {
  if (address === undefined) return startService();
  const folder = resolve(dataDir);
  const dealer = dealerIn(folder);
  return {
    baseUrl: address,
    dealer,
    pid: undefined,
    ended: () => undefined,
    operate: operateIn(folder),
    stop: () => Promise.resolve(),
  };
};
