import type { DirectAttempt } from '../attempt/attempt.ts';
import { maskCard } from '../card/card-rules.ts';
import { storedTokenIn } from './direct-payment-card.ts';
import type { DirectPaymentFields } from './direct-payment-fields.ts';

/** The same request with the same card gets a decline again for so long; then it is another attempt. */
const SAME_DECLINE_MS = 60_000;
export const MAX_ATTEMPTS_PER_CODE = 10;

/** What a request with a known code gets: the attempt's own answer again, another attempt, or none any more. */
export type RepeatedCode = 'same-answer' | 'new-attempt' | 'used-up';

/**
 * True where the request pays with the card of the attempt. A token and a number are two ways to pay, also where both
 * lead to one card: only of a token is it certain which card it is, and a masked number is that of many.
 */
export const isSameCard = (
  { maskedCard, direct }: Pick<DirectAttempt, 'maskedCard' | 'direct'>,
  { card }: Pick<DirectPaymentFields, 'card'>,
): boolean => {
  if (card.token !== undefined || direct.cardToken !== undefined) return storedTokenIn({ card }) === direct.cardToken;
  return maskCard((card.number ?? '').replaceAll(/[\s-]/g, '')) === maskedCard;
};

/**
 * Decides what the code of an attempt gives once the attempt's outcome may be told. A payment that was told paid keeps
 * its code for ever, whatever was voided or refunded since. After a decline, or a charge that was taken back, the same card
 * gets the same answer for a minute; later, or with another card, it is another attempt, of which a code has ten.
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
