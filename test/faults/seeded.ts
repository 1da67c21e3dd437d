import { hash } from 'node:crypto';
import type { Randomness } from '../../shared/ports/identifiers.ts';

/** Random choices from a seed: the same seed makes the same run. */
export class Seeded implements Randomness {
  #state: number;
  #count = 0;
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = (seed * 2_654_435_761 + 1) >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  /** A stream for what is drawn beside the run: it leaves this one, and so the run, as they are. */
  aside(name: string): Seeded {
    return new Seeded(hash('sha256', `${this.#seed}/${name}`, 'buffer').readUInt32BE(0));
  }

  #digest(): Buffer {
    this.#count += 1;
    return hash('sha256', `${this.#seed}/${this.#count}`, 'buffer');
  }

  token(): string {
    return this.#digest().subarray(0, 16).toString('base64url');
  }

  guid(): string {
    return this.#digest().toString('hex').slice(0, 32).toUpperCase();
  }
}
