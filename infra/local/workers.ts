import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { clockArguments } from './clock.ts';
import type { FunctionLog } from './function-log.ts';
import type { LocalFunction } from './topology.ts';
import type { WorkerBudget } from './worker-budget.ts';

/** The end of an invocation: the handler's value, or Lambda's error object, as JSON text. */
export interface InvocationResult {
  readonly payload: string;
  readonly failed: boolean;
}

/** A function with the folder of its bundle. */
export interface RunnableFunction extends LocalFunction {
  readonly codeFolder: string;
}

/** Inputs of a worker. */
export interface WorkerSettings {
  readonly codeFolder: string;
  /** As in the template: `index.handler`. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** Folder of Node's cache of compiled code; absent: Node's default. */
  readonly compileCache?: string | undefined;
}

/** One call, from the runner to the worker. `payload` is JSON text, as it is in Lambda. */
export interface InvocationMessage {
  readonly id: string;
  readonly payload: string;
  readonly deadlineMs: number;
}

/** A worker's message: its module is loaded, or cannot be loaded, or a call has ended. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'result'; readonly id: string; readonly payload: string; readonly failed: boolean };

interface Pending {
  readonly resolve: (result: InvocationResult) => void;
  readonly timer: NodeJS.Timeout;
}

// Otherwise a module that crashes at each call would be restarted without end.
const MAX_STARTS_PER_MINUTE = 10;
// Meant for a module that never finishes loading. A slow machine must not reach it.
const LOAD_TIMEOUT_MS = 120_000;
/** Room for new objects. V8 would take many times as much in each of the many workers, and keep it. */
const YOUNG_GENERATION_MB = 12;
/** The same where workers share a budget of memory: V8 collects more often, which takes some processor time. */
const SPARING_YOUNG_GENERATION_MB = 2;
/** How long an unused worker keeps its memory. */
const IDLE_LIFE_MS = 5 * 60_000;

/** A worker thread that is loading its module. */
interface Loading {
  readonly worker: Worker;
  /** Fulfilled when the bundle is loaded, rejected if it cannot be. */
  readonly loaded: Promise<void>;
}

interface WorkerOptions {
  readonly idleMs?: number;
  /** Clock by which starts are counted. */
  readonly nowMs?: () => number;
  /** How far the worker's clock is ahead of the machine's; by default as far as the runner's own. */
  readonly clockAheadMs?: number;
  /** May end the worker earlier than that, while nobody calls it. */
  readonly budget?: WorkerBudget | undefined;
  /** Fulfilled when the bundle is in its folder, rejected with a reason if it cannot be made. */
  readonly codeReady?: (() => Promise<void>) | undefined;
}

/**
 * One function in a worker thread, with the environment that Lambda would give it. The worker starts at the first call
 * and ends after idle minutes, so that many functions fit on one machine. Unlike Lambda, which starts an instance for
 * every concurrent call, concurrent calls share the one worker: what a handler keeps in module state is seen by calls
 * that run at the same time. A worker that crashes fails its pending calls; the next call starts another one.
 */
export class FunctionWorker {
  readonly #definition: RunnableFunction;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #log: FunctionLog;
  readonly #idleMs: number;
  readonly #nowMs: () => number;
  readonly #clockAheadMs: number | undefined;
  readonly #budget: WorkerBudget | undefined;
  readonly #codeReady: (() => Promise<void>) | undefined;
  readonly #pending = new Map<string, Pending>();
  #running: Loading | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Calls that have not got their result yet, those included that wait for the start. */
  #calls = 0;
  #stopped = false;
  #starts: number[] = [];

  constructor(
    definition: RunnableFunction,
    environment: Readonly<Record<string, string>>,
    log: FunctionLog,
    { idleMs = IDLE_LIFE_MS, nowMs = Date.now, clockAheadMs, budget, codeReady }: WorkerOptions = {},
  ) {
    this.#definition = definition;
    this.#environment = environment;
    this.#log = log;
    this.#idleMs = idleMs;
    this.#nowMs = nowMs;
    this.#clockAheadMs = clockAheadMs;
    this.#budget = budget;
    this.#codeReady = codeReady;
  }

  /** True while a worker of this function holds memory. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Fulfilled when the bundle is in its folder, rejected with a reason if it cannot be made. */
  async codeReady(): Promise<void> {
    await this.#codeReady?.();
  }

