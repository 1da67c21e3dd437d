import { type Customer, type CustomerDetails, newCustomerCode } from '../customer/customer.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { customerDetailsOf } from '../link/payment-request-terms.ts';
import { Refusal } from '../refusal.ts';
import type { DirectPaymentFields } from './direct-payment-fields.ts';

/**
 * The owner of a card that is stored: nobody, a known customer, or one who is registered with the payment (dealer
 * interface 2.6).
 */
export type DirectCustomer =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly customer: Customer }
  | { readonly kind: 'new'; readonly customerCode: string; readonly details: CustomerDetails };

/** The customer that each given identifier names. */
interface Found {
  readonly byId?: Customer | undefined;
  readonly byCode?: Customer | undefined;
}

/**
 * Whether the customer is looked up: CustomerInformation names one, and the dealer has the card-storage feature.
 * Without the feature CustomerInformation is ignored and never refuses a payment (dealer interface 2.2).
 */
export const namesStoredCustomer = ({ customer }: DirectPaymentFields, { cardStorage }: Dealer): boolean =>
  cardStorage && (customer.dealerCustomerId !== undefined || customer.customerCode !== undefined);

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);

const knownBy = ({ customer }: DirectPaymentFields, { byId, byCode }: Found): DirectCustomer => {
  const found = byId ?? byCode;
  if (found === undefined) {
    throw invalid('CustomerInformation.DealerCustomerId is not the id of a customer of this dealer.');
  }
  if (customer.customerCode !== undefined && byId?.dealerCustomerId !== byCode?.dealerCustomerId) {
    throw invalid(
      'CustomerInformation.DealerCustomerId and CustomerInformation.CustomerCode do not belong to the same customer.',
    );
  }
  return { kind: 'known', customer: found };
};

/**
 * Decides who the customer is, from the customers that the given identifiers name (dealer interface 2.6; decisions:
 * customers). Direct payments have no codes for this, so an unknown id, identifiers of two customers, and a new
 * customer without FirstName are InvalidRequest.
 */
export const chooseDirectCustomer = (fields: DirectPaymentFields, dealer: Dealer, found: Found): DirectCustomer => {
  if (!namesStoredCustomer(fields, dealer)) return { kind: 'none' };
  const { customer } = fields;
  if (customer.dealerCustomerId !== undefined) return knownBy(fields, found);
  if (found.byCode !== undefined) return { kind: 'known', customer: found.byCode };
  if (customer.firstName === undefined) {
    throw invalid('CustomerInformation.FirstName is required for a customer who is not registered yet.');
  }
  const { gsmNumber: customerGsmNumber, email: customerEmail } = customer;
  return {
    kind: 'new',
    customerCode: newCustomerCode(customer.customerCode ?? ''),
    details: customerDetailsOf({ ...customer, customerGsmNumber, customerEmail }),
  };
};
