/** The stored cards of one customer: the same card of two customers has two hashes. */
type StoredCardScope = `stored-card:${number}`;

/** A card as counters know it: nobody can tell the number from it (rule 26). */
export interface CardHasher {
  /** A keyed hash of a card number for one dealer and one scope. Throws VaultUnavailable. */
  hash(card: {
    readonly dealerCode: string;
    readonly scope: 'page-attempts' | 'card-day' | StoredCardScope;
    readonly number: string;
  }): Promise<string>;
}
