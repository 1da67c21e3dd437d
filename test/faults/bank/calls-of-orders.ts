import type { HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { FollowUp } from '../../../shared/ports/bank-order.ts';
import type { Circumstances } from '../world.ts';

const BETWEEN_CALLS_MS = 2 * 60_000;
const HOUR_MS = 3_600_000;

type Kind = FollowUp['kind'];

interface Calls {
  charges: number;
  /** Credits that the bank has approved or shown. */
  credits: number;
  /** The latest call that moves money. */
  last: { readonly kind: Kind; readonly atMs: number; approved: boolean } | undefined;
  /** Whether the bank has answered a question since that call. */
  askedSince: boolean;
  /** What was known before the latest call. */
  before?: Pick<Calls, 'last' | 'askedSince'>;
  /** When a capture or credit without an answer was sent. */
  onItsWay?: { readonly kind: Kind; readonly sinceMs: number };
}

/**
 * Watches every call that moves money, and reports what must never happen: an order charged twice, or money moved
 * without a question first or while another capture or credit may still arrive.
 */
export class CallsOfOrders {
  readonly #calls = new Map<string, Calls>();
  readonly #circumstances: Circumstances;

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
  }

  #of(orderId: string): Calls {
    const calls = this.#calls.get(orderId) ?? { charges: 0, credits: 0, last: undefined, askedSince: true };
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

  /** The bank has answered an inquiry or a question for the history, which may show that the latest call arrived. */
  asked(orderId: string, answer: InquiryAnswer | HistoryAnswer): void {
    const calls = this.#of(orderId);
    calls.askedSince = true;
    const { last } = calls;
    const shown = answer.kind === 'history' ? answer.charge : answer.kind;
    if (last?.kind === 'capture' && (shown === 'captured' || shown === 'settled')) last.approved = true;
    if (answer.kind !== 'history') return;
    if (last?.kind === 'refund' && answer.credits.length > calls.credits) last.approved = true;
    calls.credits = answer.credits.length;
  }

  /** A delayed call has reached the bank. */
  arrived(orderId: string): void {
    delete this.#of(orderId).onItsWay;
  }

  /** The bank has approved the latest call, and nothing on the way could hide that. */
  approved(orderId: string): void {
    const calls = this.#of(orderId);
    if (calls.last === undefined) return;
    calls.last.approved = true;
    if (calls.last.kind === 'refund') calls.credits += 1;
  }

  /** No byte of the latest call has left: nothing was moved by it. */
  notSent(orderId: string): void {
    const calls = this.#of(orderId);
    if (calls.before !== undefined) Object.assign(calls, calls.before);
  }

  followedUp(orderId: string, kind: Kind, harm: string): void {
    const calls = this.#of(orderId);
    const nowMs = this.#circumstances.clock.now();
    const { last, askedSince, onItsWay } = calls;
    this.#demand(calls.charges > 0, `a ${kind} of an order that was never charged`);
    // What was approved may be followed by a step of another kind at once. The same kind again may be a repeat.
    const follows = last?.approved === true && last.kind !== kind;
    this.#demand(askedSince || follows, `a ${kind} was sent before the bank was asked again`);
    const early = last !== undefined && !last.approved && nowMs - last.atMs < BETWEEN_CALLS_MS;
    this.#demand(!early, `a ${kind} was sent a moment after the ${last?.kind} before it`);
    const horizonMs = this.#circumstances.horizonHours * HOUR_MS;
    const mayArrive = onItsWay !== undefined && nowMs - onItsWay.sinceMs < horizonMs;
    this.#demand(!mayArrive, `a ${kind} was sent while a ${onItsWay?.kind} was on its way`);
    calls.before = { last, askedSince };
    calls.last = { kind, atMs: nowMs, approved: false };
    calls.askedSince = false;
    // A second Void gives nothing back, so a late one waits for nobody.
    if (kind !== 'void' && harm === 'late') calls.onItsWay = { kind, sinceMs: nowMs };
  }
}
