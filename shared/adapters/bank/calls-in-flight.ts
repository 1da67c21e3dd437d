/** Counts the calls that run for each virtual POS, under the name that its bank knows it by (rule 23). */
export class CallsInFlight {
  readonly #running = new Map<string, number>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs the call, or answers undefined when the limit is reached. */
  run<Value>(name: string, call: () => Promise<Value>): Promise<Value> | undefined {
    const running = this.#running.get(name) ?? 0;
    if (running >= this.#limit) return undefined;
    this.#running.set(name, running + 1);
    return call().finally(() => {
      const left = (this.#running.get(name) ?? 1) - 1;
      if (left === 0) this.#running.delete(name);
      else this.#running.set(name, left);
    });
  }
}
