import type { StoredCard } from '../domain/card/stored-card.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { ChangeMoment } from '../domain/outbox/event-of-customer.ts';

/** Either identifier of a customer, or both. */
interface Named {
  readonly dealerCustomerId?: number | undefined;
  readonly customerCode?: string | undefined;
}

/** The customer that each given identifier names, with the cards and the sales of the first that is there. */
export interface CustomerFile {
  readonly byId?: Customer | undefined;
  readonly byCode?: Customer | undefined;
  /** Tokens of the cards, in their order; a hundred at most. */
  readonly cardTokens: readonly string[];
  /** Whether a sale uses the customer. */
  readonly hasSales: boolean;
}

/** A new card of a customer, and the hash of its number. */
export interface NewCard {
  readonly card: StoredCard;
  readonly hash: string;
}

/** An addition that was not written, and why: too many cards were added to the customer or by the dealer in the hour. */
type TooMany = 'too-many-for-customer' | 'too-many-for-dealer';

/** A page of customers, the newest first. `goesOnBehind`: the one that the list goes on behind; absent where it has ended. */
export interface NewestCustomers {
  readonly customers: readonly Customer[];
  readonly goesOnBehind?: number;
}

/**
 * Dealers' customers with their cards, as dealers keep them themselves. Reads are strongly consistent. Each write holds the
 * events of what it makes true, where somebody wants them.
 */
export interface CustomerBook {
  /** Reads a customer with its cards and sales, in one trip. Throws StoreUnavailable. */
  open(dealerCode: string, named: Named): Promise<CustomerFile>;
  /**
   * The newest customers of a dealer, or the newest of those before one of them, by a list that may be out of date. Undefined
   * where that one is not in the list. Two trips, three with `beforeId`. Throws StoreUnavailable.
   */
  newest(dealerCode: string, limit: number, beforeId?: number): Promise<NewestCustomers | undefined>;
  /** Registers a customer, with a card where one is given, all or nothing. Throws StoreUnavailable. */
  add(
    customer: Customer,
    first: { readonly card?: NewCard; readonly moment: ChangeMoment },
  ): Promise<'added' | 'code-taken' | 'id-taken' | TooMany>;
  /** Writes a customer's next version. False if it has changed since it was read. Throws StoreUnavailable. */
  replace(customer: Customer, moment: ChangeMoment): Promise<boolean>;
  /**
   * Removes a customer as it was read. False if it has changed since, or if a card or a sale names it. Two trips. Throws
   * StoreUnavailable.
   */
  remove(customer: Customer, moment: ChangeMoment): Promise<boolean>;
  /**
   * Adds a card to a customer, whose next version is `customer`: so additions to one customer come one after the other,
   * and none comes behind its removal. `known`: the customer has the card, under this token. Throws StoreUnavailable.
   */
  addCard(
    customer: Customer,
    added: NewCard,
    moment: ChangeMoment,
  ): Promise<'added' | 'customer-changed' | TooMany | { readonly known: string }>;
  /**
   * Writes the next version of a card that the customer has, and counts it like an addition. `card-changed`: it has
   * changed since it was read. Throws StoreUnavailable.
   */
  renewCard(card: StoredCard, moment: ChangeMoment): Promise<'renewed' | 'card-changed' | TooMany>;
}

/** Single cards, by their tokens. Each write holds the event of what it makes true, where somebody wants it. */
export interface CardKeeping {
  /** A card with the hashes that lead to it, read strongly in one trip. Throws StoreUnavailable. */
  find(
    dealerCode: string,
    token: string,
  ): Promise<{ readonly card: StoredCard; readonly hashes: readonly string[] } | undefined>;
  /** Cards of tokens, in their order; a token that is gone is left out. One trip. Throws StoreUnavailable. */
  ofTokens(dealerCode: string, tokens: readonly string[]): Promise<readonly StoredCard[]>;
  /** Gives a card another name; absent: none. False if it has changed since it was read. Throws StoreUnavailable. */
  rename(card: StoredCard, cardName: string | undefined, moment: ChangeMoment): Promise<boolean>;
  /** Removes a card as it was read, with all that leads to it. False if it has changed since. Throws StoreUnavailable. */
  remove(card: StoredCard, hashes: readonly string[], moment: ChangeMoment): Promise<boolean>;
}
