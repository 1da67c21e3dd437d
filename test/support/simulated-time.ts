import type { Clock } from '../../shared/ports/clock.ts';

interface Event {
  readonly atMs: number;
  readonly number: number;
  readonly happen: () => void;
}

const isBefore = (one: Event, other: Event): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number);

/**
 * Time that stands still while anything can run, and then moves to the next event: pauses end in their order, however
 * slow the machine is. Nothing that runs in it may wait for the machine itself.
 */
export class SimulatedTime implements Clock {
  #nowMs: number;
  #made = 0;
  /** A heap, the next event first. */
  readonly #events: Event[] = [];

  constructor(nowMs = Date.UTC(2026, 0, 15, 9)) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** Has something happen at a time, or now if that is over. */
  at(atMs: number, happen: () => void): void {
    this.#made += 1;
    const event = { atMs: Math.max(Math.round(atMs), this.#nowMs), number: this.#made, happen };
    const heap = this.#events;
    let index = heap.push(event) - 1;
    for (;;) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (index === 0 || above === undefined || isBefore(above, event)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  readonly pause = (ms: number): Promise<void> =>
    new Promise((over) => {
      this.at(this.#nowMs + ms, over);
    });

  /** Lets everything happen up to a time. */
  async runUntil(untilMs: number): Promise<void> {
    for (;;) {
      // What runs has no timers of its own: after one turn of the event loop all of it waits for an event.
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#events[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#take();
      this.#nowMs = next.atMs;
      next.happen();
    }
    this.#nowMs = untilMs;
  }

  #take(): void {
    const heap = this.#events;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const [one, other] = [heap[left], heap[right]];
      const smaller = other !== undefined && one !== undefined && isBefore(other, one) ? right : left;
      const below = heap[smaller];
      if (below === undefined || isBefore(last, below)) break;
      heap[index] = below;
      index = smaller;
    }
    heap[index] = last;
  }
}
