import type { DirectAttempt } from '../domain/attempt/attempt.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { BucketTake } from '../domain/limit/budget.ts';
import type { CardDayTake } from '../domain/limit/card-day.ts';
import type { IdempotencyRecord } from './idempotency-records.ts';

/** The intent of a direct payment: all of it is written before the bank is called, or nothing (rules 1, 2, 11). */
export interface DirectIntent {
  readonly attempt: DirectAttempt;
  /** The code that the attempt claims; absent for a blank code, which claims nothing. */
  readonly claim?: {
    readonly otherTrxCode: string;
    readonly fingerprint: string;
    /** The attempt that the code named until now: over without a charge, and still as it was read (rule 10). */
    readonly after?: DirectAttempt;
  };
  readonly takes: readonly BucketTake[];
  readonly card?: CardDayTake;
  /** The customer who is registered with the payment. */
  readonly newCustomer?: Customer;
}

export type DirectBegin =
  | { readonly kind: 'begun'; readonly attempt: DirectAttempt }
  /** The code names an attempt already, or another one than was read; nothing was written. */
  | { readonly kind: 'code-known'; readonly claimed: IdempotencyRecord }
  /** The attempt before has changed since it was read: it may be charged after all. */
  | { readonly kind: 'attempt-changed' }
  /** A bucket of the dealer's limit does not hold what the plan took from it. */
  | { readonly kind: 'budget-changed' }
  | { readonly kind: 'card-limit' }
  /** Another call registered the customer's code first. */
  | { readonly kind: 'customer-taken' };

export interface DirectPayments {
  /** Writes attempt, claim, budget and customer in one transaction; among its refusals the claim's comes first (rule 6). Throws StoreUnavailable. */
  begin(intent: DirectIntent): Promise<DirectBegin>;
}
