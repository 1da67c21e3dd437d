import type { Buyer } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';

/** Texts of a payment that its dealer may change. Absent: stays as it is. */
export interface PaymentTexts {
  readonly software?: string;
  readonly description?: string;
  readonly buyer: Buyer;
}

export interface PaymentTextChanges {
  /** Changes the texts that are given, each by itself. The payment must be there. Throws StoreUnavailable. */
  change(payment: PaymentName, texts: PaymentTexts): Promise<void>;
}
