import type { DirectAttempt } from '../attempt/attempt.ts';
import {
  answeredAgainBy,
  bindingOf,
  isBoundAsPaid,
  isUndecided,
  MAX_ATTEMPTS_PER_CODE,
} from '../attempt/code-binding.ts';
import { maskCard } from '../card/card-rules.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { storedTokenIn } from './direct-payment-card.ts';
import type { DirectPaymentFields } from './direct-payment-fields.ts';

/** What a request with a known code gets. */
export type DirectRepeat<Of> =
  /** The outcome of an attempt of the same request: as it was reported, or once it is known. */
  | { readonly kind: 'outcome-of'; readonly attempt: Of }
  | { readonly kind: 'new-attempt'; readonly after: Of }
  | { readonly kind: 'used-up' }
  /** Another request with the code may be charged; nothing of it is told to this one. */
  | { readonly kind: 'undecided' }
  /** Another request with the code was paid. */
  | { readonly kind: 'paid' };

/** A request, as far as attempts are compared with it. Undefined for one that could not be read: it equals none. */
export interface RepeatedRequest {
  readonly fingerprint: string;
  readonly card: DirectPaymentFields['card'];
}

/**
 * True if the request pays with a card that was kept. A token never equals a number, even for one card: a token names
 * exactly one card, a masked number fits many.
 */
export const paysWithCard = (
  { maskedCard, cardToken }: { readonly maskedCard: string; readonly cardToken?: string },
  { card }: Pick<DirectPaymentFields, 'card'>,
): boolean => {
  if (card.token !== undefined || cardToken !== undefined) return storedTokenIn({ card }) === cardToken;
  return maskCard((card.number ?? '').replaceAll(/[\s-]/g, '')) === maskedCard;
};

/** True if the request pays with the card of the attempt. */
export const isSameCard = (
  { maskedCard, direct: { cardToken } }: Pick<DirectAttempt, 'maskedCard' | 'direct'>,
  request: Pick<DirectPaymentFields, 'card'>,
): boolean => paysWithCard({ maskedCard, ...omitUndefined({ cardToken }) }, request);

type Compared = Pick<
  DirectAttempt,
  'state' | 'reportedOutcome' | 'number' | 'startedAtMs' | 'endedAtMs' | 'fingerprint' | 'maskedCard' | 'direct'
>;

/**
 * Decides what a request with a known code gets, by all attempts of the code, the first one first (rule 10). A request
 * that was reported paid hears so for ever. One that ended less than a minute ago gets its answer again, if the card is
 * the same. One that is undecided shares its outcome, whatever the card. Everything else waits until nothing binds the
 * code, and is its next attempt then.
 */
export const directRepeatOf = <Of extends Compared>(
  attempts: readonly [Of, ...Of[]],
  { request, nowMs }: { readonly request: RepeatedRequest | undefined; readonly nowMs: number },
): DirectRepeat<Of> => {
  const same = request === undefined ? [] : attempts.filter(({ fingerprint }) => fingerprint === request.fingerprint);
  const equal = request === undefined ? [] : same.filter((attempt) => isSameCard(attempt, request));
  const attempt = same.findLast(isBoundAsPaid) ?? answeredAgainBy(equal, nowMs) ?? same.findLast(isUndecided);
  if (attempt !== undefined) return { kind: 'outcome-of', attempt };
  const binding = bindingOf(attempts);
  if (binding !== 'free') return { kind: binding };
  const after = attempts.at(-1) ?? attempts[0];
  return after.number < MAX_ATTEMPTS_PER_CODE ? { kind: 'new-attempt', after } : { kind: 'used-up' };
};
