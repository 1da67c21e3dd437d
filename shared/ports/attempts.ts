import type { Attempt, AttemptBank, LinkAttempt, Told } from '../domain/attempt/attempt.ts';
import type { Reversal } from '../domain/attempt/reversal.ts';
import type { StoredCard } from '../domain/card/stored-card.ts';
import type { BucketTake } from '../domain/limit/budget.ts';
import type { LinkDecline, LinkResult, PaymentRequest } from '../domain/link/payment-request.ts';

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
  | { readonly kind: 'claimed'; readonly attempt: LinkAttempt }
  /** The attempt is not authenticating any more, or the link is closed or has its slot taken. */
  | { readonly kind: 'not-claimable' }
  | { readonly kind: 'budget-changed' };

/** How an attempt ends. The transaction that says so also closes or frees its link, if it has one, and gives budget back. */
export type AttemptEnd =
  | {
      readonly state: 'approved';
      readonly atMs: number;
      readonly bank: AttemptBank;
      /** Of a link's attempt, and of no other. */
      readonly result?: LinkResult;
    }
  | {
      readonly state: 'declined' | 'closed' | 'voided' | 'refunded';
      readonly atMs: number;
      readonly bank: AttemptBank;
      readonly decline?: LinkDecline;
      /** Closes the link for good, where it is open and no attempt but this one holds its slot. */
      readonly result?: LinkResult;
      readonly threeDOnly?: boolean;
      /** When the bank is asked once more about an end that rests on its "no record" (rule 5). */
      readonly recheckAtMs?: number;
    };

/** How an attempt ends that the service refuses before the bank is called. */
export type RefusedEnd = Exclude<AttemptEnd, { state: 'approved' }> & {
  readonly state: 'declined';
  readonly decline: LinkDecline;
};

export type ApprovedEnd = Extract<AttemptEnd, { state: 'approved' }>;

/** The card that an approval stores (rules 26, 27). */
export type CardToStore =
  /** Nobody stored it for this customer yet. The hash becomes a key of its own, beside the token alone. */
  | { readonly kind: 'new'; readonly card: StoredCard; readonly hash: string }
  /** The same card of the same customer: its token stays, the rest is written for the next version. */
  | { readonly kind: 'known'; readonly card: StoredCard };

export type ApproveOutcome =
  | 'ended'
  /** Somebody else has ended the attempt, or its state forbids the end. */
  | 'not-ended'
  /** Another attempt stored or changed the same card since it was looked for; nothing was written. */
  | 'card-changed';

export interface AttemptChanges {
  readonly state?: Attempt['state'];
  readonly told?: Told;
  readonly dueAtMs: number;
  readonly postponed?: number;
  readonly lastCallAtMs?: number;
  readonly takeBackSinceMs?: number;
  readonly reversal?: Reversal;
  /** The attempt is open for too long to keep the card that waits in it (rule 27). */
  readonly dropsCard?: true;
  /** The question of rule 5 is answered or overtaken: the attempt is not asked about again for its sake. */
  readonly rechecked?: true;
}

/** A row of the queue, as the index tells it; it may be out of date. */
export interface DueAttempt {
  readonly reference: string;
  /** Where the row stands in its shard; the next page begins behind it. */
  readonly position: string;
  /** Names the gateway that is asked about it: the same for every address of one host. */
  readonly gatewayTag: string;
}

export interface Attempts {
  /** The intent: the attempt with its due time, and its mark at the link, in one transaction. Throws StoreUnavailable. */
  begin(
    attempt: LinkAttempt,
    link: PaymentRequest,
    counters: AttemptCounters,
    takes: readonly BucketTake[],
  ): Promise<BeginOutcome>;
  /**
   * Writes an attempt that was refused before the bank is called: declined from its first row on, counted like every
   * other, with its decline at the link. Takes neither slot nor budget. Throws StoreUnavailable.
   */
  beginRefused(
    attempt: LinkAttempt,
    link: PaymentRequest,
    counters: AttemptCounters,
    end: RefusedEnd,
  ): Promise<Exclude<BeginOutcome, { kind: 'budget-changed' }>>;
  /** The attempt of a reference, read strongly. Throws StoreUnavailable. */
  find(reference: string): Promise<Attempt | undefined>;
  /** authenticating -> charging: takes the link's slot and the budget; only its winner calls the bank (rule 2). */
  claim(
    attempt: LinkAttempt,
    takes: readonly BucketTake[],
    times: { readonly nowMs: number; readonly answerByMs: number; readonly dueAtMs: number },
  ): Promise<ClaimOutcome>;
  /** Ends an attempt, once: false when somebody else has ended it or its state forbids the end. Throws StoreUnavailable. */
  end(attempt: Attempt, end: AttemptEnd): Promise<boolean>;
  /** Ends an attempt as approved and stores its card, in one transaction. Throws StoreUnavailable. */
  approveStoring(attempt: Attempt, end: ApprovedEnd, card: CardToStore): Promise<ApproveOutcome>;
  /**
   * Moves an unresolved attempt on, leases it, or puts it off. Answers it as it is then; undefined when it is not at
   * this version any more, or may not become so.
   */
  update(attempt: Attempt, changes: AttemptChanges): Promise<Attempt | undefined>;
  /** Says "failed" of an attempt the bank has not answered. Its link's slot is freed, or with `result` the link closed. */
  tellFailed(attempt: Attempt, decline: LinkDecline, result?: LinkResult): Promise<Attempt | undefined>;
  /** How many shards the queue has. */
  readonly dueShards: number;
  /** Attempts that are due; a suggestion from the index, a page at a time, the longest due first. */
  due(
    shard: number,
    query: { readonly nowMs: number; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly DueAttempt[]>;
  /**
   * Reschedules a row that cannot be read, where it still stands at its position, to a moment that follows from how
   * often this was done before. Throws StoreUnavailable.
   */
  rescheduleUnread(row: DueAttempt, dueAtMsAfter: (times: number) => number): Promise<void>;
}

export interface LinkClosing {
  /** Closes an open link whose slot is free, for good: the payer gave up. False when it is not so any more. */
  close(link: PaymentRequest, result: LinkResult): Promise<boolean>;
  /** The link that a result's address belongs to. */
  findByResult(resultReference: string): Promise<PaymentRequest | undefined>;
}
