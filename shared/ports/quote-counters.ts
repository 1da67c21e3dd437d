/** What an installment quote is counted under: its link, and the address of the caller (/64 for IPv6). */
interface QuoteAsked {
  readonly linkToken: string;
  readonly addressScope: string;
  readonly nowMs: number;
}

/** Counts installment quotes in fixed windows of an hour: they tell strangers the rates of a dealer (rule 34). */
export interface QuoteCounters {
  /**
   * Counts one more quote of this link for this address. `too-many`, and nothing counted, if the two together, the link
   * or the address has used up its hour. Throws StoreUnavailable.
   */
  count(asked: QuoteAsked): Promise<'counted' | 'too-many'>;
}
