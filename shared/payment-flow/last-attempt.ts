import type { Attempt, LinkAttempt } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { LinkProgress, LinkResult } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { RefusedEnd } from '../ports/attempts.ts';
import { type ConcludeOptions, MAX_ATTEMPTS_PER_LINK } from './conclude.ts';

/** True for the last attempt that a link may have: when it fails, the link is closed and the dealer is told. */
export const isLastAttempt = ({ number }: Pick<Attempt, 'number'>): boolean => number >= MAX_ATTEMPTS_PER_LINK;

/** True when a link has no attempt left, whatever becomes of those that still run. */
export const areAttemptsUsedUp = ({ attempts }: Pick<LinkProgress, 'attempts'>): boolean =>
  attempts >= MAX_ATTEMPTS_PER_LINK;

/** What closes the link with a failed attempt; undefined where the payer may try again. */
export const resultOfLast = (
  attempt: LinkAttempt,
  code: BankCode,
  { nowMs: atMs, resultReference }: ConcludeOptions,
): LinkResult | undefined =>
  isLastAttempt(attempt) ? { resultReference, code, orderId: attempt.orderId, atMs } : undefined;

/** The end of an attempt that the service refuses itself. The bank never hears of it, so it is never asked about it. */
export const refusedEnd = (attempt: LinkAttempt, code: BankCode, options: ConcludeOptions): RefusedEnd => ({
  state: 'declined',
  atMs: options.nowMs,
  bank: { code },
  decline: { code, atMs: options.nowMs },
  ...omitUndefined({ result: resultOfLast(attempt, code, options) }),
});
