import type { BinRecord, CardOrigin } from '../domain/card/bin-record.ts';

export interface BinDirectory {
  /**
   * Bank and programme of a card, by its first digits: at least six, of which at most eight count. Undefined if the
   * directory does not know them; without a bank if the issuer is outside the bank list. A BIN of eight digits wins over
   * one of six. One trip. Throws StoreUnavailable.
   */
  find(cardDigits: string): Promise<CardOrigin | undefined>;
}

export interface BinRecords {
  /**
   * All that is known of a card by its first digits, looked up as `find` does. Undefined if the directory does not know
   * them. One trip. Throws StoreUnavailable.
   */
  record(cardDigits: string): Promise<BinRecord | undefined>;
}
