import type { StoredCard } from '../domain/card/stored-card.ts';

/** A card in the list of a key, as the index shows it; it may be out of date. */
export interface ListedCard {
  readonly dealerCode: string;
  readonly token: string;
  /** Position of the card in its shard; the next page begins after it. */
  readonly position: string;
}

/** The stored cards, looked up by dealer first (rule 37). Only the end of an attempt writes a new card. */
export interface StoredCards {
  /** The card of a token, read strongly; undefined if the dealer has no such token. Throws StoreUnavailable. */
  find(dealerCode: string, token: string): Promise<StoredCard | undefined>;
  /** The card with this hash of a customer's card number, read strongly. Throws StoreUnavailable. */
  findByHash(dealerCode: string, hash: string): Promise<StoredCard | undefined>;
  /** A customer's cards, at most `limit`, in the order of their tokens. Throws StoreUnavailable. */
  ofCustomer(dealerCode: string, dealerCustomerId: number, limit: number): Promise<readonly StoredCard[]>;
  /** Number of shards of a key's list. */
  readonly keyShards: number;
  /** A page of the cards under a key of the vault, from an index that may be out of date. Throws StoreUnavailable. */
  underKey(
    keyName: string,
    shard: number,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly ListedCard[]>;
  /**
   * Writes a card's new encryption, under another key, as its next version. False if the card has changed since it was
   * read. Throws StoreUnavailable.
   */
  replaceSealed(card: StoredCard, sealed: Pick<StoredCard, 'sealed' | 'keyName'>): Promise<boolean>;
}
