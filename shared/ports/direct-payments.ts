import type { DirectAttempt } from '../domain/attempt/attempt.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { BucketTake } from '../domain/limit/budget.ts';
import type { CardDayTake } from '../domain/limit/card-day.ts';
import type { IdempotencyRecord } from './idempotency-records.ts';

/** The intent of a direct payment: all of it is written before the bank is called, or nothing (rules 1, 2, 10, 11). */
export interface DirectIntent {
  readonly attempt: DirectAttempt;
  /**
   * The latest attempt of the code. It ended without a charge, and the write requires that it has not changed since it
   * was read (rule 10). Absent for the first attempt, which is written together with the payment.
   */
  readonly after?: DirectAttempt;
  readonly takes: readonly BucketTake[];
  readonly card?: CardDayTake;
  /** The customer who is registered with the payment. */
  readonly newCustomer?: Customer;
}

export type DirectBegin =
  | { readonly kind: 'begun'; readonly attempt: DirectAttempt }
  /** The code names a payment already; nothing was written. */
  | { readonly kind: 'code-known'; readonly record: IdempotencyRecord }
  /**
   * The attempt `after` has changed since it was read, or another one followed it: the code may be charged after all.
   */
  | { readonly kind: 'attempt-changed' }
  /** A bucket of the dealer's limit holds less than the plan takes from it. */
  | { readonly kind: 'budget-changed' }
  | { readonly kind: 'card-limit' }
  /** Another call registered the customer's code first. */
  | { readonly kind: 'customer-taken' }
  /** A generated id is in use; nothing was written. */
  | { readonly kind: 'id-taken' };

export interface DirectPayments {
  /**
   * Writes payment, attempt, budget and customer at once. A known code outranks other refusals (rule 6). Throws
   * StoreUnavailable.
   */
  begin(intent: DirectIntent): Promise<DirectBegin>;
}
