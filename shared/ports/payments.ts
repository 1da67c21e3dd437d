import type { Attempt } from '../domain/attempt/attempt.ts';
import type { StepMove } from '../domain/payment/charge-of-attempt.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { AuditEntry } from './operator-changes.ts';

/** Payments with their attempts and steps, read strongly. Every method throws StoreUnavailable and UnreadableRow. */
export interface Payments {
  /** One trip. */
  find(name: PaymentName): Promise<Payment | undefined>;
  /** One trip: the name is computed from dealer and code. */
  findByCode(dealerCode: string, otherTrxCode: string): Promise<Payment | undefined>;
  /** One trip. Another dealer's payment, and one without this order, is undefined. */
  findByOrder(dealerCode: string, orderId: string): Promise<Payment | undefined>;
  /** Two trips: a pointer leads to the payment. */
  findById(dealerCode: string, paymentId: number): Promise<Payment | undefined>;
}

/** The result of writing a change. */
export type StepOutcome =
  | { readonly kind: 'applied'; readonly attempt?: Attempt }
  /** The step or its attempt is no longer at its version; nothing was written. */
  | { readonly kind: 'changed' }
  /** A bucket of the limit holds less than a capture takes from it; nothing was written. */
  | { readonly kind: 'budget-changed' };

/** Writes changes of steps that the domain decided, each in one transaction. */
export interface Steps {
  /**
   * With the audit entry of an operator's command in the same transaction (rule 36): a command that was applied before is
   * `changed`. Throws StoreUnavailable.
   */
  apply(move: StepMove, entry?: AuditEntry): Promise<StepOutcome>;
}
