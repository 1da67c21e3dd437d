import type { DirectAttempt } from '../attempt/attempt.ts';
import { maskCard } from '../card/card-rules.ts';
import { storedTokenIn } from './direct-payment-card.ts';
import type { DirectPaymentFields } from './direct-payment-fields.ts';

/** Time after a decline in which a repeat with the same card gets that decline again. Later it is a new attempt. */
const SAME_DECLINE_MS = 60_000;
export const MAX_ATTEMPTS_PER_CODE = 10;

/** The answer to a request with a known code: the attempt's own answer again, a new attempt, or no further attempt. */
export type RepeatedCode = 'same-answer' | 'new-attempt' | 'used-up';

/**
 * True if the request pays with the card of the attempt. A token never equals a number, even for one card: a token
 * names exactly one card, a masked number fits many.
 */
export const isSameCard = (
  { maskedCard, direct }: Pick<DirectAttempt, 'maskedCard' | 'direct'>,
  { card }: Pick<DirectPaymentFields, 'card'>,
): boolean => {
  if (card.token !== undefined || direct.cardToken !== undefined) return storedTokenIn({ card }) === direct.cardToken;
  return maskCard((card.number ?? '').replaceAll(/[\s-]/g, '')) === maskedCard;
};

/**
 * Decides what a repeat of a code gets once the attempt's outcome may be reported (rule 10). A payment that was
 * reported paid keeps its code for ever, also after a void or refund. After a decline or a reversal the same card gets
 * the same answer for a minute. Later, or with another card, the repeat is a new attempt; a code has at most ten.
 */
export const repeatOf = (
  {
    state,
    told,
    number,
    startedAtMs,
    endedAtMs,
  }: Pick<DirectAttempt, 'state' | 'told' | 'number' | 'startedAtMs' | 'endedAtMs'>,
  { sameCard, nowMs }: { readonly sameCard: boolean; readonly nowMs: number },
): RepeatedCode => {
  const isOver = state === 'declined' || state === 'voided' || state === 'refunded';
  if (told === 'paid' || !isOver) return 'same-answer';
  if (sameCard && nowMs - (endedAtMs ?? startedAtMs) < SAME_DECLINE_MS) return 'same-answer';
  return number < MAX_ATTEMPTS_PER_CODE ? 'new-attempt' : 'used-up';
};
