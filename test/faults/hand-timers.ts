import type { Timer } from '../../shared/adapters/bank/http-client.ts';
import type { Circumstances } from './world.ts';

/** Deadlines that pass on the run's command, without real waiting. */
export class HandTimers {
  readonly #running = new Map<object, { readonly atMs: number; readonly fire: () => void }>();
  readonly #circumstances: Circumstances;

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
  }

  readonly timer: Timer = (delayMs, fire) => {
    const id = {};
    this.#running.set(id, { atMs: this.#circumstances.clock.now() + delayMs, fire });
    return () => this.#running.delete(id);
  };

  /** The caller waits until its time is over: the clock moves to each deadline, and the deadline passes. */
  timeUp(): void {
    const { clock } = this.#circumstances;
    const inOrder = [...this.#running].toSorted(([, one], [, other]) => one.atMs - other.atMs);
    for (const [id, { atMs, fire }] of inOrder) {
      // An earlier deadline may have ended the call, and this deadline with it.
      if (!this.#running.delete(id)) continue;
      clock.advance(Math.max(0, atMs - clock.now()));
      fire();
    }
  }
}
