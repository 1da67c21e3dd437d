import {
  cardsToOffer,
  MAX_OFFERED_CARDS,
  mayOfferCardsOf,
  type OfferedCard,
  offeredCardOf,
  offeringCustomerOf,
  shownBinOf,
} from '../domain/card/offered-card.ts';
import type { StoredCard } from '../domain/card/stored-card.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { mayCharge } from '../domain/virtual-pos/choose-virtual-pos.ts';
import { countsOfLink } from '../domain/virtual-pos/installment-quotes.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { BinDirectory } from '../ports/bin-directory.ts';
import type { Customers } from '../ports/customers.ts';
import type { StoredCards } from '../ports/stored-cards.ts';
import type { VirtualPosDirectory } from '../ports/virtual-pos-directory.ts';
import { posQuestionOf } from './card-quotes.ts';

export interface OfferedCardsDependencies {
  readonly storedCards: Pick<StoredCards, 'ofCustomer'>;
  readonly customers: Customers;
  readonly posDirectory: VirtualPosDirectory;
  readonly bins: BinDirectory;
}

/** The customer of a link, with the stored cards that may pay it. */
export interface CustomerWithCards {
  readonly customer: Customer;
  readonly cards: readonly StoredCard[];
}

/**
 * Whether the virtual POS that would charge a card takes it from this service. By the digits that are shown of it; a card
 * that no virtual POS charges is told so when it is chosen.
 */
const isTakenFromServer = async (
  link: PaymentRequest,
  card: StoredCard,
  {
    dealer,
    ofDealer,
    bins,
  }: Pick<OfferedCardsDependencies, 'bins'> & { readonly dealer: Dealer; readonly ofDealer: readonly VirtualPos[] },
): Promise<boolean> => {
  const question = posQuestionOf({ link, origin: await bins.find(shownBinOf(card)) }, { ofDealer, dealer });
  const charging = countsOfLink(link.terms).flatMap((count) => mayCharge(question, question.card, count));
  return charging.length === 0 || charging.some(({ serverStart }) => serverStart);
};

/**
 * The link's customer and its stored cards; undefined where the dealer's links offer none, the link names no customer
 * or took all the wrong passwords that it takes, no virtual POS of the dealer takes stored cards, or the customer is not there any more or has no password where the dealer
 * asks for one. A link without customer costs no read. Nothing is decrypted (rule 48).
 */
export const customerWithCards = async (
  link: PaymentRequest,
  dealer: Dealer | undefined,
  deps: OfferedCardsDependencies,
): Promise<CustomerWithCards | undefined> => {
  const named = dealer === undefined ? undefined : offeringCustomerOf(link, dealer);
  if (dealer === undefined || named === undefined) return undefined;
  const ofDealer = await deps.posDirectory.ofDealer(link.dealerCode);
  if (!ofDealer.some(({ serverStart }) => serverStart)) return undefined;
  const { dealerCustomerId, customerCode } = named;
  const [{ byId: customer }, stored] = await Promise.all([
    deps.customers.find(link.dealerCode, { dealerCustomerId }),
    deps.storedCards.ofCustomer(link.dealerCode, dealerCustomerId, MAX_OFFERED_CARDS),
  ]);
  if (customer?.customerCode !== customerCode || !mayOfferCardsOf(customer, dealer)) return undefined;
  const cards = cardsToOffer(stored, dealerCustomerId);
  // The banks of cards are read only where some virtual POS take stored cards and others do not.
  if (ofDealer.every(({ serverStart }) => serverStart)) return { customer, cards };
  const taken = await Promise.all(
    cards.map((card) => isTakenFromServer(link, card, { dealer, ofDealer, bins: deps.bins })),
  );
  return { customer, cards: cards.filter((_, index) => taken[index]) };
};

/** The stored cards as the page of the link shows them. */
export const offeredCards = async (
  link: PaymentRequest,
  dealer: Dealer | undefined,
  deps: OfferedCardsDependencies,
): Promise<readonly OfferedCard[]> => (await customerWithCards(link, dealer, deps))?.cards.map(offeredCardOf) ?? [];
