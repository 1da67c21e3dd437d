/** The card that the payer typed, read and checked. It exists in one invocation's memory only. */
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

/** Fields of the card form. Each can be wrong in one way, which the page explains. */
export type CardField = 'number' | 'expiry' | 'cvc' | 'holderName';

/** The four pieces of advice that a payer gets after a decline, instead of the reason (rule 33). */
export type PayerAdvice = 'check-card' | 'try-another-card' | 'ask-bank' | 'try-later';

/** What the page says about a failed attempt: an advice, or that the bank never answered and the attempt is closed. */
export type ReportedDecline = PayerAdvice | 'unanswered';
