import { nextTick } from 'node:process';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import type { FakeClock } from '../fakes/clock.ts';
import type { Seeded } from './seeded.ts';

/** A new promise each time, so that a process waiting for it can be garbage-collected. */
const never = (): Promise<never> => new Promise(() => undefined);
const STEP_MS = 40;
const NO_CALL = -1;
const LONGEST_FREEZE_MS = 1_800_000;
/** Comes behind everything that runs without waiting for the machine: ticks come when no promise has anything to do. */
const flushed = (): Promise<void> => new Promise((resolve) => nextTick(resolve));
/** Lets the machine have its turn: nothing but promises and ticks would never let whoever runs the seeds hear of anything. */
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface ProcessOptions {
  /** The call at which it dies, and whether that call was done by then. */
  readonly kill?: { readonly call: number; readonly when: 'before' | 'after' } | undefined;
  /** Longest life, as with a function's time-out. */
  readonly lifeMs: number;
  /** Called at its death, to end the machine under it too. */
  readonly dies?: (() => void) | undefined;
  /** Whether the whole process may stop for a while, like a frozen instance or a suspended laptop. */
  readonly freezes: boolean;
}

/** The longest life of a function, and about the largest number of its calls to store and bank. */
export interface FunctionKind {
  readonly lifeMs: number;
  readonly calls: number;
}

/**
 * The fate of one invocation: it may die at any of its calls, and it lives as long as its function may. A single
 * machine ends nothing at a time-out: there an invocation lives on, however late it wakes.
 */
export const fateOf = (seeded: Seeded, { lifeMs, calls }: FunctionKind): ProcessOptions => {
  const kill = seeded.chance(0.35)
    ? { call: seeded.below(calls), when: seeded.pick(['before', 'after'] as const) }
    : undefined;
  const freezes = seeded.chance(0.3);
  return { kill, lifeMs: freezes ? Number.POSITIVE_INFINITY : lifeMs, freezes };
};

/**
 * One invocation of a function. When it dies, no code after its last await runs. It may die at each await of the store
 * and of the bank. Awaits of other things leave no trace, so dying there equals dying before the next of these.
 */
export class Process {
  calls = 0;
  dead = false;
  done = false;
  failure: unknown;
  readonly #endsAtMs: number;
  readonly #world: Processes;
  readonly #options: ProcessOptions;

  constructor(world: Processes, options: ProcessOptions) {
    this.#world = world;
    this.#options = options;
    this.#endsAtMs = world.clock.now() + options.lifeMs;
  }

  async #at(when: 'before' | 'after', call: number): Promise<void> {
    const { kill } = this.#options;
    if ((kill?.call === call && kill.when === when) || this.#world.clock.now() >= this.#endsAtMs) {
      this.dead = true;
      this.#options.dies?.();
    }
    if (this.dead) await never();
  }

  async #step<Value>(work: () => Promise<Value>): Promise<Value> {
    const { seeded, clock } = this.#world;
    const call = this.calls;
    this.calls += 1;
    if (this.dead) return never();
    await this.#world.turn();
    if (this.#options.freezes && seeded.chance(0.02)) {
      clock.advance(seeded.below(LONGEST_FREEZE_MS));
      this.#world.freezes += 1;
    }
    await this.#at('before', call);
    const outcome = await this.#world.doing(work);
    // The call is done and its result not yet delivered; meanwhile other processes run.
    if (seeded.chance(0.2)) await this.#world.turn();
    await this.#at('after', call);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Pauses by the run's clock. A process that dies meanwhile never wakes. */
  async pause(pauseMs: number): Promise<void> {
    if (this.dead) return never();
    await this.#world.sleep(pauseMs);
    await this.#at('before', NO_CALL);
  }

  /** The same object for this process. At each call of these methods the process waits for its turn, and may die. */
  using<Target extends object>(target: Target, methods: readonly (keyof Target)[]): Target {
    const waiting: ReadonlySet<unknown> = new Set(methods);
    return new Proxy(target, {
      get: (_target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        const call = (args: unknown[]): unknown => Reflect.apply(member, target, args);
        if (!waiting.has(name)) return (...args: unknown[]) => call(args);
        return (...args: unknown[]) => this.#step(async () => call(args));
      },
    });
  }
}

const followed = async (process: Process, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    process.failure = error;
  }
  process.done = true;
};

type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/** Parallel processes. At each await the seed chooses which of them continues. */
export class Processes {
  readonly seeded: Seeded;
  readonly clock: FakeClock;
  readonly #waiting: (() => void)[] = [];
  #sleeping: { readonly atMs: number; readonly wake: () => void }[] = [];
  #working = 0;
  #atRest = Promise.withResolvers<void>();
  kills = 0;
  freezes = 0;

  constructor(seeded: Seeded, clock: FakeClock) {
    this.seeded = seeded;
    this.clock = clock;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A turn that comes after this much time. */
  sleep(pauseMs: number): Promise<void> {
    return new Promise((wake) => this.#sleeping.push({ atMs: this.clock.now() + pauseMs, wake }));
  }

  /**
   * Processes whose time has come wait for their turn. If no other one can run, the clock moves to the first that
   * wakes.
   */
  #wake(): void {
    if (this.#sleeping.length === 0) return;
    const first = Math.min(...this.#sleeping.map(({ atMs }) => atMs));
    if (this.#waiting.length === 0) this.clock.advance(Math.max(0, first - this.clock.now()));
    const nowMs = this.clock.now();
    for (const { atMs, wake } of this.#sleeping) if (atMs <= nowMs) this.#waiting.push(wake);
    this.#sleeping = this.#sleeping.filter(({ atMs }) => atMs > nowMs);
  }

  /** Waits for something outside the processes' code, such as a socket. Nobody has a turn until it is done. */
  async doing<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
    if (this.#working === 0) this.#atRest = Promise.withResolvers();
    this.#working += 1;
    try {
      return { value: await work() };
    } catch (error) {
      return { error };
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.#atRest.resolve();
    }
  }

  /** Fulfilled when every process waits for its turn, has ended or is dead. */
  async #quiet(): Promise<void> {
    do {
      if (this.#working > 0) await this.#atRest.promise;
      await flushed();
    } while (this.#working > 0);
  }

  /**
   * Runs the processes to their end or death. Throws the error of one of them, unless a fault of the store caused it.
   */
  async run(works: readonly { readonly process: Process; readonly work: () => Promise<unknown> }[]): Promise<void> {
    for (const { process, work } of works) {
      void followed(process, work);
    }
    await this.#quiet();
    // A call that failed beside another one leaves that one waiting, and later calls of the instance may share its result.
    while (works.some(({ process }) => !process.done && !process.dead) || this.#waiting.length > 0) {
      this.#wake();
      const next = this.#waiting.splice(this.seeded.below(this.#waiting.length), 1)[0];
      if (next === undefined) throw new Error('a process waits for something that is no turn');
      this.clock.advance(this.seeded.below(STEP_MS));
      next();
      await this.#quiet();
    }
    this.#waiting.length = 0;
    this.#sleeping = [];
    this.kills += works.filter(({ process }) => process.dead).length;
    await breath();
    const failed = works.map(({ process }) => process.failure).find((one) => one !== undefined);
    if (failed !== undefined && !(failed instanceof StoreUnavailable)) throw failed;
  }
}
