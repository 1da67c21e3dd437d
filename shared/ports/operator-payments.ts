import type { Attempt } from '../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { DayPageQuery } from './operator-records.ts';

/**
 * A payment of a dealer's day with its position, after which the next page begins. `attempt` is absent if its row
 * cannot be read: the payment is listed all the same, because it may have taken money.
 */
export interface ListedPayment {
  readonly position: string;
  readonly orderId: string;
  readonly attempt?: Attempt;
}

/** An attempt in the queue with its position. `attempt` is absent if its row cannot be read. */
export interface QueuedPayment {
  readonly position: string;
  readonly dueAtMs: number;
  /** How often the row was rescheduled because it could not be read. */
  readonly putOffs: number;
  /** Absent if not even the order id can be read. */
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
  /**
   * The queue of all dealers, the longest due first. Fewer than `limit` means that there is no more. Throws
   * StoreUnavailable.
   */
  pageOfQueue(query: {
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly QueuedPayment[]>;
  /**
   * The links of attempts, by token, read strongly. A link that is missing or unreadable is left out. Throws
   * StoreUnavailable.
   */
  linksOf(attempts: readonly Attempt[]): Promise<ReadonlyMap<string, PaymentRequest>>;
}

/** A position as pageOfDay gives it: time in milliseconds and order id. */
export const PAYMENT_POSITION = /^\d{15}#ORDER-[A-Za-z0-9-]{1,58}$/;

/** A position as pageOfQueue gives it: time in milliseconds, tag of the gateway, and a digest. */
export const QUEUE_POSITION = /^\d{15}#[A-Za-z0-9_-]{6}#[A-Za-z0-9_-]{43}$/;
