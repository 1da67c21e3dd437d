import {
  cardsToOffer,
  MAX_OFFERED_CARDS,
  type OfferedCard,
  offeredCardOf,
  offeringCustomerOf,
} from '../domain/card/offered-card.ts';
import type { StoredCard } from '../domain/card/stored-card.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { Customers } from '../ports/customers.ts';
import type { StoredCards } from '../ports/stored-cards.ts';

export interface OfferedCardsDependencies {
  readonly storedCards: Pick<StoredCards, 'ofCustomer'>;
  readonly customers: Customers;
}

/** The customer of a link, with the stored cards that may pay it. */
export interface CustomerWithCards {
  readonly customer: Customer;
  readonly cards: readonly StoredCard[];
}

/**
 * The link's customer and its stored cards; undefined where the dealer's links offer none, the link names no customer,
 * or the customer is not there any more. A link without customer costs no read. Nothing is decrypted (rule 48).
 */
export const customerWithCards = async (
  link: PaymentRequest,
  dealer: Dealer | undefined,
  { storedCards, customers }: OfferedCardsDependencies,
): Promise<CustomerWithCards | undefined> => {
  const named = dealer === undefined ? undefined : offeringCustomerOf(link, dealer);
  if (named === undefined) return undefined;
  const { dealerCustomerId, customerCode } = named;
  const [{ byId: customer }, stored] = await Promise.all([
    customers.find(link.dealerCode, { dealerCustomerId }),
    storedCards.ofCustomer(link.dealerCode, dealerCustomerId, MAX_OFFERED_CARDS),
  ]);
  if (customer?.customerCode !== customerCode) return undefined;
  return { customer, cards: cardsToOffer(stored, dealerCustomerId) };
};

/** The stored cards as the page of the link shows them. */
export const offeredCards = async (
  link: PaymentRequest,
  dealer: Dealer | undefined,
  deps: OfferedCardsDependencies,
): Promise<readonly OfferedCard[]> => (await customerWithCards(link, dealer, deps))?.cards.map(offeredCardOf) ?? [];
