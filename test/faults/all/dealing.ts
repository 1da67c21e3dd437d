import { SeedSet } from './seed-set.ts';

/** Some seeds of one kind, which a worker runs one after the other. */
export interface Batch {
  readonly kind: string;
  readonly seeds: readonly number[];
}

/** A kind and the number of its seeds that are wanted: those from 1 on. */
export interface WantedKind {
  readonly name: string;
  readonly wanted: number;
  /** Whether a seed of it draws the kind of its gateway. */
  readonly drawsGateway?: boolean;
}

/** About how long a batch takes. A worker that is killed loses no more. */
const BATCH_MS = 2000;
const MOST_SEEDS = 100;

interface Dealt extends WantedKind {
  /** Seeds that are run, or that a worker has. */
  readonly taken: SeedSet;
}

/**
 * Deals seeds out in small batches. The kind that is the furthest behind its wanted number is next, so all kinds advance
 * alike whatever a seed of them takes.
 */
export class Dealing {
  readonly #kinds: readonly Dealt[];
  readonly #msOf: (kind: string) => number | undefined;

  /** `msOf`: what a seed of a kind takes; undefined while that is not known. */
  constructor(kinds: readonly (WantedKind & { readonly done: SeedSet })[], msOf: (kind: string) => number | undefined) {
    this.#kinds = kinds.map(({ name, wanted, done }) => ({ name, wanted, taken: new SeedSet(done.ranges) }));
    this.#msOf = msOf;
  }

  #sizeFor({ name, wanted, taken }: Dealt): number {
    const ms = this.#msOf(name);
    const inTime = ms === undefined ? 1 : Math.floor(BATCH_MS / Math.max(ms, 1));
    // Towards its end a kind is dealt out in ever smaller batches, so that no worker is left with much of it alone.
    const left = wanted - taken.sizeUpTo(wanted);
    return Math.max(1, Math.min(inTime, MOST_SEEDS, Math.ceil(left / 4)));
  }

  /** The next batch; undefined when all is dealt out. */
  next(): Batch | undefined {
    const open = this.#kinds.filter(({ wanted, taken }) => taken.sizeUpTo(wanted) < wanted);
    const share = ({ wanted, taken }: Dealt): number => taken.sizeUpTo(wanted) / wanted;
    const [next] = open.toSorted((one, other) => share(one) - share(other));
    if (next === undefined) return undefined;
    const seeds = next.taken.missing(next.wanted, this.#sizeFor(next));
    for (const seed of seeds) next.taken.add(seed);
    return { kind: next.name, seeds };
  }

  /** Takes seeds back that a worker had and did not run. */
  takeBack({ kind, seeds }: Batch): void {
    const dealt = this.#kinds.find(({ name }) => name === kind);
    for (const seed of seeds) dealt?.taken.remove(seed);
  }

  /** Deals no more of a kind that cannot be run. */
  drop(kind: string): void {
    const dealt = this.#kinds.find(({ name }) => name === kind);
    if (dealt !== undefined) dealt.taken.addRange(1, dealt.wanted);
  }
}
