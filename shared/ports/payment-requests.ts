import type { Customer } from '../domain/customer/customer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { IdempotencyRecord } from './idempotency-records.ts';

export interface NewPaymentRequest {
  readonly link: PaymentRequest;
  /** The code that is claimed with the link; absent for a blank code, which claims nothing. */
  readonly claim?: { readonly otherTrxCode: string; readonly fingerprint: string };
  /** The customer who is registered with the link. */
  readonly newCustomer?: Customer;
}

export type CreateOutcome =
  | { readonly kind: 'created' }
  /** The code was taken before; nothing was written. */
  | { readonly kind: 'code-known'; readonly claimed: IdempotencyRecord }
  /** Another call registered the customer's code first; nothing was written. */
  | { readonly kind: 'customer-taken' }
  /** A generated id or token is in use; nothing was written. */
  | { readonly kind: 'id-taken' };

export interface PaymentRequests {
  /** Writes link, claim and customer in one transaction, all or nothing. Throws StoreUnavailable. */
  create(request: NewPaymentRequest): Promise<CreateOutcome>;
  /** The link of an address, read strongly; undefined when there is none. Throws StoreUnavailable. */
  findByToken(token: string): Promise<PaymentRequest | undefined>;
}