  /** Starts the worker if it is not running. Fulfilled when the bundle is loaded, rejected if it cannot be. */
  async start(): Promise<void> {
    if (this.#running === undefined) await this.codeReady();
    if (this.#stopped) throw new Error('The function is not running.');
    this.#running ??= this.#startWorker();
    return this.#running.loaded;
  }

  /** Calls the handler. Always fulfilled: failures, time-outs and crashes are results. */
  async invoke(payload: string): Promise<InvocationResult> {
    if (this.#stopped) return failure('Runtime.ExitError', 'The function is not running.');
    if (this.#running === undefined && this.#startsTooOften()) {
      return failure('Runtime.ExitError', 'The function crashed too often. It may start again in a minute.');
    }
    this.#calls += 1;
    clearTimeout(this.#idle);
    this.#budget?.works(this);
    try {
      return await this.#invokeStarted(payload);
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#rest();
    }
  }

  /** Ends the worker; pending calls fail. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#idle);
    await this.#running?.worker.terminate();
    this.#failAll('The runner is stopping.');
  }

  /** Ends the thread and its memory, which nobody calls; the next call starts another one. */
  end(): void {
    const idle = this.#running;
    if (idle === undefined || this.#calls > 0) return;
    // Removed first, so that a call that arrives while the thread ends starts another one.
    this.#running = undefined;
    this.#budget?.ended(this);
    void idle.worker.terminate();
  }

  async #invokeStarted(payload: string): Promise<InvocationResult> {
    try {
      await this.start();
    } catch (error) {
      return failure('Runtime.ImportModuleError', error instanceof Error ? error.message : String(error));
    }
    const worker = this.#running?.worker;
    if (worker === undefined) return failure('Runtime.ExitError', 'The function ended before the call.');
    return this.#call(worker, payload);
  }

  #call(worker: Worker, payload: string): Promise<InvocationResult> {
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

  #startWorker(): Loading {
    const { name, arn, handler, codeFolder, memoryMb } = this.#definition;
    this.#starts.push(this.#nowMs());
    const compileCache = process.env.NODE_COMPILE_CACHE;
    const settings: WorkerSettings = {
      codeFolder,
      handler,
      functionName: name,
      functionArn: arn,
      memoryMb,
      compileCache,
    };
    const youngMb = this.#budget === undefined ? YOUNG_GENERATION_MB : SPARING_YOUNG_GENERATION_MB;
    const worker = new Worker(new URL('worker-main.mjs', import.meta.url), {
      workerData: settings,
      env: this.#environment,
      execArgv: [...clockArguments(this.#clockAheadMs)],
      // The nearer a heap is to its limit, the sooner V8 collects. The default limit is as for a machine of its own.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      stdout: true,
      stderr: true,
    });
    this.#log.follow(worker);
    const loaded = this.#loading(worker);
    loaded.catch((error: unknown) => {
      if (!this.#stopped) this.#log.write(`${error instanceof Error ? error.message : String(error)}\n`, true);
      void worker.terminate();
    });
    return { worker, loaded };
  }

  #loading(worker: Worker): Promise<void> {
    const { name } = this.#definition;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${name} did not load within ${LOAD_TIMEOUT_MS / 1000} s.`));
      }, LOAD_TIMEOUT_MS);
      worker.on('message', (message: WorkerMessage) => {
        clearTimeout(timer);
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'broken') reject(new Error(`${name} does not load: ${message.reason}`));
        else this.#finish(message.id, message);
      });
      worker.on('error', (error) => this.#log.write(`${name} crashed: ${String(error)}\n`, true));
      worker.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`${name} ended while it was loading.`));
        if (this.#running?.worker !== worker) return;
        this.#running = undefined;
        this.#budget?.ended(this);
        if (!this.#stopped) this.#log.write(`${name} ended with exit code ${code}.\n`, true);
        this.#failAll(`RequestId: unknown Error: Runtime exited (${name})`);
      });
    });
  }

  #startsTooOften(): boolean {
    const minuteAgo = this.#nowMs() - 60_000;
    this.#starts = this.#starts.filter((at) => at > minuteAgo);
    return this.#starts.length >= MAX_STARTS_PER_MINUTE;
  }

  #finish(id: string, { payload, failed }: InvocationResult): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.resolve({ payload, failed });
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#running === undefined) {
      this.#budget?.ended(this);
      return;
    }
    this.#idle = setTimeout(() => this.end(), this.#idleMs);
    this.#idle.unref();
    this.#budget?.rests(this);
  }

  #failAll(reason: string): void {
    for (const id of this.#pending.keys()) this.#finish(id, failure('Runtime.ExitError', reason));
  }
}

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  payload: JSON.stringify({ errorType, errorMessage }),
  failed: true,
});
