import type { PaymentName } from '../domain/payment/payment-name.ts';

/** What an OtherTrxCode of a dealer names. All operations share one set of codes (rule 12). */
export interface IdempotencyRecord {
  readonly operation: string;
  readonly fingerprint: string;
  readonly payment: PaymentName;
  /** Token of the link that took the code; absent when another operation took it. */
  readonly linkToken?: string;
}

export interface IdempotencyRecords {
  /** What an OtherTrxCode names, read strongly; undefined when it is free. Throws StoreUnavailable. */
  find(dealerCode: string, otherTrxCode: string): Promise<IdempotencyRecord | undefined>;
}
