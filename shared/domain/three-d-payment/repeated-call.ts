import type { LinkAttempt } from '../attempt/attempt.ts';
import type { AttemptState } from '../attempt/states.ts';
import { type LinkProgress, linkStateAt, type PaymentRequest } from '../link/payment-request.ts';

/*
 * What a dealer's call gets whose code is known, for payments that the payer confirms at the bank: 3D payments of a shop,
 * and mobile payments (rule 10). A call is numbered; the latest one is what the payment follows.
 */

/** The card of a shop's call, as far as it may be kept. */
export interface CardOfCall {
  readonly maskedCard: string;
  /** Present where the call named a stored card. */
  readonly cardToken?: string;
}

/** One call of the dealer with this code. */
export interface NumberedCall {
  readonly number: number;
  /** Of its request; absent for a blank code. */
  readonly fingerprint?: string;
  /** Absent for a mobile payment: its payer types the card. */
  readonly card?: CardOfCall;
  /** Absent for calls from before this was kept. */
  readonly begunAtMs?: number;
  /** What began under it. */
  readonly attempts: readonly LinkAttempt[];
}

/** A payment with all its calls, the first one first. */
export interface CalledPayment {
  readonly link: PaymentRequest;
  readonly calls: readonly NumberedCall[];
}

export type RepeatedCall =
  /** The answer of this call again. */
  | { readonly kind: 'again'; readonly call: NumberedCall }
  /** It was paid. */
  | { readonly kind: 'paid' }
  /** A charge under the code may stand, or is being reversed. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'used-up' }
  /** Nobody opened the latest call, which asks for the same. */
  | { readonly kind: 'unopened' }
  /** A further call. The attempts that wait for their payer under earlier ones are superseded. */
  | { readonly kind: 'next'; readonly waiting: readonly LinkAttempt[] };

/** How long an equal request gets the answer of a call that ended, or that a later one took the place of. */
const SAME_ANSWER_MS = 60_000;
/** Calls of one code; those that nobody opened count. */
export const MAX_CALLS_PER_CODE = 20;

const BINDING: readonly AttemptState[] = ['charging', 'in-doubt', 'reversing'];

const attemptsOf = ({ calls }: Pick<CalledPayment, 'calls'>): readonly LinkAttempt[] =>
  calls.flatMap(({ attempts }) => attempts);

/** Whether a charge under the code may stand, or is being reversed: the code is bound to its request then. */
export const isUndecided = (payment: CalledPayment): boolean =>
  payment.link.progress.activeAttempt !== undefined || attemptsOf(payment).some(({ state }) => BINDING.includes(state));

/** The attempts that wait for their payer: nothing of them was locked for charge. */
export const waitingAttempts = (payment: Pick<CalledPayment, 'calls'>): readonly LinkAttempt[] =>
  attemptsOf(payment).filter(({ state }) => state === 'authenticating');

/** When the latest call ended; undefined while the payer may still pay it. */
const latestEndedAtMs = ({ link }: CalledPayment, nowMs: number): number | undefined => {
  const state = linkStateAt(link, nowMs);
  if (state === 'open' || state === 'paid') return undefined;
  if (state === 'expired') return link.shop === undefined ? link.expiresAtMs : undefined;
  const { result }: LinkProgress = link.progress;
  return result?.atMs ?? 0;
};

/** When a call ended, or a later one took its place. */
const endedAtMs = (payment: CalledPayment, index: number, nowMs: number): number | undefined => {
  const next = payment.calls[index + 1];
  if (next === undefined) return latestEndedAtMs(payment, nowMs);
  const [attempt] = payment.calls[index]?.attempts ?? [];
  return next.begunAtMs ?? attempt?.endedAtMs ?? 0;
};

/** The latest of the equal calls that ended less than a minute ago. */
const endedJustNow = (
  payment: CalledPayment,
  isEqual: (call: NumberedCall) => boolean,
  nowMs: number,
): NumberedCall | undefined =>
  payment.calls.findLast((call, index) => {
    const endedMs = endedAtMs(payment, index, nowMs);
    return endedMs !== undefined && nowMs - endedMs < SAME_ANSWER_MS && isEqual(call);
  });

/** Which calls ask for the same: by their fingerprint, and by their card as well. */
export interface Sameness {
  readonly isSameRequest: (call: NumberedCall) => boolean;
  readonly isSameCard: (call: NumberedCall) => boolean;
}

const isUsedUp = ({ link, calls }: CalledPayment, mostAttempts: number): boolean =>
  (calls.at(-1)?.number ?? 0) >= MAX_CALLS_PER_CODE ||
  (link.shop === undefined ? link.progress.attempts : attemptsOf({ calls }).length) >= mostAttempts;

/**
 * Decides what a call gets whose code is known, once it is known to belong to the same family of operations (rule 10).
 * - A code that was paid, or under which a charge may stand, is bound to its request.
 * - While the latest call runs, it is compared first: a payer who comes back a second time is not sent to a dead address.
 * - An equal request gets the answer of a call that ended less than a minute ago. That keeps a delayed repeat of an
 *   earlier request from taking the place of a later one.
 * - Anything else is a further call. An attempt that still waits for its payer charges nothing before it is locked, so it
 *   may be superseded, by an equal request as well: payers go back from the bank's page and pay again.
 */
export const repeatedCallOf = (
  payment: CalledPayment,
  { isSameRequest, isSameCard }: Sameness,
  { nowMs, mostAttempts }: { readonly nowMs: number; readonly mostAttempts: number },
): RepeatedCall => {
  const latest = payment.calls.at(-1);
  const { link } = payment;
  if (link.state === 'paid') return { kind: 'paid' };
  if (isUndecided(payment)) return { kind: 'undecided' };
  const isRunning = latestEndedAtMs(payment, nowMs) === undefined;
  const isEqual = (call: NumberedCall): boolean => isSameRequest(call) && isSameCard(call);
  if (isRunning && latest !== undefined && isSameRequest(latest)) {
    if (latest.attempts.length === 0) return { kind: 'unopened' };
  }
  const ended =
    isRunning && latest !== undefined && isEqual(latest) ? undefined : endedJustNow(payment, isEqual, nowMs);
  if (ended !== undefined) return { kind: 'again', call: ended };
  if (isUsedUp(payment, mostAttempts)) return { kind: 'used-up' };
  return { kind: 'next', waiting: waitingAttempts(payment) };
};
