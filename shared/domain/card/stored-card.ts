import type { Dealer } from '../dealer/dealer.ts';
import type { PayingCustomer } from '../direct-payment/direct-payment.ts';
import type { PaymentRequest } from '../link/payment-request.ts';

/** What is kept of a card, encrypted: never its CVC. In clear it lives in one invocation's memory. */
export interface KeptCard {
  /** Digits alone. */
  readonly number: string;
  /** `MM` */
  readonly expiryMonth: string;
  /** `YYYY` */
  readonly expiryYear: string;
  readonly holderName?: string;
}

/**
 * A card that its payer, or the dealer's call, asks to store: it waits encrypted in the attempt that charges it, becomes
 * a stored card in the transaction that approves the attempt, and goes with any other end (rule 27). No token and no hash.
 */
export interface PendingCard {
  /** Number, expiry and holder's name, encrypted for this attempt alone. */
  readonly sealed: string;
  readonly customer: PayingCustomer;
  /** The name that the dealer gave to the card (2.6). */
  readonly cardName?: string;
}

/** A card that a dealer may charge again by its token (2.2, 2.6). It belongs to one customer of one dealer. */
export interface StoredCard {
  /** A GUID in lower case; it tells nothing of the card. */
  readonly token: string;
  readonly dealerCode: string;
  readonly customer: PayingCustomer;
  /** First six and last four digits. */
  readonly maskedCard: string;
  readonly cardName?: string;
  /** Number, expiry and holder's name, encrypted for this token and this version. */
  readonly sealed: string;
  /** The vault's key that it is encrypted under, by name: what is under an old one is found by it and encrypted anew. */
  readonly keyName: string;
  /** Counts the encryptions; each is bound to its own version. */
  readonly version: number;
  readonly storedAtMs: number;
}

/** A token as keys hold it: anything else names no card. */
export const CARD_TOKEN_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How long a card may wait in an attempt that does not end (rule 27). */
export const PENDING_CARD_LIFE_MS = 3_600_000;

/**
 * Whose card a link's payment stores: the customer that the link names, where its dealer has card storage and the payer
 * agreed, by ticking the box or by paying under the statement that the card is stored. Undefined: nothing is stored,
 * and nothing is refused for it.
 */
export const cardOwnerOf = (
  { terms, dealerCustomerId, customerCode }: Pick<PaymentRequest, 'terms' | 'dealerCustomerId' | 'customerCode'>,
  { cardStorage }: Pick<Dealer, 'cardStorage'>,
  ticked: boolean,
): PayingCustomer | undefined => {
  const agreed = terms.cardStorage === 'always' || (terms.cardStorage === 'payer-decides' && ticked);
  return agreed && cardStorage && customerCode !== undefined ? { dealerCustomerId, customerCode } : undefined;
};

/** True for the customer that a stored card belongs to: no other customer of the dealer pays with its token. */
export const isCardOf = ({ customer }: Pick<StoredCard, 'customer'>, dealerCustomerId: number): boolean =>
  customer.dealerCustomerId === dealerCustomerId;
