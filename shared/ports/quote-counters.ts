import type { PaymentName } from '../domain/payment/payment-name.ts';

/** What an installment quote is counted under: its link, and the address of the caller (/64 for IPv6). */
interface QuoteAsked {
  /** Name of the link's payment, which is no secret: no key holds the secret of an address. */
  readonly payment: PaymentName;
  readonly addressScope: string;
  /** With this quote the payer opens the link: it is noted together with the count, and the first moment stays. */
  readonly opens: boolean;
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
