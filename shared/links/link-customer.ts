import type { Customer } from '../domain/customer/customer.ts';
import type { PaymentRequestFields } from '../domain/link/payment-request-fields.ts';
import { Refusal } from '../domain/refusal.ts';
import type { CustomersFound } from '../ports/customers.ts';

/** The customer of a payment request: none, a known one, or one who is registered with the link. */
export type CustomerChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly customer: Customer }
  | { readonly kind: 'new'; readonly customerCode: string };

/** A customer is looked up or registered only if named, or if the card is to be stored (decisions: customers). */
export const namesCustomer = ({ dealerCustomerId, customerCode }: PaymentRequestFields): boolean =>
  dealerCustomerId !== undefined || customerCode !== undefined;

const infoMissing = (sentence: string) => new Refusal('DealerCustomerInfoIsMissing', sentence);

const knownBy = (fields: PaymentRequestFields, { byId, byCode }: CustomersFound): CustomerChoice => {
  const found = byId ?? byCode;
  if (found === undefined) {
    throw new Refusal('DealerCustomerNotFound', 'No customer of this dealer has the given DealerCustomerId.');
  }
  if (fields.customerCode !== undefined && byId?.dealerCustomerId !== byCode?.dealerCustomerId) {
    const sentence = 'DealerCustomerId and CustomerCode do not belong to the same customer.';
    throw new Refusal('DealerCustomerIdAndCustomerCodeDontMatchForDealer', sentence);
  }
  return { kind: 'known', customer: found };
};

/**
 * Decides who the customer is, from the customers that the given identifiers name (dealer interface 2.8 and 4;
 * decisions: customers).
 */
export const chooseCustomer = (fields: PaymentRequestFields, found: CustomersFound): CustomerChoice => {
  if (fields.dealerCustomerId !== undefined) return knownBy(fields, found);
  if (fields.customerCode === undefined) {
    if ((fields.isTokenized ?? 0) > 0) {
      throw infoMissing('CustomerCode or DealerCustomerId is required when the card is to be stored (IsTokenized).');
    }
    return { kind: 'none' };
  }
  if (found.byCode !== undefined) return { kind: 'known', customer: found.byCode };
  if (fields.firstName === undefined) {
    throw infoMissing('CustomerCode and FirstName are the least that creates a customer.');
  }
  return { kind: 'new', customerCode: fields.customerCode };
};
