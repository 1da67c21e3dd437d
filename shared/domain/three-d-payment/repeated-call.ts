import type { LinkAttempt } from '../attempt/attempt.ts';
import type { AttemptState } from '../attempt/states.ts';
import { linkStateAt, type PaymentRequest } from '../link/payment-request.ts';

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
  /** Token of the address that it was answered. */
  readonly token: string;
  readonly sealedCodeForHash: string;
  /** Of its request; absent for a blank code. */
  readonly fingerprint?: string;
  /** Absent for a mobile payment: its payer types the card. */
  readonly card?: CardOfCall;
  /** When a later call took its place; absent for the latest one, and where this was not kept yet. */
  readonly replacedAtMs?: number;
  /** Address of its result report, where it ended before a later one took its place. */
  readonly resultReference?: string;
  /** What began under it. */
  readonly attempts: readonly LinkAttempt[];
}

/** What is left of a call that a later one took the place of. Its addresses pay nothing and report nothing. */
export interface SupersededCall {
  readonly superseded: NumberedCall;
  /** The payment as its latest call left it. */
  readonly link: PaymentRequest;
}

/** Whether the bank took money under a call, which the service gives back or has given back. */
export const tookMoney = ({ attempts }: NumberedCall): boolean =>
  attempts.some(({ state }) => ['reversing', 'voided', 'refunded'].includes(state));

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

/**
 * How many attempts that wait for their payer end with the call that supersedes them: what its transaction has room for,
 * the latest first. They are hardly ever more; the generation bars the others, and the sweeper closes them.
 */
export const MAX_SUPERSEDED = { shop: 3, mobile: 15 } as const;

/** How long an equal request gets the answer of a call that ended, or that a later one took the place of. */
const SAME_ANSWER_MS = 60_000;
/** Calls of one code; those that nobody opened count. */
export const MAX_CALLS_PER_CODE = 20;

const BINDING: readonly AttemptState[] = ['charging', 'in-doubt', 'reversing'];

const isBinding = ({ state }: LinkAttempt): boolean => BINDING.includes(state);

const attemptsOf = ({ calls }: Pick<CalledPayment, 'calls'>): readonly LinkAttempt[] =>
  calls.flatMap(({ attempts }) => attempts);

/** Whether a charge under the code may stand, or is being reversed: the code is bound to its request then. */
export const isUndecided = (payment: CalledPayment): boolean =>
  payment.link.progress.activeAttempt !== undefined || attemptsOf(payment).some(isBinding);

/** The attempts that wait for their payer: nothing of them was locked for charge. */
const waitingAttempts = (payment: Pick<CalledPayment, 'calls'>): readonly LinkAttempt[] =>
  attemptsOf(payment).filter(({ state }) => state === 'authenticating');

/** When the latest call ended; undefined while the payer may still pay it. */
const latestEndedAtMs = ({ link }: CalledPayment, nowMs: number): number | undefined => {
  const state = linkStateAt(link, nowMs);
  if (state === 'open' || state === 'paid') return undefined;
  // A box is filled again at any time; the hour of a mobile payment is its end.
  if (state === 'expired') return link.shop === undefined ? link.expiresAtMs : undefined;
  return link.progress.result?.atMs ?? 0;
};

/** When a call ended, or a later one took its place. */
const endedAtMs = (payment: CalledPayment, call: NumberedCall, nowMs: number): number | undefined =>
  call === payment.calls.at(-1)
    ? latestEndedAtMs(payment, nowMs)
    : (call.replacedAtMs ?? call.attempts[0]?.endedAtMs ?? 0);

/** The latest of the equal calls that ended less than a minute ago. A charge in doubt has not ended, whatever was told. */
const endedJustNow = (
  payment: CalledPayment,
  isEqual: (call: NumberedCall) => boolean,
  nowMs: number,
): NumberedCall | undefined =>
  payment.calls.findLast((call) => {
    const endedMs = endedAtMs(payment, call, nowMs);
    const isJustNow = endedMs !== undefined && nowMs - endedMs < SAME_ANSWER_MS;
    return isJustNow && !call.attempts.some(isBinding) && isEqual(call);
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
 * - A code that was paid is bound to its request for ever.
 * - While the latest call runs, it is compared first: a payer who comes back a second time is not sent to a dead address.
 * - An equal request gets the answer of a call that ended less than a minute ago. That keeps a delayed repeat of an
 *   earlier request from taking the place of a later one.
 * - While a charge may stand, nothing else begins.
 * - Anything else is a further call. An attempt that still waits for its payer charges nothing before it is locked, so it
 *   may be superseded, by an equal request as well: payers go back from the bank's page and pay again.
 */
export const repeatedCallOf = (
  payment: CalledPayment,
  { isSameRequest, isSameCard }: Sameness,
  { nowMs, mostAttempts }: { readonly nowMs: number; readonly mostAttempts: number },
): RepeatedCall => {
  if (payment.link.state === 'paid') return { kind: 'paid' };
  const isEqual = (call: NumberedCall): boolean => isSameRequest(call) && isSameCard(call);
  const running = latestEndedAtMs(payment, nowMs) === undefined ? payment.calls.at(-1) : undefined;
  const ended = running !== undefined && isEqual(running) ? undefined : endedJustNow(payment, isEqual, nowMs);
  if (ended !== undefined) return { kind: 'again', call: ended };
  if (isUndecided(payment)) return { kind: 'undecided' };
  if (running?.attempts.length === 0 && isSameRequest(running)) return { kind: 'unopened' };
  if (isUsedUp(payment, mostAttempts)) return { kind: 'used-up' };
  return { kind: 'next', waiting: waitingAttempts(payment) };
};

/**
 * The same for a mobile payment. Its payer types the card, on a page that takes another one after a failure: an equal
 * request gets that page again for as long as it leads somewhere, whatever runs there.
 */
export const repeatedMobileCallOf = (
  payment: CalledPayment,
  isSameRequest: Sameness['isSameRequest'],
  times: { readonly nowMs: number; readonly mostAttempts: number },
): RepeatedCall => {
  const latest = payment.calls.at(-1);
  const leads = latestEndedAtMs(payment, times.nowMs) === undefined || isUndecided(payment);
  if (latest !== undefined && leads && isSameRequest(latest)) return { kind: 'again', call: latest };
  return repeatedCallOf(payment, { isSameRequest, isSameCard: () => true }, times);
};
