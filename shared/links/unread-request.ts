import { Refusal } from '../domain/refusal.ts';
import { type CalledPayment, isUndecided } from '../domain/three-d-payment/repeated-call.ts';
import { codeIsPaid, codeIsUndecided } from '../http/once-per-code.ts';

/**
 * Why a request is refused that could not be read and whose code is known: it equals no other. What binds the code comes
 * before what is wrong with the request (rules 6 and 10).
 */
export const refusalOfUnread = (payment: CalledPayment, refusal: Refusal | undefined): Refusal => {
  if (payment.link.state === 'paid') return codeIsPaid();
  if (isUndecided(payment)) return codeIsUndecided();
  return refusal ?? new Refusal('InvalidRequest', 'The request cannot be read.');
};
