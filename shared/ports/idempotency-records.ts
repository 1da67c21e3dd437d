/** What a dealer's OtherTrxCode names already: one namespace over all operations (rule 12). */
export interface IdempotencyRecord {
  readonly operation: string;
  readonly fingerprint: string;
  /** The link that took the code; absent when another operation took it. */
  readonly linkToken?: string;
  /** The direct payment's latest attempt; absent when another operation took the code. */
  readonly attemptReference?: string;
}

export interface IdempotencyRecords {
  /** What an OtherTrxCode names, read strongly; undefined when it is free. Throws StoreUnavailable. */
  find(dealerCode: string, otherTrxCode: string): Promise<IdempotencyRecord | undefined>;
}
