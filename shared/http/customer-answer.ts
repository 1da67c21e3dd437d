import type { Customer } from '../domain/customer/customer.ts';

/**
 * The customer with every member (dealer interface 2.12). The password is answered where it was just given, and by get
 * customer; elsewhere it is empty, so that no other function may open it.
 */
export const customerAnswer = (customer: Customer, password = '') => ({
  DealerCustomerId: customer.dealerCustomerId,
  CustomerCode: customer.customerCode,
  Password: password,
  FirstName: customer.firstName ?? '',
  LastName: customer.lastName ?? '',
  Gender: customer.gender ?? 0,
  BirthDate: customer.birthDate ?? '',
  GsmNumber: customer.gsmNumber ?? '',
  Email: customer.email ?? '',
  Address: customer.address ?? '',
});

/** A stored card as a dealer is shown it: never its number. */
export interface CardView {
  readonly token: string;
  readonly maskedCard: string;
  readonly cardName?: string | undefined;
  readonly bankName?: string | undefined;
  readonly holderName?: string | undefined;
  readonly expiryMonth: string;
  readonly expiryYear: string;
}

const cardAnswer = (card: CardView) => ({
  CardToken: card.token,
  CardName: card.cardName ?? '',
  BankName: card.bankName ?? '',
  CardNumberFirstSix: card.maskedCard.slice(0, 6),
  CardNumberLastFour: card.maskedCard.slice(-4),
  CardHolderFullName: card.holderName ?? '',
  ExpMonth: card.expiryMonth,
  ExpYear: card.expiryYear,
});

/** A customer with cards, as most operations answer it. */
export const recordWithCards = (customer: Customer, cards: readonly CardView[], password?: string) => ({
  DealerCustomer: customerAnswer(customer, password),
  CardListCount: cards.length,
  CardList: cards.map(cardAnswer),
});
