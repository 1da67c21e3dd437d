import { stillRunning } from './answer.ts';

/** Calls that wait for one code at once, per instance (rule 10). */
const MAX_WAITERS = 2;

/** Counts the calls that wait for a code in this instance. */
export class Waiters {
  readonly #waiting = new Map<string, number>();

  /** Runs a call that waits, or refuses it where enough of them wait already. */
  async admit<Value>(name: string, wait: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(name) ?? 0;
    if (waiting >= MAX_WAITERS) throw stillRunning();
    this.#waiting.set(name, waiting + 1);
    try {
      return await wait();
    } finally {
      const left = (this.#waiting.get(name) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(name);
      else this.#waiting.set(name, left);
    }
  }
}
