import type { BasketProduct, Buyer } from '../link/payment-request.ts';
import type { MinorUnits } from '../money/money.ts';
import type { SplitEntry } from '../split/payment-split.ts';

/** CustomerInformation of 2.6 as it was read. */
export interface DirectCustomerFields {
  readonly dealerCustomerId?: number | undefined;
  readonly customerCode?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly gender?: number | undefined;
  readonly birthDate?: string | undefined;
  readonly gsmNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: string | undefined;
  readonly cardName?: string | undefined;
}

/** The card of a payment as it was sent: a card or the token of a stored one. It is neither stored nor logged. */
export interface DirectCardFields {
  readonly holderName?: string | undefined;
  readonly number?: string | undefined;
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly cvc?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * The fields of 2.2 as they were read: absent, null and "" are undefined, numbers are numbers. InstallmentNumber is NaN
 * when it could not be read, so that its own rule refuses it.
 */
export interface DirectPaymentFields {
  readonly card: DirectCardFields;
  readonly amount?: MinorUnits | undefined;
  readonly currency?: string | undefined;
  readonly installmentNumber?: number | undefined;
  readonly clientIp?: string | undefined;
  readonly otherTrxCode?: string | undefined;
  readonly isPreAuth?: number | undefined;
  readonly isPoolPayment?: number | undefined;
  readonly integratorId?: number | undefined;
  readonly software?: string | undefined;
  readonly subMerchantName?: string | undefined;
  readonly description?: string | undefined;
  readonly commissionScenario?: number | undefined;
  readonly subDealers: readonly SplitEntry[];
  readonly buyer: { readonly [Field in keyof Buyer]?: string | undefined };
  readonly basket: readonly BasketProduct[];
  readonly customer: DirectCustomerFields;
}
