import type { BinRecord } from '../domain/card/bin-record.ts';

export interface BinDirectory {
  /**
   * Code of the bank of a card, by its first digits: at least six, of which at most eight count. Undefined if the
   * directory does not know them, or if the issuer is outside the bank list. A BIN of eight digits wins over one of
   * six. One trip. Throws StoreUnavailable.
   */
  find(cardDigits: string): Promise<string | undefined>;
}

export interface BinRecords {
  /**
   * All that is known of a card by its first digits, looked up as `find` does. Undefined if the directory does not know
   * them. One trip. Throws StoreUnavailable.
   */
  record(cardDigits: string): Promise<BinRecord | undefined>;
}
