import { type Batch, Dealing, type WantedKind } from './dealing.ts';
import { type FailedSeed, Progress } from './progress.ts';
import { takeFolder } from './run-folder.ts';
import { endTable, failureLines, ProgressDisplay, progressLine, type RunState } from './run-report.ts';
import { treeDigest as digestOfTree } from './tree-digest.ts';
import type { SeedOutcome } from './worker-messages.ts';
import { Workers, type WorkersOptions } from './workers.ts';

const MINUTE_MS = 60_000;
const SAVE_EVERY_MS = 1000;
/** A seed of a killed app takes most: some twenty seconds, and more on a busy machine. */
const HUNG_AFTER_MS = 10 * MINUTE_MS;
/** Stories that are kept of one kind. The others are told by `--seed N --kind K`. */
const MOST_STORIES = 20;
/** Failing seeds of one kind that are run once more. */
const MOST_AGAIN = 20;

export interface RunAllOptions {
  readonly kinds: readonly WantedKind[];
  readonly cores: number;
  readonly folder: string;
  readonly minutes?: number;
  readonly assemblyFolder: () => Promise<string>;
  readonly out: NodeJS.WriteStream;
  /** The digest of what decides a seed; the sources of this tree by default. */
  readonly treeDigest?: () => string;
  readonly workers?: Partial<Pick<WorkersOptions, 'workerFile' | 'hungAfterMs'>>;
}

/** How a run ended: some seed failed, it was interrupted, or neither. */
export type RunEnd = 'passed' | 'failed' | 'interrupted';

/** One run over all kinds, from where the last one of this state of the tree stopped. */
class AllKindsRun {
  readonly #options: RunAllOptions;
  readonly #progress: Progress;
  readonly #tree: string;
  readonly #display: ProgressDisplay;
  readonly #doneNow = new Map<string, number>();
  readonly #brokenKinds = new Map<string, string>();
  readonly #beganAtMs = performance.now();
  #workers: Workers | undefined;
  #savedAtMs = 0;
  #interrupts = 0;

  constructor(options: RunAllOptions, tree: string) {
    this.#options = options;
    this.#tree = tree;
    this.#progress = new Progress(options.folder, tree);
    this.#display = new ProgressDisplay(options.out);
  }

