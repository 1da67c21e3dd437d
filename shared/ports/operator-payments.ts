import type { Attempt } from '../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { DayPageQuery } from './operator-records.ts';

/**
 * A payment of a dealer's day with its place in the day's order, behind which the next page begins. `attempt` is
 * absent where its row cannot be read: such a payment is named all the same, for it may have taken money.
 */
export interface ListedPayment {
  readonly position: string;
  readonly orderId: string;
  readonly attempt?: Attempt;
}

/** An attempt that awaits something, with its place in the queue. `attempt` is absent where its row cannot be read. */
export interface QueuedPayment {
  readonly position: string;
  readonly dueAtMs: number;
  /** How often the row was put off unread. */
  readonly putOffs: number;
  /** Absent where even this cannot be read. */
  readonly orderId?: string;
  readonly dealerCode?: string;
  readonly attempt?: Attempt;
}

/** Payments as operators read them. The listing and the queue follow the table with a short delay. */
export interface OperatorPayments {
  /** The attempt of a reference, read strongly; undefined when there is none. Throws StoreUnavailable. */
  find(reference: string): Promise<Attempt | undefined>;
  /** The dealer's payment with this order id among those of a day in Istanbul. Throws StoreUnavailable. */
  findOfDay(order: {
    readonly dealerCode: string;
    readonly day: string;
    readonly listingShards: number;
    readonly orderId: string;
  }): Promise<Attempt | undefined>;
  /** Payments that a dealer's payers began on a day of Istanbul, oldest first. Fewer than `limit` means that the day has no more. Throws StoreUnavailable. */
  pageOfDay(query: DayPageQuery): Promise<readonly ListedPayment[]>;
  /** What awaits something, of all dealers, the longest due first. Fewer than `limit` means that there is no more. Throws StoreUnavailable. */
  pageOfQueue(query: {
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly QueuedPayment[]>;
  /** The links that attempts belong to, by their tokens, read strongly; what is not there or cannot be read is left out. Throws StoreUnavailable. */
  linksOf(attempts: readonly Attempt[]): Promise<ReadonlyMap<string, PaymentRequest>>;
}

/** A position as pageOfDay gives it: time in milliseconds and order id. */
export const PAYMENT_POSITION = /^\d{15}#ORDER-[A-Za-z0-9-]{1,58}$/;

/** A position as pageOfQueue gives it: time in milliseconds, tag of the gateway, and a digest. */
export const QUEUE_POSITION = /^\d{15}#[A-Za-z0-9_-]{6}#[A-Za-z0-9_-]{43}$/;
