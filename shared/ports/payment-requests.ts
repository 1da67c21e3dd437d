import type { Attempt } from '../domain/attempt/attempt.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { SupersededCall } from '../domain/three-d-payment/repeated-call.ts';
import type { IdempotencyRecord } from './idempotency-records.ts';

export interface NewPaymentRequest {
  readonly link: PaymentRequest;
  /** Of the request; absent for a blank code, which nobody can repeat. */
  readonly fingerprint?: string;
  /** The customer who is registered with the link. */
  readonly newCustomer?: Customer;
}

export type CreateOutcome =
  | { readonly kind: 'created' }
  /** The code was taken before; nothing was written. */
  | { readonly kind: 'code-known'; readonly record: IdempotencyRecord }
  /** Another call registered the customer's code first; nothing was written. */
  | { readonly kind: 'customer-taken' }
  /** A generated id or token is in use; nothing was written. */
  | { readonly kind: 'id-taken' };

interface LinkWithAttempts {
  readonly link: PaymentRequest;
  readonly active?: Attempt;
  readonly deciding?: Attempt;
  readonly latest?: Attempt;
}

export interface PaymentRequests {
  /** Writes link, idempotency record and customer in one transaction, all or nothing. Throws StoreUnavailable. */
  create(request: NewPaymentRequest): Promise<CreateOutcome>;
  /** The link of a payment, read strongly; undefined when the payment is none. For readers without an address. Throws StoreUnavailable. */
  findByName(payment: PaymentName): Promise<PaymentRequest | undefined>;
  /** The link of an address, read strongly; undefined when there is none. Throws StoreUnavailable. */
  findByToken(token: string): Promise<PaymentRequest | undefined>;
  /**
   * The link with its active attempt, the one that decided it and the one begun last, without their pending cards, in one trip.
   * Throws StoreUnavailable.
   */
  findWithAttempt(token: string): Promise<LinkWithAttempts | undefined>;
  /**
   * The earlier call of a mobile payment that had this address; undefined where none had it. Asked where no link has the
   * address any more. Throws StoreUnavailable.
   */
  findSuperseded(token: string): Promise<SupersededCall | undefined>;
}
