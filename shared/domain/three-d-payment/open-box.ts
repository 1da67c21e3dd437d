import { type LinkAttempt, withCardReservation } from '../attempt/attempt.ts';
import type { AttemptChange } from '../attempt/attempt-change.ts';
import { begin } from '../attempt/transitions.ts';
import type { CardDayTake } from '../limit/card-day.ts';
import type { LinkResult, PaymentRequest } from '../link/payment-request.ts';

/** The intent of the attempt that an opened box begins, with its reservation of the card's day. */
export const beginOpened = (
  attempt: LinkAttempt,
  link: PaymentRequest,
  card: CardDayTake | undefined,
): AttemptChange<LinkAttempt> => {
  const begun = begin(attempt, link, []);
  if (card === undefined) return begun;
  const { day, currency, amount } = card;
  return { ...begun, attempt: withCardReservation(begun.attempt, { day, currency, amount }) };
};

/** The result of a payment whose payer left, or never opened it. */
export const leftUnpaid = (resultReference: string, nowMs: number): LinkResult => ({
  resultReference,
  code: '001',
  orderId: '',
  atMs: nowMs,
});
