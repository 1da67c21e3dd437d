import type { Buyer } from '../domain/link/payment-request.ts';
import type { AttemptName, PaymentName } from '../domain/payment/payment-name.ts';

/** Texts of a payment that its dealer may change. Absent: stays as it is. */
export interface PaymentTexts {
  readonly software?: string;
  readonly description?: string;
  readonly buyer: Buyer;
}

/** Where texts stand: with a call of the payment, or, without one, with the payment itself. */
interface TextsOf {
  readonly payment: PaymentName;
  readonly call: AttemptName | undefined;
}

export interface PaymentTextChanges {
  /** Changes the texts that are given, each by itself. The payment must be there. One trip. Throws StoreUnavailable. */
  change(of: TextsOf, texts: PaymentTexts): Promise<void>;
}
