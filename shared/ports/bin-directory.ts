/** What a BIN, the first six or eight digits of card numbers, says of the cards that begin with it. */
export interface BinRecord {
  readonly bin: string;
  /** Code of the bank that issued them, as the list of banks writes it; absent for an issuer that is none of these. */
  readonly bankCode?: string;
  readonly bankName?: string;
  readonly brand?: string;
}

/** A BIN that is imported: six or eight digits, of which eight say more. */
export const BIN = /^(?:\d{6}|\d{8})$/;

export interface BinDirectory {
  /**
   * Code of the bank of a card, from its first digits (six at least, of which eight are looked at); undefined when
   * the directory does not know them, or knows an issuer that is none of the known banks. A BIN of eight digits wins over one of six. One trip. Throws StoreUnavailable.
   */
  find(cardDigits: string): Promise<string | undefined>;
}
