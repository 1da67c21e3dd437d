import type { Clock } from '../../shared/ports/clock.ts';

/** A clock that moves when a test says so. */
export class FakeClock implements Clock {
  #nowMs: number;

  constructor(nowMs = Date.UTC(2026, 0, 15, 12)) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
