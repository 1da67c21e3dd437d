import type { Attempt, AttemptBank, Told } from '../domain/attempt.ts';
import type { BankCode } from '../domain/bank-codes.ts';
import type { BucketTake } from '../domain/budget.ts';
import type { LinkResult, PaymentRequest } from '../domain/payment-request.ts';

/** Counters of a fixed window that an attempt counts in; each refuses when it is full (rule 33). */
export interface AttemptCounters {
  readonly windowStartMs: number;
  readonly cardHash: string;
  readonly address: string;
}

export type BeginOutcome =
  | { readonly kind: 'begun' }
  /** The link is not what it was when it was read: look again. */
  | { readonly kind: 'link-changed' }
  | { readonly kind: 'too-many'; readonly of: 'card' | 'address' }
  /** A bucket does not hold what the plan took from it (payments without 3D alone). */
  | { readonly kind: 'budget-changed' };

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly attempt: Attempt }
  /** The attempt is not authenticating any more, or the link is closed or has its slot taken. */
  | { readonly kind: 'not-claimable' }
  | { readonly kind: 'budget-changed' };

/** How an attempt ends. The transaction that says so also closes or frees the link and gives budget back. */
export type AttemptEnd =
  | { readonly state: 'approved'; readonly bank: AttemptBank; readonly result: LinkResult }
  | {
      readonly state: 'declined' | 'closed' | 'voided' | 'refunded';
      readonly bank: AttemptBank;
      readonly decline?: { readonly code: BankCode; readonly atMs: number };
      readonly result?: LinkResult;
      readonly threeDOnly?: boolean;
    };

export interface Attempts {
  /** The intent: the attempt with its due time, and its mark at the link, in one transaction. Throws StoreUnavailable. */
  begin(
    attempt: Attempt,
    link: PaymentRequest,
    counters: AttemptCounters,
    takes: readonly BucketTake[],
  ): Promise<BeginOutcome>;
  /** The attempt of a callback's reference, read strongly. Throws StoreUnavailable. */
  find(reference: string): Promise<Attempt | undefined>;
  /** authenticating -> charging: takes the link's slot and the budget; only its winner calls the bank (rule 2). */
  claim(
    attempt: Attempt,
    takes: readonly BucketTake[],
    times: { readonly nowMs: number; readonly answerByMs: number; readonly dueAtMs: number },
  ): Promise<ClaimOutcome>;
  /** Ends an attempt, once: false when somebody else has ended it or its state forbids the end. Throws StoreUnavailable. */
  end(attempt: Attempt, end: AttemptEnd): Promise<boolean>;
  /** Moves an unresolved attempt on, or puts it off: false when it is not at this version any more. */
  update(
    attempt: Attempt,
    changes: {
      readonly state?: Attempt['state'];
      readonly told?: Told;
      readonly dueAtMs: number;
      readonly postponed?: number;
      readonly lastCallAtMs?: number;
    },
  ): Promise<boolean>;
  /** Says "failed" of an attempt the bank has not answered, and frees the link's slot (rules 1, 2, 7). */
  tellFailed(attempt: Attempt, decline: { readonly code: BankCode; readonly atMs: number }): Promise<boolean>;
  /** References of attempts that are due; a suggestion from the index, a page at a time. */
  due(shard: number, query: { readonly nowMs: number; readonly limit: number }): Promise<readonly string[]>;
}

export interface LinkClosing {
  /** Closes an open link whose slot is free, for good: the payer gave up. False when it is not so any more. */
  close(link: PaymentRequest, result: LinkResult): Promise<boolean>;
  /** The link that a result's address belongs to. */
  findByResult(resultReference: string): Promise<PaymentRequest | undefined>;
}
