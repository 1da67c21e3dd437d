import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { SeedSet } from './seed-set.ts';

/** How a worker ended a seed that did not pass. `broken`: it died or hung, so nothing is known of the seed itself. */
export interface FailedSeed {
  readonly seed: number;
  readonly message: string;
  readonly broken: boolean;
  /** What came of running it once more; absent: that was not tried yet. */
  readonly again?: 'failed' | 'passed';
}

/** What is known of one kind in one state of the tree. */
export interface KindProgress {
  /** Seeds that were run to their end, failed ones among them. */
  readonly done: SeedSet;
  readonly failed: Map<number, FailedSeed>;
  /** What all seeds took, of workers' processor time and of time. */
  processorMs: number;
  ms: number;
}

const storedFailure = z.object({
  seed: z.number(),
  message: z.string(),
  broken: z.boolean(),
  again: z.optional(z.enum(['failed', 'passed'])),
});

const stored = z.object({
  tree: z.string(),
  kinds: z.record(
    z.string(),
    z.object({
      done: z.array(z.tuple([z.number(), z.number()])),
      failed: z.array(storedFailure),
      processorMs: z.number(),
      ms: z.number(),
    }),
  ),
});

const FILE = 'progress.json';
const FAILURES = 'failures.txt';
/** Digits of the tree's digest in the name of its folder. */
const NAME_LENGTH = 12;

/** A progress file that cannot be read. */
export class DamagedProgress extends Error {
  override readonly name = 'DamagedProgress';
}

const readKinds = (file: string): readonly (readonly [string, KindProgress])[] => {
  if (!existsSync(file)) return [];
  try {
    const { kinds } = stored.parse(JSON.parse(readFileSync(file, 'utf8')));
    return Object.entries(kinds).map(([name, { done, failed, processorMs, ms }]) => {
      const failures = failed.map(
        ({ again, ...rest }): FailedSeed => ({ ...rest, ...(again === undefined ? {} : { again }) }),
      );
      const byNumber = new Map(failures.map((one) => [one.seed, one]));
      return [name, { done: new SeedSet(done), failed: byNumber, processorMs, ms }];
    });
  } catch {
    throw new DamagedProgress(`${file} cannot be read: delete it to begin anew.`);
  }
};

/**
 * Which seeds were run in one state of the tree. It is written whole under another name and then renamed, so a run that is
 * killed leaves the file as it was before or as it is after.
 */
export class Progress {
  readonly folder: string;
  /** Whether other states of the tree have a progress here, and this one had none. */
  readonly isOfChangedTree: boolean;
  readonly #tree: string;
  readonly #kinds: Map<string, KindProgress>;

  /** Reads the progress of a tree below a folder. Throws DamagedProgress. */
  constructor(below: string, tree: string) {
    const name = tree.slice(0, NAME_LENGTH);
    this.folder = join(below, name);
    this.#tree = tree;
    const others = existsSync(below) ? readdirSync(below).filter((one) => existsSync(join(below, one, FILE))) : [];
    this.isOfChangedTree = others.length > 0 && !others.includes(name);
    this.#kinds = new Map(readKinds(join(this.folder, FILE)));
    mkdirSync(this.folder, { recursive: true });
  }

  get failuresFile(): string {
    return join(this.folder, FAILURES);
  }

  of(kind: string): KindProgress {
    const known = this.#kinds.get(kind) ?? { done: new SeedSet(), failed: new Map(), processorMs: 0, ms: 0 };
    this.#kinds.set(kind, known);
    return known;
  }

  /** Appends a failing seed with its story. This comes before the seed counts as run, so that no story is lost. */
  tellFailure(kind: string, { seed, message }: FailedSeed, story: string | undefined): void {
    const told = story === undefined ? '' : `${story}\n`;
    appendFileSync(this.failuresFile, `${kind} seed ${seed}: ${message}\n${told}\n`);
  }

  save(): void {
    const kinds = [...this.#kinds].map(([name, { done, failed, processorMs, ms }]) => [
      name,
      { done: done.ranges, failed: [...failed.values()], processorMs: Math.round(processorMs), ms: Math.round(ms) },
    ]);
    const file = join(this.folder, FILE);
    const making = `${file}.making`;
    writeFileSync(making, JSON.stringify({ tree: this.#tree, kinds: Object.fromEntries(kinds) }));
    const written = openSync(making, 'r');
    fsyncSync(written);
    closeSync(written);
    renameSync(making, file);
  }
}
