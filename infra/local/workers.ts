import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LocalFunction } from './topology.ts';
import type { InvocationMessage, WorkerMessage, WorkerSettings } from './worker-main.ts';

/** How an invocation ended: the handler's value, or Lambda's error object, as JSON text. */
export interface InvocationResult {
  readonly payload: string;
  readonly failed: boolean;
}

interface Pending {
  readonly resolve: (result: InvocationResult) => void;
  readonly timer: NodeJS.Timeout;
}

// A module that fails at load would otherwise be started again for ever.
const maxRestartsPerMinute = 10;
// Lambda gives a module 10 s; a busy machine may take longer, and a module that hangs is told all the same.
const loadTimeoutMs = 120_000;
// A log that has grown past this when a run starts is set aside, over the one set aside before.
const maxLogBytes = 10 * 1024 * 1024;

/**
 * One function in a worker thread, with the environment that Lambda would give it. Unlike Lambda, which starts an
 * instance for every concurrent call, concurrent calls share the one worker: what a handler keeps in module state is
 * seen by calls that run at the same time. A worker that crashes fails its pending calls and is started again.
 */
export class FunctionWorker {
  readonly #definition: LocalFunction;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #log: FunctionLog;
  readonly #pending = new Map<string, Pending>();
  #worker: Worker | undefined;
  #stopped = false;
  #restarts: number[] = [];

  constructor(definition: LocalFunction, environment: Readonly<Record<string, string>>, log: FunctionLog) {
    this.#definition = definition;
    this.#environment = environment;
    this.#log = log;
  }

  /** Starts the worker. Fulfilled when the bundle is loaded; rejected when it cannot be. */
  start(): Promise<void> {
    const { name, arn, handler, codeFolder, memoryMb } = this.#definition;
    const settings: WorkerSettings = { codeFolder, handler, functionName: name, functionArn: arn, memoryMb };
    const worker = new Worker(new URL('worker-main.ts', import.meta.url), {
      workerData: settings,
      env: { ...this.#environment, ...compileCache() },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    this.#worker = worker;
    this.#log.follow(worker);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${name} did not load within ${loadTimeoutMs / 1000} s.`));
      }, loadTimeoutMs);
      worker.on('message', (message: WorkerMessage) => {
        clearTimeout(timer);
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'broken') reject(new Error(`${name} does not load: ${message.reason}`));
        else this.#finish(message.id, message);
      });
      worker.on('error', (error) => this.#log.write(`${name} crashed: ${String(error)}\n`, true));
      worker.once('exit', (code) => {
        clearTimeout(timer);
        if (!this.#stopped) this.#log.write(`${name} ended with exit code ${code}.\n`, true);
        reject(new Error(`${name} ended while it was loading.`));
        if (this.#worker === worker) this.#worker = undefined;
        this.#failAll(`RequestId: unknown Error: Runtime exited (${name})`);
        if (!this.#stopped) this.#restart();
      });
    });
  }

  /** Calls the handler. Always fulfilled: failures, time-outs and crashes are results. */
  invoke(payload: string): Promise<InvocationResult> {
    const worker = this.#worker;
    if (worker === undefined) return Promise.resolve(failure('Runtime.ExitError', 'The function is not running.'));
    const id = randomUUID();
    const { timeoutMs } = this.#definition;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#finish(id, failure('Sandbox.Timedout', `Task timed out after ${timeoutMs / 1000} seconds`));
      }, timeoutMs);
      this.#pending.set(id, { resolve, timer });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      worker.postMessage({ id, payload, deadlineMs: Date.now() + timeoutMs } satisfies InvocationMessage);
    });
  }

  /** Ends the worker; pending calls fail. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
    this.#failAll('The runner is stopping.');
  }

  #finish(id: string, { payload, failed }: InvocationResult): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.resolve({ payload, failed });
  }

  #failAll(reason: string): void {
    for (const id of this.#pending.keys()) this.#finish(id, failure('Runtime.ExitError', reason));
  }

  #restart(): void {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < 60_000), now];
    if (this.#restarts.length > maxRestartsPerMinute) {
      this.#log.write(`${this.#definition.name} crashed too often and stays down until the next start.\n`, true);
      return;
    }
    this.start().catch((error: unknown) => this.#log.write(`${String(error)}\n`, true));
  }
}

/** The functions' output: all of it in a file, what they write to stderr also on the runner's stderr. */
export class FunctionLog {
  readonly #file: WriteStream | undefined;
  readonly #errorsToStderr: boolean;

  /** Without a folder nothing is kept. */
  constructor(folder: string | undefined, { errorsToStderr }: { errorsToStderr: boolean }) {
    this.#errorsToStderr = errorsToStderr;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'functions.log');
    if (existsSync(path) && statSync(path).size > maxLogBytes) renameSync(path, `${path}.1`);
    this.#file = createWriteStream(path, { flags: 'a', mode: 0o600 });
    this.#file.on('error', (error) => console.error('The functions’ log cannot be written:', error.message));
  }

  follow(worker: Worker): void {
    worker.stdout.on('data', (chunk: Buffer) => this.write(chunk, false));
    worker.stderr.on('data', (chunk: Buffer) => this.write(chunk, true));
  }

  write(text: string | Buffer, isError: boolean): void {
    this.#file?.write(text);
    if (isError && this.#errorsToStderr) process.stderr.write(text);
  }

  async close(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    await new Promise<void>((resolve) => {
      file.end(() => resolve());
    });
  }
}

/** Where Node keeps what it compiled, if this process has such a place: a worker then loads in half the time. */
function compileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = process.env.NODE_COMPILE_CACHE;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function failure(errorType: string, errorMessage: string): InvocationResult {
  return { payload: JSON.stringify({ errorType, errorMessage }), failed: true };
}
