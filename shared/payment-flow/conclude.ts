import { type Attempt, isOfLink, RECHECK_AFTER_MS } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { LinkProgress, LinkResult } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { ApprovedEnd, AttemptEnd, Attempts } from '../ports/attempts.ts';
import type { BankReferences } from '../ports/bank-gateway.ts';

/** Declines after which a link is closed for good and reported to the dealer (rules 7, 33). */
export const MAX_ATTEMPTS_PER_LINK = 20;

export interface ConcludeOptions {
  readonly nowMs: number;
  /** 128 random bits: the address of the result's report, should the link be closed now. */
  readonly resultReference: string;
}

export const approvedEnd = (
  attempt: Attempt,
  references: BankReferences,
  { nowMs, resultReference }: ConcludeOptions,
): ApprovedEnd => {
  const approved = { state: 'approved', atMs: nowMs, bank: { ...references } } as const;
  if (!isOfLink(attempt)) return approved;
  const { total, installments } = attempt.terms;
  const paid = { total, installments, maskedCard: attempt.maskedCard };
  const result: LinkResult = { resultReference, code: '', orderId: attempt.orderId, atMs: nowMs, paid };
  return { ...approved, result };
};

export interface Decline {
  readonly code: BankCode;
  readonly references?: BankReferences;
  /** After a failed, attempted or abandoned 3D the link takes 3D only (rule 20). */
  readonly threeDOnly?: boolean;
  /** The end rests on less than the issuer's word: the bank is asked about it once more the next day. */
  readonly asksAgain?: true | undefined;
}

/** When the bank is asked once more about an end of this moment. */
const recheckAtMsOf = (asksAgain: true | undefined, nowMs: number): number | undefined =>
  asksAgain === undefined ? undefined : nowMs + RECHECK_AFTER_MS;

const declinedEnd = (
  attempt: Attempt,
  { code, references, threeDOnly, asksAgain }: Decline,
  options: ConcludeOptions,
): AttemptEnd => {
  const { nowMs: atMs, resultReference } = options;
  const usedUp = isOfLink(attempt) && attempt.number >= MAX_ATTEMPTS_PER_LINK;
  const result: LinkResult | undefined = usedUp ? { resultReference, code, orderId: attempt.orderId, atMs } : undefined;
  return {
    state: 'declined',
    atMs,
    bank: { code, ...references },
    decline: { code, atMs },
    ...omitUndefined({ result, threeDOnly, recheckAtMs: recheckAtMsOf(asksAgain, atMs) }),
  };
};

/** Writes what the bank said, once. False when somebody else has concluded the attempt; then the link tells its state. */
export const concludeApproved = (
  attempts: Attempts,
  attempt: Attempt,
  references: BankReferences,
  options: ConcludeOptions,
) => attempts.end(attempt, approvedEnd(attempt, references, options));

export const concludeDeclined = (attempts: Attempts, attempt: Attempt, decline: Decline, options: ConcludeOptions) =>
  attempts.end(attempt, declinedEnd(attempt, decline, options));

/**
 * Closes an attempt that never reached the bank's charge: its payer left during 3D, which makes the link 3D only (rule
 * 20). After the last attempt that a link may have the link is closed with it (rules 7, 33).
 */
export const concludeClosed = (
  attempts: Attempts,
  attempt: Attempt,
  asksAgain: true | undefined,
  { nowMs: atMs, resultReference }: ConcludeOptions,
) => {
  const usedUp = attempt.number >= MAX_ATTEMPTS_PER_LINK;
  const result: LinkResult | undefined = usedUp
    ? { resultReference, code: '001', orderId: attempt.orderId, atMs }
    : undefined;
  return attempts.end(attempt, {
    state: 'closed',
    atMs,
    bank: {},
    threeDOnly: true,
    ...omitUndefined({ result, recheckAtMs: recheckAtMsOf(asksAgain, atMs) }),
  });
};

const WINDOW_MS = 10 * 60_000;
const MAX_ATTEMPTS_PER_WINDOW = 5;

export const windowStartOf = (nowMs: number): number => nowMs - (nowMs % WINDOW_MS);

/** The link's progress with one attempt more, or when the next one may start (rule 33). */
export const countAttempt = (
  progress: LinkProgress,
  nowMs: number,
): { readonly progress: LinkProgress } | { readonly pauseUntilMs: number } => {
  const windowStartMs = windowStartOf(nowMs);
  const counted = progress.windowStartMs === windowStartMs ? progress.windowAttempts : 0;
  const usedUp = progress.attempts >= MAX_ATTEMPTS_PER_LINK;
  if (usedUp || counted >= MAX_ATTEMPTS_PER_WINDOW) return { pauseUntilMs: windowStartMs + WINDOW_MS };
  return { progress: { ...progress, attempts: progress.attempts + 1, windowStartMs, windowAttempts: counted + 1 } };
};
