import type { MinorUnits } from '../money/money.ts';
import type { SplitEntry } from '../split/payment-split.ts';
import type { BasketProduct, Buyer } from './payment-request.ts';

/**
 * The fields of a payment request as they were read (dealer interface 2.8): absent, null and "" are undefined, numbers
 * are numbers. An unreadable integer with a result code of its own is NaN, so that its own rule refuses it.
 */
export interface PaymentRequestFields {
  readonly otherTrxCode?: string | undefined;
  readonly dealerCustomerTypeId?: number | undefined;
  readonly fullName?: string | undefined;
  readonly gsmNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly isPoolPayment?: number | undefined;
  readonly isPreAuth?: number | undefined;
  readonly isTokenized?: number | undefined;
  readonly dealerCustomerId?: number | undefined;
  readonly customerCode?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly gender?: number | undefined;
  readonly birthDate?: string | undefined;
  readonly customerGsmNumber?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly address?: string | undefined;
  readonly amount?: MinorUnits | undefined;
  readonly currency?: string | undefined;
  readonly installmentNumber?: number | undefined;
  readonly setInstallmentBy?: number | undefined;
  readonly commissionByDealer?: number | undefined;
  readonly isCommissionDiffByDealer?: number | undefined;
  readonly isThreeD?: number | undefined;
  readonly description?: string | undefined;
  readonly returnHash?: number | undefined;
  readonly redirectUrl?: string | undefined;
  /** Members of our own, which the interface does not have. */
  readonly expireDate?: string | undefined;
  readonly language?: string | undefined;
  readonly buyer: { readonly [Field in keyof Buyer]?: string | undefined };
  readonly basket: readonly BasketProduct[];
  readonly commissionScenario?: number | undefined;
  /** Empty without sub-dealers. */
  readonly subDealers: readonly SplitEntry[];
}
