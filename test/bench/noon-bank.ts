import { createHash } from 'node:crypto';
import { setTimeout as bankAnswers } from 'node:timers/promises';
import type { BankGateway } from '../../shared/ports/bank-gateway.ts';
import { approving } from './noon-plans.ts';

/** The fastest answer, and by how much the slowest is later. */
export const ANSWERS_MS = { from: 20, spread: 30 } as const;

/** Waits as long as the bank takes for an answer; by the number of the call, so that runs are alike. */
export const bankTime = (number: number): Promise<void> =>
  bankAnswers(ANSWERS_MS.from + ((number * 7) % (ANSWERS_MS.spread + 1)));

/**
 * Banks that approve after a while, and keep a digest of each order: in a place of a size that is known beforehand, so that
 * the books do not look like memory that the service takes.
 */
export class NoonBank {
  readonly #books: BigUint64Array;
  readonly #charged: (charges: number) => void;
  charges = 0;

  constructor(most: number, charged: (charges: number) => void) {
    this.#books = new BigUint64Array(most);
    this.#charged = charged;
  }

  readonly gateway: BankGateway = approving(async ({ orderId }) => {
    this.#books[this.charges] = createHash('sha256').update(orderId).digest().readBigUInt64BE();
    this.charges += 1;
    this.#charged(this.charges);
    await bankTime(this.charges);
  });

  /** How many orders were charged, each counted once. */
  orders(): number {
    return new Set(this.#books.subarray(0, this.charges)).size;
  }
}