  get #limitMs(): number {
    const { minutes } = this.#options;
    return minutes === undefined ? Number.POSITIVE_INFINITY : minutes * MINUTE_MS - this.#elapsedMs;
  }

  get #elapsedMs(): number {
    return performance.now() - this.#beganAtMs;
  }

  #state(): RunState {
    const { kinds, cores } = this.#options;
    const limitMs = Math.max(0, this.#limitMs);
    return {
      kinds,
      cores,
      progress: this.#progress,
      doneNow: this.#doneNow,
      elapsedMs: this.#elapsedMs,
      ...(Number.isFinite(limitMs) ? { limitMs } : {}),
    };
  }

  #save(): void {
    this.#progress.save();
    this.#savedAtMs = performance.now();
  }

  #tick(): void {
    if (performance.now() - this.#savedAtMs >= SAVE_EVERY_MS) this.#save();
    this.#display.show(() => progressLine(this.#state()));
  }

  #fail(kind: string, failure: FailedSeed, story?: string): void {
    const { failed } = this.#progress.of(kind);
    const isStoryKept = failed.size < MOST_STORIES;
    this.#progress.tellFailure(kind, failure, isStoryKept ? story : undefined);
    failed.set(failure.seed, failure);
    this.#display.say(`${kind} seed ${failure.seed} failed: ${failure.message.split('\n')[0]?.slice(0, 300)}`);
  }

  #count(kind: string, seed: number): void {
    this.#progress.of(kind).done.add(seed);
    this.#doneNow.set(kind, (this.#doneNow.get(kind) ?? 0) + 1);
  }

  #done({ kind, seed, ms, processorMs, failure }: SeedOutcome): void {
    const of = this.#progress.of(kind);
    of.ms += ms;
    of.processorMs += processorMs;
    if (failure !== undefined) this.#fail(kind, { seed, message: failure.message, broken: false }, failure.story);
    this.#count(kind, seed);
    this.#tick();
  }

  #broken(kind: string, seed: number, why: string): void {
    this.#fail(kind, { seed, message: why, broken: true });
    this.#count(kind, seed);
    this.#save();
  }

  /** Runs what `next` deals until it deals nothing more. */
  async #work(dealt: Pick<WorkersOptions, 'next' | 'takeBack' | 'done' | 'broken'>): Promise<void> {
    if (this.#interrupts > 0) return;
    const { cores, assemblyFolder, workers } = this.#options;
    this.#workers = new Workers({
      count: cores,
      hungAfterMs: HUNG_AFTER_MS,
      assemblyFolder,
      kindBroken: (kind, why) => this.#kindBroken(kind, why),
      ...workers,
      ...dealt,
    });
    await this.#workers.ended();
    this.#save();
  }

  #kindBroken(kind: string, why: string): void {
    if (!this.#brokenKinds.has(kind)) this.#display.say(`${kind} cannot be run: ${why}`);
    this.#brokenKinds.set(kind, why);
    this.#dealing?.drop(kind);
  }

  #dealing: Dealing | undefined;

  async #runMissing(): Promise<void> {
    const { kinds } = this.#options;
    const perSeed = (kind: string): number | undefined => {
      const { done, ms } = this.#progress.of(kind);
      return done.size === 0 ? undefined : ms / done.size;
    };
    const dealing = new Dealing(
      kinds.map((kind) => ({ ...kind, done: this.#progress.of(kind.name).done })),
      perSeed,
    );
    this.#dealing = dealing;
    await this.#work({
      next: () => (this.#limitMs > 0 && this.#isSameTree() ? dealing.next() : undefined),
      takeBack: (batch) => dealing.takeBack(batch),
      done: (outcome) => this.#done(outcome),
      broken: (kind, seed, why) => this.#broken(kind, seed, why),
    });
  }

  #treeSeenAtMs = performance.now();
  #hasChanged = false;

  /** Counts are of one state, so a run whose sources change ends. Looked at every few seconds: it reads all sources. */
  #isSameTree(): boolean {
    if (performance.now() - this.#treeSeenAtMs < 15_000 && !this.#hasChanged) return !this.#hasChanged;
    this.#treeSeenAtMs = performance.now();
    this.#hasChanged ||= digestOf(this.#options) !== this.#tree;
    return !this.#hasChanged;
  }

  /** Runs failing seeds once more. One whose worker died or hung, and that passes alone, has not failed. */
  async #runFailedAgain(): Promise<void> {
    const batches = this.#options.kinds.flatMap(({ name }): readonly Batch[] => {
      const open = [...this.#progress.of(name).failed.values()].filter(({ again }) => again === undefined);
      return open.slice(0, MOST_AGAIN).map(({ seed }) => ({ kind: name, seeds: [seed] }));
    });
    if (batches.length === 0 || this.#hasChanged) return;
    const mark = (kind: string, seed: number, again: 'failed' | 'passed'): void => {
      const { failed } = this.#progress.of(kind);
      const failure = failed.get(seed);
      if (failure === undefined) return;
      if (failure.broken && again === 'passed') failed.delete(seed);
      else failed.set(seed, { ...failure, again });
      this.#display.say(`${kind} seed ${seed}, run again: ${again}`);
    };
    await this.#work({
      next: () => batches.shift(),
      takeBack: () => undefined,
      done: ({ kind, seed, failure }) => {
        const before = this.#progress.of(kind).failed.get(seed);
        // A worker's end has no story: the seed's own failure brings one.
        if (failure !== undefined && before?.broken === true) {
          this.#fail(kind, { seed, message: failure.message, broken: false }, failure.story);
        }
        mark(kind, seed, failure === undefined ? 'passed' : 'failed');
      },
      broken: (kind, seed) => mark(kind, seed, 'failed'),
    });
  }

  readonly #interrupt = (): void => {
    this.#interrupts += 1;
    if (this.#interrupts === 1) {
      this.#display.say('Ends after the lives in progress; Ctrl-C again ends at once.');
      this.#workers?.stop();
    } else this.#workers?.kill();
  };

  #begin(): void {
    const { kinds, folder } = this.#options;
    if (this.#progress.isOfChangedTree) {
      this.#display.say(`The tree has changed since the last run in ${folder}: counting begins anew.`);
    }
    const done = kinds.reduce((sum, { name, wanted }) => sum + this.#progress.of(name).done.sizeUpTo(wanted), 0);
    if (done > 0) this.#display.say(`Goes on where the last run stopped: ${done} lives of this state are done.`);
  }

  #end(): RunEnd {
    const { out } = this.#options;
    this.#display.say(endTable(this.#state()));
    const failures = failureLines(this.#state());
    if (failures.length > 0) out.write(`\n${failures.join('\n')}\nStories: ${this.#progress.failuresFile}\n`);
    for (const [kind, why] of this.#brokenKinds) out.write(`${kind} was not run: ${why}\n`);
    if (this.#hasChanged) out.write('The tree changed during the run: what was run counts for the tree before.\n');
    if (failures.length > 0 || this.#brokenKinds.size > 0) return 'failed';
    return this.#interrupts > 0 ? 'interrupted' : 'passed';
  }

  async run(): Promise<RunEnd> {
    process.on('SIGINT', this.#interrupt);
    const ticks = setInterval(() => this.#tick(), 500);
    try {
      this.#begin();
      await this.#runMissing();
      await this.#runFailedAgain();
      return this.#end();
    } finally {
      clearInterval(ticks);
      process.off('SIGINT', this.#interrupt);
      this.#save();
    }
  }
}

const digestOf = ({ treeDigest = digestOfTree }: RunAllOptions): string => treeDigest();

/** Runs all kinds to their wanted numbers, or for a time. Throws RunRefused, DamagedProgress and WorkersFail. */
export const runAll = async (options: RunAllOptions): Promise<RunEnd> => {
  const release = takeFolder(options.folder);
  try {
    return await new AllKindsRun(options, digestOf(options)).run();
  } finally {
    release();
  }
};
