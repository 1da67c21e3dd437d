import type { Circumstances } from './world.ts';

const BETWEEN_CALLS_MS = 2 * 60_000;
const HOUR_MS = 3_600_000;

interface Calls {
  charges: number;
  lastVoidAtMs?: number;
  lastCreditAtMs?: number;
  /** Whether the bank was asked, and answered, since the last call that moves money. */
  askedSince: boolean;
  /** Since when a credit is on its way that no answer came to. */
  creditUnclearSinceMs?: number;
}

/**
 * Sees every call that moves money, and says what must never be: an order is charged twice, money is given back without
 * asking first, or while another credit may still arrive.
 */
export class CallsOfOrders {
  readonly #calls = new Map<string, Calls>();
  readonly #circumstances: Circumstances;

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
  }

  #of(orderId: string): Calls {
    const calls = this.#calls.get(orderId) ?? { charges: 0, askedSince: true };
    this.#calls.set(orderId, calls);
    return calls;
  }

  #demand(holds: boolean, what: string): void {
    if (!holds) this.#circumstances.violations.push(what);
  }

  charged(orderId: string): void {
    const calls = this.#of(orderId);
    calls.charges += 1;
    this.#demand(calls.charges === 1, 'an order was charged twice');
  }

  /** The bank has answered an inquiry or a question after the history. */
  asked(orderId: string): void {
    this.#of(orderId).askedSince = true;
  }

  /** What was on its way has reached the bank. */
  arrived(orderId: string): void {
    delete this.#of(orderId).creditUnclearSinceMs;
  }

  followedUp(orderId: string, kind: 'void' | 'credit', harm: string): void {
    const calls = this.#of(orderId);
    const nowMs = this.#circumstances.clock.now();
    this.#demand(calls.charges > 0, `a ${kind} of an order that was never charged`);
    this.#demand(calls.askedSince, `a ${kind} was sent before the bank was asked again`);
    const before = Math.max(calls.lastVoidAtMs ?? 0, calls.lastCreditAtMs ?? 0);
    this.#demand(nowMs - before >= BETWEEN_CALLS_MS, `a ${kind} was sent a moment after the call before it`);
    const unclearMs = nowMs - (calls.creditUnclearSinceMs ?? Number.NEGATIVE_INFINITY);
    const horizonMs = this.#circumstances.horizonHours * HOUR_MS;
    this.#demand(unclearMs >= horizonMs, `a ${kind} was sent while a credit was on its way`);
    calls.askedSince = false;
    if (kind === 'void') calls.lastVoidAtMs = nowMs;
    else calls.lastCreditAtMs = nowMs;
    if (kind === 'credit' && harm === 'late') calls.creditUnclearSinceMs = nowMs;
  }
}
