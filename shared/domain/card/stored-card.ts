import type { Dealer } from '../dealer/dealer.ts';
import type { PayingCustomer } from '../direct-payment/direct-payment.ts';
import type { PaymentRequest } from '../link/payment-request.ts';

/** The part of a card that is stored, encrypted: never its CVC. In clear it exists in one invocation's memory only. */
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
 * A card that the payer, or the dealer's call, asks to store. It waits encrypted in the attempt that charges it.
 * Approval turns it into a stored card in the same transaction, any other end deletes it (rule 27). It has no token and
 * no hash.
 */
export interface PendingCard {
  /** Number, expiry and holder's name, encrypted for this attempt alone. */
  readonly sealed: string;
  readonly customer: PayingCustomer;
  /** The name that the dealer gave to the card (dealer interface 2.6). */
  readonly cardName?: string;
}

/**
 * A card of one customer of one dealer, which the dealer may charge again by its token (dealer interface 2.2 and 2.6).
 */
export interface StoredCard {
  /** A GUID in lower case; it reveals nothing about the card. One of `tokenOfCustomer` names the customer. */
  readonly token: string;
  readonly dealerCode: string;
  readonly customer: PayingCustomer;
  /** First six and last four digits. */
  readonly maskedCard: string;
  readonly cardName?: string;
  /** Number, expiry and holder's name, encrypted for this token and this version. */
  readonly sealed: string;
  /** Name of the vault key that encrypts it. Cards under an old key are found by it and encrypted anew. */
  readonly keyName: string;
  /** Counts the encryptions. Each is bound to its own version. */
  readonly version: number;
  readonly storedAtMs: number;
}

/** The form of a token. A text of another form names no card. */
export const CARD_TOKEN_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The token that a text names, with or without braces around it; undefined for a text of another form. */
export const cardTokenIn = (text: string): string | undefined => {
  const token = text
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase();
  return CARD_TOKEN_PATTERN.test(token) ? token : undefined;
};

/** Place of the digit that tells the version of a GUID. A GUID of version 8 holds what its maker defines. */
const VERSION_AT = 14;
const NAMING_VERSION = '8';
/** Place of the last eight digits: as many as the largest DealerCustomerId has. */
const CUSTOMER_AT = 28;

/**
 * A token that names the customer of its card: a random GUID with DealerCustomerId in its last eight digits, so that the card is
 * kept beside its customer and found by its token alone. 90 random bits are left, eight digits of them in front.
 */
export const tokenOfCustomer = (guid: string, dealerCustomerId: number): string => {
  const random = guid.toLowerCase();
  const customer = dealerCustomerId.toString(16).padStart(random.length - CUSTOMER_AT, '0');
  return `${random.slice(0, VERSION_AT)}${NAMING_VERSION}${random.slice(VERSION_AT + 1, CUSTOMER_AT)}${customer}`;
};

/** DealerCustomerId in a token of `tokenOfCustomer`; undefined in any other one, whose digits are random. */
export const customerOfToken = (token: string): number | undefined =>
  token[VERSION_AT] === NAMING_VERSION ? Number.parseInt(token.slice(CUSTOMER_AT), 16) : undefined;

const RANDOM_DIGITS = 12;

/** The last twelve random digits of a token, which tell cards apart where a whole token is too long. */
export const randomDigitsOf = (token: string): string => {
  const random = customerOfToken(token) === undefined ? token : token.slice(0, CUSTOMER_AT);
  return random.replaceAll('-', '').slice(-RANDOM_DIGITS);
};

/**
 * The customer for whom a link's payment stores the card: the one that the link names, if the dealer has card storage
 * and the payer agreed, by ticking the box or by paying where the page says that the card is stored. Undefined: nothing
 * is stored, and nothing is refused for it.
 */
export const cardOwnerOf = (
  { terms, dealerCustomerId, customerCode }: Pick<PaymentRequest, 'terms' | 'dealerCustomerId' | 'customerCode'>,
  { cardStorage }: Pick<Dealer, 'cardStorage'>,
  ticked: boolean,
): PayingCustomer | undefined => {
  const agreed = terms.cardStorage === 'always' || (terms.cardStorage === 'payer-decides' && ticked);
  return agreed && cardStorage && customerCode !== undefined ? { dealerCustomerId, customerCode } : undefined;
};

/** True if the stored card belongs to this customer: no other customer of the dealer may pay with its token. */
export const isCardOf = ({ customer }: Pick<StoredCard, 'customer'>, dealerCustomerId: number): boolean =>
  customer.dealerCustomerId === dealerCustomerId;
