import type { DayText } from '../calendar.ts';
import type { Customer } from '../customer/customer.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { arePasswordsUsedUp } from '../link/password-count.ts';
import type { PaymentRequest } from '../link/payment-request.ts';
import { type CardBrand, cardBrandOf } from './bank-card-brand.ts';
import { isCardOf, type KeptCard, type StoredCard } from './stored-card.ts';

/** A stored card as the page of a link shows it: brand and last four digits, and nothing that charges it (rule 48). */
export interface OfferedCard {
  /** What the page posts when the payer chooses the card. It names a card of the link's own customer only. */
  readonly reference: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
}

/** Most stored cards of a customer that the page of a link reads and offers. */
export const MAX_OFFERED_CARDS = 20;

/** A third of the token: enough to tell a customer's cards apart, and too little to be the token. */
const REFERENCE_LENGTH = 8;
const BIN_SHOWN = 6;
const LAST_SHOWN = 4;

const referenceOf = ({ token }: Pick<StoredCard, 'token'>): string => token.slice(0, REFERENCE_LENGTH);

/** The customer whose stored cards the page of a link offers; undefined where it offers none (rule 48). */
export const offeringCustomerOf = (
  { dealerCustomerId, customerCode, progress }: Pick<PaymentRequest, 'dealerCustomerId' | 'customerCode' | 'progress'>,
  { storedCardsOnLinks }: Pick<Dealer, 'storedCardsOnLinks'>,
): { readonly dealerCustomerId: number; readonly customerCode: string } | undefined =>
  storedCardsOnLinks && customerCode !== undefined && !arePasswordsUsedUp(progress)
    ? { dealerCustomerId, customerCode }
    : undefined;

/**
 * Whether the cards of this customer are offered. Without a password whoever holds the link could begin a payment with
 * them, so the dealer must have set that (rule 48).
 */
export const mayOfferCardsOf = (
  { sealedPassword }: Pick<Customer, 'sealedPassword'>,
  { storedCardsWithoutPassword }: Pick<Dealer, 'storedCardsWithoutPassword'>,
): boolean => storedCardsWithoutPassword || sealedPassword !== undefined;

/** The cards of a customer among those that were read, the latest first. */
export const cardsToOffer = (stored: readonly StoredCard[], dealerCustomerId: number): readonly StoredCard[] =>
  stored
    .filter((card) => isCardOf(card, dealerCustomerId))
    .toSorted((one, other) => other.storedAtMs - one.storedAtMs)
    .slice(0, MAX_OFFERED_CARDS);

export const offeredCardOf = (card: Pick<StoredCard, 'token' | 'maskedCard'>): OfferedCard => ({
  reference: referenceOf(card),
  brand: cardBrandOf(card.maskedCard),
  lastFour: card.maskedCard.slice(-LAST_SHOWN),
});

/** The card that a posted reference names among the customer's; undefined for one that names none, or more than one. */
export const cardOfReference = (cards: readonly StoredCard[], reference: string): StoredCard | undefined => {
  const named = cards.filter((card) => referenceOf(card) === reference);
  return named.length === 1 ? named[0] : undefined;
};

/** The first digits of a stored card that are not encrypted. They tell its bank unless a longer BIN tells another. */
export const shownBinOf = ({ maskedCard }: Pick<StoredCard, 'maskedCard'>): string => maskedCard.slice(0, BIN_SHOWN);

/** True once the last month of a card is over, by the calendar of Istanbul. */
export const hasExpired = (
  { expiryMonth, expiryYear }: Pick<KeptCard, 'expiryMonth' | 'expiryYear'>,
  today: DayText,
): boolean => `${expiryYear}${expiryMonth}` < today.slice(0, 6);
