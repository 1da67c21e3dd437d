import type { LinkAttempt } from '../domain/attempt/attempt.ts';
import type { AttemptChange } from '../domain/attempt/attempt-change.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { CardDayTake } from '../domain/limit/card-day.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { CardOfCall, SupersededCall } from '../domain/three-d-payment/repeated-call.ts';
import type { ShopPayment } from '../domain/three-d-payment/shop-payment.ts';
import type { StoredBox } from './boxes.ts';
import type { IdempotencyRecord } from './idempotency-records.ts';

/** A dealer's call: the payment after the call, and the box that keeps the card. */
export interface ShopCall {
  readonly link: PaymentRequest;
  /** Of the request; absent for a blank code, which nobody can repeat. */
  readonly fingerprint?: string;
  /** Kept with the call, to tell a repeat by another card. */
  readonly card: CardOfCall;
  /** The payment as it was read; absent for the first call, with which the payment itself is written. */
  readonly before?: ShopPayment;
  /** Ends of attempts whose place the call takes; each gives back what it holds. */
  readonly supersedes: readonly AttemptChange<LinkAttempt>[];
  readonly box: StoredBox;
  /** The customer who is registered with the payment. */
  readonly newCustomer?: Customer;
}

type ShopCallOutcome =
  | { readonly kind: 'written' }
  /** The code names a payment already; nothing was written. */
  | { readonly kind: 'code-known'; readonly record: IdempotencyRecord }
  /** The payment has changed since it was read; nothing was written. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'customer-taken' }
  /** A generated id is in use; nothing was written. */
  | { readonly kind: 'id-taken' };

/** Payments that dealers' shops start with 3D, and their boxes, always written in one transaction. */
export interface ShopPayments {
  /** Read strongly; undefined where the name is another kind of payment's, or nobody's. One trip. Throws StoreUnavailable. */
  find(payment: PaymentName): Promise<ShopPayment | undefined>;
  /** The same by what an address carries of it (`token` of the link), or what became of the earlier call that it names. */
  findByToken(token: string): Promise<ShopPayment | SupersededCall | undefined>;
  write(call: ShopCall): Promise<ShopCallOutcome>;
  /**
   * Deletes the box that was read and writes the attempt that opens it. Only one opening wins. `card-limit`: the card's
   * day is full. Throws StoreUnavailable.
   */
  open(opening: {
    readonly change: AttemptChange<LinkAttempt>;
    readonly box: StoredBox;
    readonly card?: CardDayTake;
  }): Promise<'opened' | 'changed' | 'card-limit'>;
  /** Closes a payment that nobody opened in time as failed, and deletes its box unread. False when it is not so any more. */
  closeUnopened(link: PaymentRequest, resultReference: string, nowMs: number): Promise<boolean>;
}

/** Boxes that wait in the due queue, for the sweeper, which may delete a box and not read it. */
export interface DueBoxes {
  readonly shards: number;
  /** Payments whose box nobody opened in time. The index may be out of date. Throws StoreUnavailable. */
  due(shard: number, query: { readonly nowMs: number; readonly limit: number }): Promise<readonly PaymentName[]>;
  /** Deletes a box whose time is over, and closes its payment as failed. False when it is not so any more. */
  sweep(payment: PaymentName, resultReference: string, nowMs: number): Promise<boolean>;
}
