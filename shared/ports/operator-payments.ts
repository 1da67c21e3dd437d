import type { Attempt } from '../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { Step } from '../domain/payment/step.ts';
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

/** A step that was asked for on a day of a dealer, with its position. `step` and `attempt` are absent if rows cannot be read. */
export interface ListedStep extends ListedPayment {
  readonly step?: Step;
}

/** An attempt or a step in the queue, with its position. `attempt` is absent if its row cannot be read. */
export interface QueuedPayment {
  readonly position: string;
  readonly dueAtMs: number;
  /** How often the row was rescheduled because it could not be read. */
  readonly unreadTimes: number;
  readonly orderId: string;
  readonly dealerCode?: string;
  readonly attempt?: Attempt;
  /** The step that waits, where it is not the attempt itself. */
  readonly step?: Step;
}

/** Payments as operators read them. The listing and the queue follow the table with a short delay. */
export interface OperatorPayments {
  /** Payments that a dealer's payers began on a day of Istanbul, oldest first. Fewer than `limit` means that the day has no more. Throws StoreUnavailable. */
  pageOfDay(query: DayPageQuery): Promise<readonly ListedPayment[]>;
  /** Steps that were asked for on a day of Istanbul, oldest first, as pageOfDay tells payments. Throws StoreUnavailable. */
  pageOfStepsOfDay(query: DayPageQuery): Promise<readonly ListedStep[]>;
  /**
   * The queue of all dealers, the longest due first. Fewer than `limit` means that there is no more. Throws
   * StoreUnavailable.
   */
  pageOfQueue(query: {
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly QueuedPayment[]>;
  /**
   * The links of attempts, by payment, read strongly. A link that is missing or unreadable is left out. Throws
   * StoreUnavailable.
   */
  linksOf(attempts: readonly Attempt[]): Promise<ReadonlyMap<PaymentName, PaymentRequest>>;
}

/** A position as pageOfDay gives it: time in milliseconds, payment and number of the attempt. */
export const PAYMENT_POSITION = /^\d{15}#[a-z2-7]{26}#\d{2}$/;

/** A position as pageOfStepsOfDay gives it: time in milliseconds, payment and number of the step. */
export const STEP_POSITION = /^\d{15}#[a-z2-7]{26}#\d{3}$/;

/** A position as pageOfQueue gives it: time in milliseconds, tag of the gateway, payment and number of its attempt or step. */
export const QUEUE_POSITION = /^\d{15}#[A-Za-z0-9_-]{6}#[a-z2-7]{26}#\d{2,3}$/;
