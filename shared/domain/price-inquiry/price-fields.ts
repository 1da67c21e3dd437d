import type { MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';

/** What every price inquiry names: an order, and the card that may pay it. */
export interface PriceFields {
  readonly binNumber?: string | undefined;
  readonly currency?: string | undefined;
  readonly orderAmount?: MinorUnits | undefined;
  /** Prices do not depend on it. */
  readonly isThreeD?: number | undefined;
}

/** Fields of DoCalcPaymentAmount. */
export interface PaymentAmountFields extends PriceFields {
  readonly installmentNumber?: number | undefined;
  /** What the top dealer takes of the sub-dealer: a percentage, or an amount. */
  readonly groupRevenueRate?: Rate | undefined;
  readonly groupRevenueAmount?: MinorUnits | undefined;
}

/** Fields of DoCalcPaymentTable. */
export interface PaymentTableFields extends PriceFields {
  /** 1: the payer bears the commission, which is added. 0 or absent: the dealer does. */
  readonly isIncludedCommissionAmount?: number | undefined;
}
