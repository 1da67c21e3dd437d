import type { PaymentKind } from '../domain/payment/payment.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';

/** What an OtherTrxCode of a dealer names. All operations share one set of codes (rule 12). */
export interface IdempotencyRecord {
  /** The family of operations that the code belongs to for good (rule 10). */
  readonly kind: PaymentKind;
  /** The operation of the first call. */
  readonly operation: string;
  /** Of the one call of a payment request. Other calls are compared with the attempts of their payment. */
  readonly fingerprint: string;
  readonly payment: PaymentName;
  /** Token of the link that took the code; absent when another operation took it. */
  readonly linkToken?: string;
}

export interface IdempotencyRecords {
  /** What an OtherTrxCode names, read strongly; undefined when it is free. Throws StoreUnavailable. */
  find(dealerCode: string, otherTrxCode: string): Promise<IdempotencyRecord | undefined>;
}
