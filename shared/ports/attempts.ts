import type { Attempt, LinkAttempt } from '../domain/attempt/attempt.ts';
import type { AttemptChange } from '../domain/attempt/attempt-change.ts';
import type { StoredCard } from '../domain/card/stored-card.ts';
import type { LinkResult, PaymentRequest } from '../domain/link/payment-request.ts';

/** Counters of a fixed window that an attempt counts in; each refuses when it is full (rule 33). */
export interface AttemptCounters {
  readonly windowStartMs: number;
  readonly cardHash: string;
  readonly address: string;
}

export type BeginOutcome =
  | { readonly kind: 'begun' }
  /** The link has changed since it was read: read it again. */
  | { readonly kind: 'link-changed' }
  | { readonly kind: 'too-many'; readonly of: 'card' | 'address' }
  /** A bucket of the limit holds less than the plan takes from it (payments without 3D only). */
  | { readonly kind: 'budget-changed' };

type LockOutcome =
  | { readonly kind: 'locked' }
  /** The attempt is not authenticating any more, or the link is closed or another attempt is active. */
  | { readonly kind: 'not-lockable' }
  | { readonly kind: 'budget-changed' };

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

/** A row of the queue, as the index shows it; it may be out of date. */
export interface DueAttempt {
  readonly reference: string;
  /** Where the row stands in its shard; the next page begins behind it. */
  readonly position: string;
  /** Names the gateway that is asked about it: the same for every address of one host. */
  readonly gatewayTag: string;
}

/** Writes changes of attempts that the domain decided, each in one transaction. */
export interface Attempts {
  /** The attempt of a reference, read strongly. Throws StoreUnavailable. */
  find(reference: string): Promise<Attempt | undefined>;
  /**
   * The intent at a link, counted in its windows: an attempt that waits for the bank, or one that the service has refused
   * already. Throws StoreUnavailable.
   */
  begin(change: AttemptChange<LinkAttempt>, counters: AttemptCounters): Promise<BeginOutcome>;
  /** authenticating -> charging: only its winner calls the bank (rule 2). Throws StoreUnavailable. */
  lockForCharge(change: AttemptChange<LinkAttempt>): Promise<LockOutcome>;
  /**
   * Any other move, once. False when the attempt is not at the change's version any more, or when its link is not as the
   * change wants it. Throws StoreUnavailable.
   */
  apply(change: AttemptChange): Promise<boolean>;
  /** Ends an attempt as approved and stores its card, in one transaction. Throws StoreUnavailable. */
  approveStoring(change: AttemptChange, card: CardToStore): Promise<ApproveOutcome>;
  /** Number of shards of the queue. */
  readonly dueShards: number;
  /**
   * Attempts that are due, a page at a time, the longest due first. The index may be out of date, so each is read
   * again.
   */
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
  /** Closes an open link without an active attempt, for good: the payer gave up. False when it is not so any more. */
  close(link: PaymentRequest, result: LinkResult): Promise<boolean>;
  /** The link that a result's address belongs to. */
  findByResult(resultReference: string): Promise<PaymentRequest | undefined>;
}
