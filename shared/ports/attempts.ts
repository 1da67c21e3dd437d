import type { Attempt, LinkAttempt } from '../domain/attempt/attempt.ts';
import type { AttemptChange } from '../domain/attempt/attempt-change.ts';
import type { StoredCard } from '../domain/card/stored-card.ts';
import type { LinkChange } from '../domain/link/link-states.ts';
import type { LinkResult, PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { SupersededCall } from '../domain/three-d-payment/repeated-call.ts';

/** The counters of a fixed window that count an attempt; each refuses when it is full (rule 33). */
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
  | { readonly kind: 'budget-changed' }
  /** The shard of the reusable link that the plan takes a place from has none. */
  | { readonly kind: 'place-taken' };

/** What became of the note that a password was compared. */
export type PasswordNoted =
  | 'noted'
  /** The link has changed since it was read: nothing was written, and nothing may be told. */
  | 'link-changed'
  /** The window of the address is full. */
  | 'too-many';

type LockOutcome =
  | { readonly kind: 'locked' }
  /** The attempt is not authenticating any more, or the link is closed or another attempt is active. */
  | { readonly kind: 'not-lockable' }
  | { readonly kind: 'budget-changed' }
  | { readonly kind: 'place-taken' };

/** The card that an approval stores (rules 26, 27). */
export type CardToStore =
  /** The customer's first time with this card. The hash is the key of an item that holds only the token. */
  | { readonly kind: 'new'; readonly card: StoredCard; readonly hash: string }
  /** The customer has this card already: its token stays, the rest is written as the next version. */
  | { readonly kind: 'known'; readonly card: StoredCard };

export type ApproveOutcome =
  | 'ended'
  /** Another call has ended the attempt, or its state does not allow an approval. */
  | 'not-ended'
  /** Another attempt stored or changed the same card since it was looked up; nothing was written. */
  | 'card-changed';

/** A row of the queue, as the index shows it: an attempt or a step of a payment. It may be out of date. */
export interface DueRow {
  readonly kind: 'attempt' | 'step';
  readonly payment: PaymentName;
  readonly number: number;
  /** The row's position in its shard; the next page begins after it. */
  readonly position: string;
  /** Tag of the gateway that is asked about it: the same for all addresses of one host. */
  readonly gatewayTag: string;
}

/** Writes changes of attempts that the domain decided, each in one transaction. */
export interface Attempts {
  /** The attempt of a reference, read strongly. Throws StoreUnavailable. */
  find(reference: string): Promise<Attempt | undefined>;
  /** The attempt of a callback address with its secret; undefined for any other text. Throws StoreUnavailable. */
  findByCallback(address: string): Promise<LinkAttempt | undefined>;
  /** All attempts of a payment, the first one first, read strongly. One trip. Throws StoreUnavailable. */
  ofPayment(payment: PaymentName): Promise<readonly Attempt[]>;
  /**
   * Writes a new attempt of a link and counts it in the windows. The attempt waits for the bank, or the service has
   * refused it already. Throws StoreUnavailable.
   */
  begin(change: AttemptChange<LinkAttempt>, counters: AttemptCounters): Promise<BeginOutcome>;
  /**
   * Writes that a customer's password was compared, before its outcome is told. A wrong one counts in the window of its
   * address, and never in that of a card (rule 33). Throws StoreUnavailable.
   */
  notePassword(change: LinkChange, counters?: Omit<AttemptCounters, 'cardHash'>): Promise<PasswordNoted>;
  /** authenticating -> charging: only its winner calls the bank (rule 2). Throws StoreUnavailable. */
  lockForCharge(change: AttemptChange<LinkAttempt>): Promise<LockOutcome>;
  /**
   * Writes any other change, once. False when the attempt is no longer at the change's version, or its link does not
   * meet the change's condition. Throws StoreUnavailable.
   */
  apply(change: AttemptChange): Promise<boolean>;
  /** Ends an attempt as approved and stores its card, in one transaction. Throws StoreUnavailable. */
  approveStoring(change: AttemptChange, card: CardToStore): Promise<ApproveOutcome>;
}

/** The queue of attempts and steps that wait for the bank. */
export interface DueQueue {
  /** Number of shards of the queue. */
  readonly shards: number;
  /**
   * One page of the rows that are due, the longest due first. The index may be out of date, so each row is read again.
   */
  due(
    shard: number,
    query: { readonly nowMs: number; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly DueRow[]>;
  /**
   * Reschedules a row that cannot be read, if it is still at its position. `dueAtMsAfter` gives the new time by how
   * often that was done before. Throws StoreUnavailable.
   */
  rescheduleUnread(row: DueRow, dueAtMsAfter: (times: number) => number): Promise<void>;
}

export interface LinkClosing {
  /**
   * Closes an open link without an active attempt for good: the payer gave up. False when it is no longer like that.
   */
  close(link: PaymentRequest, result: LinkResult): Promise<boolean>;
  /**
   * Cancels the link at this version (rule 15). False when it has changed, has expired or has an active attempt: nothing
   * was written. Throws StoreUnavailable.
   */
  cancel(link: PaymentRequest, nowMs: number): Promise<boolean>;
  /** The link of a result report's address. */
  findByResult(resultReference: string): Promise<PaymentRequest | undefined>;
  /** The earlier call that ended with a result of this address, before a later one took its place. */
  findSupersededByResult(resultReference: string): Promise<SupersededCall | undefined>;
}
