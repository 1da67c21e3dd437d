/** Where an installment quote is counted: the link it is of, and the address that asks (/64 for IPv6). */
interface QuoteAsked {
  readonly linkToken: string;
  readonly addressScope: string;
  readonly nowMs: number;
}

/** Counts installment quotes, which tell strangers what a dealer's banks cost, in fixed windows of an hour (rule 34). */
export interface QuoteCounters {
  /**
   * Counts one quote more of this link for this address; `too-many`, and nothing counted, where the two together, the
   * link or the address has had all of its hour. Throws StoreUnavailable.
   */
  count(asked: QuoteAsked): Promise<'counted' | 'too-many'>;
}
