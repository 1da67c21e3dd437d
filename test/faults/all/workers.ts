import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Batch } from './dealing.ts';
import { maskedText } from './masked-story.ts';
import type { FromWorker, SeedOutcome, ToWorker } from './worker-messages.ts';

const WORKER_FILE = fileURLToPath(new URL('../seed-worker-main.ts', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../../../infra/local/require-node.mjs', import.meta.url));

/** Characters of a worker's last words that are kept. */
const LAST_WORDS = 1500;
/** Workers in a row that ended without one seed. Something other than a seed ends them then. */
const MOST_FRUITLESS = 5;
const LOOK_EVERY_MS = 500;
/** Longest time for a worker to begin. It loads the whole service, on a machine where all cores are busy. */
const BEGINS_WITHIN_MS = 120_000;

/** What the workers need of the run. */
export interface WorkersOptions {
  readonly count: number;
  /** A worker that says nothing for this long hangs. */
  readonly hungAfterMs: number;
  readonly assemblyFolder: () => Promise<string>;
  /** The next batch; undefined when there is none. */
  readonly next: () => Batch | undefined;
  readonly takeBack: (batch: Batch) => void;
  readonly done: (outcome: SeedOutcome) => void;
  /** A seed whose worker died or hung. */
  readonly broken: (kind: string, seed: number, why: string) => void;
  readonly kindBroken: (kind: string, why: string) => void;
  /** Another program as worker, for tests. */
  readonly workerFile?: string;
}

interface Worker {
  readonly child: ChildProcess;
  /** What is left of its batch. The first seed of it is in progress. */
  batch: Batch | undefined;
  /** When it said something last; of one that begins, when it may be taken to have. */
  heardAtMs: number;
  lastWords: string;
  hangs: boolean;
  /** Whether it was told to end because nothing was left for it. */
  released: boolean;
  /** Number of seeds that it ran. */
  ran: number;
}

/** No worker can be kept alive. */
export class WorkersFail extends Error {
  override readonly name = 'WorkersFail';
}

/**
 * Runs batches in processes of their own: each has its own heap, engines and ports, and one that is killed, runs out of
 * memory or turns in circles takes no other with it. A worker that dies or hangs is reported with its seed and replaced.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #workers = new Set<Worker>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #look: NodeJS.Timeout;
  #isStopping = false;
  #fruitless = 0;
  #assembly: Promise<string> | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    for (let count = 0; count < options.count; count += 1) this.#start();
    this.#look = setInterval(() => this.#endHanging(), LOOK_EVERY_MS);
  }

  /** Resolves when no worker is left. Rejected with WorkersFail. */
  async ended(): Promise<void> {
    try {
      await this.#ended.promise;
    } finally {
      clearInterval(this.#look);
    }
  }

  /** Deals no more: each worker ends after the life in progress. */
  stop(): void {
    this.#isStopping = true;
    for (const { child } of this.#workers) this.#tell(child, { is: 'stop' });
  }

  /** Ends all workers at once. The lives in progress are not counted. */
  kill(): void {
    this.#isStopping = true;
    for (const worker of this.#workers) {
      worker.batch = undefined;
      worker.child.kill('SIGKILL');
    }
  }

  #tell(child: ChildProcess, message: ToWorker): void {
    // A worker that dies meanwhile is noticed by its end.
    if (child.connected) child.send(message, () => undefined);
  }

  #start(): void {
    const { workerFile = WORKER_FILE } = this.#options;
    const child = fork(workerFile, { execArgv: ['--import', PRELOAD], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const worker: Worker = {
      child,
      batch: undefined,
      heardAtMs: performance.now() + Math.max(0, BEGINS_WITHIN_MS - this.#options.hungAfterMs),
      lastWords: '',
      hangs: false,
      released: false,
      ran: 0,
    };
    this.#workers.add(worker);
    child.stderr?.on('data', (part: Buffer) => {
      worker.lastWords = `${worker.lastWords}${part.toString()}`.slice(-LAST_WORDS);
    });
    child.on('message', (message: FromWorker) => this.#hear(worker, message));
    child.on('error', (error) => {
      worker.lastWords = error.message;
    });
    child.once('close', (code, signal) => this.#ends(worker, signal ?? `exit code ${code}`));
  }

  #hear(worker: Worker, message: FromWorker): void {
    worker.heardAtMs = performance.now();
    if (message.is === 'needs-assembly') void this.#giveAssembly(worker);
    if (message.is === 'kind-broken') {
      worker.batch = undefined;
      this.#options.kindBroken(message.kind, message.message);
    }
    if (message.is === 'seed') this.#seedDone(worker, message.outcome);
    if (message.is === 'idle') this.#deal(worker);
  }

  /** The app is synthesized once for all workers, which takes longer than any seed and ends by itself. */
  async #giveAssembly(worker: Worker): Promise<void> {
    worker.heardAtMs = Number.POSITIVE_INFINITY;
    this.#assembly ??= this.#options.assemblyFolder();
    try {
      this.#tell(worker.child, { is: 'assembly', folder: await this.#assembly });
    } catch (error) {
      this.#tell(worker.child, { is: 'assembly-failed', why: error instanceof Error ? error.message : 'unknown' });
    }
    worker.heardAtMs = performance.now();
  }

  #seedDone(worker: Worker, outcome: SeedOutcome): void {
    const { batch } = worker;
    if (batch === undefined) return;
    worker.batch = { ...batch, seeds: batch.seeds.filter((seed) => seed !== outcome.seed) };
    worker.ran += 1;
    this.#fruitless = 0;
    this.#options.done(outcome);
  }

  #deal(worker: Worker): void {
    const batch = this.#isStopping ? undefined : this.#options.next();
    worker.batch = batch;
    worker.released = batch === undefined;
    this.#tell(worker.child, batch === undefined ? { is: 'stop' } : { is: 'batch', batch });
  }

  #endHanging(): void {
    for (const worker of this.#workers) {
      if (performance.now() - worker.heardAtMs < this.#options.hungAfterMs) continue;
      worker.hangs = true;
      worker.child.kill('SIGKILL');
    }
  }

  #ends(worker: Worker, how: string): void {
    this.#workers.delete(worker);
    const { batch, hangs, lastWords, ran, released } = worker;
    const [seed, ...rest] = batch?.seeds ?? [];
    if (batch !== undefined && seed !== undefined) {
      const seconds = Math.round(this.#options.hungAfterMs / 1000);
      const said = lastWords.trim() === '' ? '' : `: ${maskedText(lastWords.trim())}`;
      // One that was told to stop ends by itself; what it had left is run another time.
      const stopped = this.#isStopping && !hangs && how === 'exit code 0';
      const why = hangs ? `its worker said nothing for ${seconds} s and was ended` : `its worker died (${how})${said}`;
      if (!stopped) this.#options.broken(batch.kind, seed, why);
      this.#options.takeBack({ ...batch, seeds: stopped ? [seed, ...rest] : rest });
    }
    if (ran === 0 && !released) this.#fruitless += 1;
    if (!this.#isStopping && !released) this.#replace(lastWords);
    if (this.#workers.size === 0) this.#ended.resolve();
  }

  #replace(lastWords: string): void {
    if (this.#fruitless < MOST_FRUITLESS) {
      this.#start();
      return;
    }
    this.kill();
    this.#ended.reject(new WorkersFail(`Workers end before they have run a seed: ${maskedText(lastWords.trim())}`));
  }
}
