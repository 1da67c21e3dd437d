/** What the payer typed, read and checked. It lives in one invocation's memory and nowhere else. */
export interface CardInput {
  /** Digits alone. */
  readonly number: string;
  /** `MM` */
  readonly expiryMonth: string;
  /** `YYYY` */
  readonly expiryYear: string;
  readonly cvc: string;
  readonly holderName: string;
}

/** Fields of the card form, each of which may be wrong in one way that the page explains. */
export type CardField = 'number' | 'expiry' | 'cvc' | 'holderName';

/** The four things that a payer is told after a decline, and no more (rule 33). */
const payerAdvices = ['check-card', 'try-another-card', 'ask-bank', 'try-later'] as const;
export type PayerAdvice = (typeof payerAdvices)[number];

/** What the page tells of a failed attempt: an advice, or that the bank never answered and the attempt is closed. */
export type DeclineTold = PayerAdvice | 'unanswered';

/** The advice of that name; undefined for any other text. */
export const readAdvice = (text: string | undefined): PayerAdvice | undefined =>
  payerAdvices.find((advice) => advice === text);
