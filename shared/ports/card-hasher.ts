/** The stored cards of one customer: the same card of two customers has two hashes. */
type StoredCardScope = `stored-card:${number}`;

/** Hashes cards for counters and look-ups: the hash does not reveal the number (rule 26). */
export interface CardHasher {
  /** A keyed hash of a card number for one dealer and one scope. Throws VaultUnavailable. */
  hash(card: {
    readonly dealerCode: string;
    readonly scope: 'page-attempts' | 'card-day' | 'plan-tries' | StoredCardScope;
    readonly number: string;
  }): Promise<string>;
}
