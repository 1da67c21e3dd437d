import type { LinkAttempt } from '../domain/attempt/attempt.ts';
import type { AttemptChange } from '../domain/attempt/attempt-change.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { CalledPayment } from '../domain/three-d-payment/repeated-call.ts';

/** A further call for a mobile payment. */
export interface MobileCall {
  /** The payment as the call leaves it. */
  readonly link: PaymentRequest;
  readonly fingerprint: string;
  /** The payment as it was read. */
  readonly before: CalledPayment;
  /** Ends of attempts whose place the call takes. */
  readonly supersedes: readonly AttemptChange<LinkAttempt>[];
  /** When the call takes the place of the one before. */
  readonly replacedAtMs: number;
  /**
   * A secret that nobody was told. The release before knows one address of a payment, with the terms of its first call: it
   * gets this one, so that nobody pays those any more (rule 50).
   */
  readonly unusedSecret: string;
}

/** Further calls for mobile payments; the first one makes a link (`PaymentRequests`). */
export interface MobileCalls {
  /** Read strongly, in one trip; undefined where the name is another kind of payment's, or nobody's. Throws StoreUnavailable. */
  find(payment: PaymentName): Promise<CalledPayment | undefined>;
  /**
   * Makes the payment follow the call, in one transaction with the ends of the attempts that wait for their payer. False:
   * the payment has changed since it was read, and nothing was written. Throws StoreUnavailable.
   */
  write(call: MobileCall): Promise<boolean>;
}
