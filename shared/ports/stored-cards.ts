import type { StoredCard } from '../domain/card/stored-card.ts';

/** A card in the list of a key, as the index tells it; it may be out of date. */
export interface ListedCard {
  readonly dealerCode: string;
  readonly token: string;
  /** Where the card stands in its shard; the next page begins behind it. */
  readonly position: string;
}

/** The vault's cards, each found by its dealer first (rule 37). A card is written by the end of an attempt alone. */
export interface StoredCards {
  /** The card of a token, read strongly; undefined for a token of nobody's or of another dealer. Throws StoreUnavailable. */
  find(dealerCode: string, token: string): Promise<StoredCard | undefined>;
  /** The card that a hash of a customer's card names, read strongly. Throws StoreUnavailable. */
  findByHash(dealerCode: string, hash: string): Promise<StoredCard | undefined>;
  /** A customer's cards, at most so many, in the order of their tokens. Throws StoreUnavailable. */
  ofCustomer(dealerCode: string, dealerCustomerId: number, limit: number): Promise<readonly StoredCard[]>;
  /** How many shards the list of a key has. */
  readonly keyShards: number;
  /** A page of the cards under a key of the vault; a suggestion from the index. Throws StoreUnavailable. */
  underKey(
    keyName: string,
    shard: number,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly ListedCard[]>;
  /**
   * Replaces a card's encryption by one for its next version, under another key. False when the card is not at this
   * version any more. Throws StoreUnavailable.
   */
  replaceSealed(card: StoredCard, sealed: Pick<StoredCard, 'sealed' | 'keyName'>): Promise<boolean>;
}
