import { AsyncLocalStorage } from 'node:async_hooks';
import { Process, type Processes, type ProcessOptions } from './processes.ts';

/**
 * A warm instance of a function. Several calls may run in it, one after the other or, on a single machine, at once.
 * Each call is a process of its own to the scheduler. When one dies the instance dies, with everything in its memory.
 */
export class Host {
  readonly #calls = new AsyncLocalStorage<Process>();
  readonly #world: Processes;
  readonly #members: Process[] = [];
  readonly #codes = new WeakMap<Process, string>();
  readonly #pausing = new Map<string, number>();
  /** Most calls that waited in it at the same time for one code. */
  mostPausing = 0;
  dead = false;

  constructor(world: Processes) {
    this.#world = world;
  }

  get #current(): Process {
    const process = this.#calls.getStore();
    if (process === undefined) throw new Error('a call that belongs to no process');
    return process;
  }

  readonly #die = (): void => {
    this.dead = true;
    for (const member of this.#members) member.dead = true;
  };

  /** A call in this instance, as a process of the run. */
  call(options: ProcessOptions, code: string, work: () => Promise<unknown>) {
    const process = new Process(this.#world, { ...options, dies: this.#die });
    this.#members.push(process);
    this.#codes.set(process, code);
    return { process, work: () => this.#calls.run(process, work) };
  }

  /** The same object, which works for any call that uses it. */
  using<Target extends object>(target: Target, methods: readonly (keyof Target)[]): Target {
    return new Proxy(target, {
      get: (_target, name) => Reflect.get(this.#current.using(target, methods), name),
    });
  }

  readonly pause = async (pauseMs: number): Promise<void> => {
    const code = this.#codes.get(this.#current) ?? '';
    const pausing = (this.#pausing.get(code) ?? 0) + 1;
    this.#pausing.set(code, pausing);
    this.mostPausing = Math.max(this.mostPausing, pausing);
    await this.#current.pause(pauseMs);
    this.#pausing.set(code, (this.#pausing.get(code) ?? 1) - 1);
  };
}
