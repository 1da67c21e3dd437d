import type { DayText } from '../calendar.ts';
import type { OperationName } from '../dealer/dealer.ts';
import type { BasketProduct, Buyer, LinkCaller } from '../link/payment-request.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { PaymentSplit } from '../split/payment-split.ts';

/** Operations that charge a card on the dealer's call. A list of sub-dealers makes either of them the first. */
export type DirectOperation = Extract<OperationName, 'DoDirectPaymentMarketPlace' | 'DoDirectPayment'>;

/** What an attempt took from a card's day: given back once, while its count is not (rule 17). */
interface CardReceipt {
  readonly day: DayText;
  readonly currency: Currency;
  readonly amount: MinorUnits;
}

/** Who pays, where the payment names a customer of the dealer (2.6). */
export interface PayingCustomer {
  readonly dealerCustomerId: number;
  readonly customerCode: string;
}

/** What a dealer's direct payment is for, frozen with its attempt (2.2, rule 16). Empty `splits`: no sub-dealers. */
export interface DirectPayment {
  readonly operation: DirectOperation;
  /** Absent for a blank code: such a payment can be found by its order id alone, and nobody can repeat it. */
  readonly otherTrxCode?: string;
  /** The stored card that is charged; absent where the request held the card itself. */
  readonly cardToken?: string;
  /** As the request gave it; a stored card's holder is in the vault. */
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
}
