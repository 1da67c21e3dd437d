import type { DayText } from '../calendar.ts';
import type { OperationName } from '../dealer/dealer.ts';
import type { BasketProduct, Buyer, LinkCaller } from '../link/payment-request.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { PaymentSplit } from '../split/payment-split.ts';

/** Operations that charge a card on the dealer's call. A list of sub-dealers turns either of them into the first. */
export type DirectOperation = Extract<OperationName, 'DoDirectPaymentMarketPlace' | 'DoDirectPayment'>;

/** What an attempt reserved of a card's day. The amount is released once, the count of payments never (rule 17). */
export interface CardReceipt {
  readonly day: DayText;
  readonly currency: Currency;
  readonly amount: MinorUnits;
}

/** The customer of the dealer whom the payment names (dealer interface 2.6). */
export interface PayingCustomer {
  readonly dealerCustomerId: number;
  readonly customerCode: string;
}

/** The try of a payment plan that a charge belongs to (dealer interface 2.10). */
export interface TriedPlan {
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
  /** Tries are slots in which a card was charged, counted from 1. */
  readonly try: number;
}

/**
 * The terms of a direct payment, frozen in its attempt (dealer interface 2.2, rule 16). Empty `splits`: no sub-dealers.
 */
export interface DirectPayment {
  readonly operation: DirectOperation;
  /** Absent for a blank code: then only the order id finds the payment, and no call can repeat it. */
  readonly otherTrxCode?: string;
  /** The stored card that is charged; absent if the request held a card. */
  readonly cardToken?: string;
  /** As in the request; of a stored card, as it was stored. */
  readonly cardHolderName?: string;
  readonly pooled: boolean;
  readonly commissionScenario?: number;
  readonly splits: readonly PaymentSplit[];
  readonly description?: string;
  readonly buyer: Buyer;
  readonly basket: readonly BasketProduct[];
  readonly caller: LinkCaller;
  readonly customer?: PayingCustomer;
  /** Present while the amount counts in the card's day. */
  readonly cardReservation?: CardReceipt;
  /** Present where the recurring engine charges, and no dealer called. */
  readonly plan?: TriedPlan;
}
