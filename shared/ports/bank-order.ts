import type { Currency, MinorUnits } from '../domain/money/money.ts';
import type { BankReferences } from './bank-answers.ts';

export type ChargeType = 'sale' | 'pre-authorisation';

/** What is charged: frozen in the attempt before the bank is called. `installments` 1 is the single payment. */
export interface PosOrder {
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly type: ChargeType;
}

/** An order that the bank may have booked. Some gateways capture, void and refund by the references of its charge alone. */
export interface BookedOrder extends PosOrder {
  /**
   * The references of the transaction that took the money, or holds it: of the capture where a pre-authorisation was
   * captured, else of the charge. Absent while no answer of the bank had any.
   */
  readonly references?: BankReferences;
}

/** A period whose orders a bank is asked to list, and the page of that list. */
export interface ListedPeriod {
  /** Epoch milliseconds; the period ends before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** From 1. */
  readonly page: number;
}

/** A card, in memory for one invocation. Never stored, logged or put into an error. */
export interface PaymentCard {
  readonly number: string;
  /** `MM` */
  readonly expiryMonth: string;
  /** `YYYY` */
  readonly expiryYear: string;
  readonly cvc?: string;
  /** Only sent to gateways that need it. */
  readonly holderName?: string;
}

/**
 * What is done to an order that the bank knows. `amount` of the order is what is captured, voided or refunded; a
 * capture of more than was pre-authorised names both amounts.
 */
export type FollowUp =
  | { readonly kind: 'capture'; readonly preAuthorised?: MinorUnits }
  | { readonly kind: 'void' }
  | { readonly kind: 'refund' };
