/** A card as counters know it: nobody can tell the number from it (rule 26). */
export interface CardHasher {
  /** A keyed hash of a card number for one dealer and one scope. Throws VaultUnavailable. */
  hash(card: {
    readonly dealerCode: string;
    readonly scope: 'page-attempts' | 'card-day';
    readonly number: string;
  }): Promise<string>;
}
