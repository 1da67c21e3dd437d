/** What is known of all cards that begin with a BIN, the first six or eight digits. */
export interface BinRecord {
  readonly bin: string;
  /** Code of the issuing bank in the bank list; absent for an issuer outside that list. */
  readonly bankCode?: string;
  readonly bankName?: string;
  readonly brand?: string;
}

/** A BIN that can be imported: six or eight digits. Eight tell more. */
export const BIN = /^(?:\d{6}|\d{8})$/;

export interface BinDirectory {
  /**
   * Code of the bank of a card, by its first digits: at least six, of which at most eight count. Undefined if the
   * directory does not know them, or if the issuer is outside the bank list. A BIN of eight digits wins over one of
   * six. One trip. Throws StoreUnavailable.
   */
  find(cardDigits: string): Promise<string | undefined>;
}
