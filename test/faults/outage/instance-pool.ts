import type { SimulatedTime } from '../../support/simulated-time.ts';

/** How long a caller waits whom the account's limit has refused, before it calls again. */
const CALLS_AGAIN_MS = 500;

/** Instances of functions, as Lambda keeps them: each serves one call, and there are no more than the account has. */
export class InstancePool<Instance> {
  readonly #idle: Instance[] = [];
  readonly #make: () => Instance;
  readonly #time: SimulatedTime;
  readonly #most: number;
  #made = 0;
  #busy = 0;
  /** Most that were busy at once, and calls that found none. */
  mostBusy = 0;
  throttled = 0;

  constructor({
    make,
    time,
    most,
  }: { readonly make: () => Instance; readonly time: SimulatedTime; readonly most: number }) {
    this.#make = make;
    this.#time = time;
    this.#most = most;
  }

  /** Has a call served, as soon as an instance is free. */
  async serve<Value>(call: (instance: Instance) => Promise<Value>): Promise<Value> {
    for (;;) {
      const instance = this.#idle.pop() ?? (this.#made < this.#most ? this.#make() : undefined);
      if (instance === undefined) {
        this.throttled += 1;
        await this.#time.pause(CALLS_AGAIN_MS);
        continue;
      }
      this.#busy += 1;
      this.#made = Math.max(this.#made, this.#busy + this.#idle.length);
      this.mostBusy = Math.max(this.mostBusy, this.#busy);
      try {
        return await call(instance);
      } finally {
        this.#busy -= 1;
        this.#idle.push(instance);
      }
    }
  }
}
