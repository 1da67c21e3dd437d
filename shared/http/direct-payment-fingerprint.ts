import { spelledGsm } from '../domain/customer/contact.ts';
import type { DirectCustomerFields, DirectPaymentFields } from '../domain/direct-payment/direct-payment-fields.ts';
import { askedInstallmentCount } from '../domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../domain/money/money.ts';
import type { SplitEntry } from '../domain/split/payment-split.ts';
import { basketPart, buyerPart, type EachField, fingerprintOf } from './fingerprint.ts';

const splitPart = (entry: SplitEntry): readonly unknown[] =>
  Object.values({
    dealerId: entry.dealerId,
    amount: entry.amount,
    dealerCommissionRate: entry.dealerCommissionRate,
    dealerCommissionAmount: entry.dealerCommissionAmount,
    dealerCommissionFixedAmount: entry.dealerCommissionFixedAmount ?? 0,
    groupRevenueRate: entry.groupRevenueRate,
    groupRevenueAmount: entry.groupRevenueAmount,
    amountToBeCommissioned: entry.amountToBeCommissioned,
    isIncludedFixedAmount: entry.isIncludedFixedAmount ?? 0,
  } satisfies EachField<SplitEntry>);

const byDealerId = (a: SplitEntry, b: SplitEntry): number => (a.dealerId ?? 0) - (b.dealerId ?? 0);

/** The SubDealer list for the fingerprint, in the order of its numbers. */
export const splitsPart = (entries: readonly SplitEntry[]): readonly unknown[] =>
  entries.toSorted(byDealerId).map(splitPart);

const customerPart = (customer: DirectCustomerFields): readonly unknown[] =>
  Object.values({
    dealerCustomerId: customer.dealerCustomerId,
    customerCode: customer.customerCode,
    firstName: customer.firstName,
    lastName: customer.lastName,
    gender: customer.gender ?? 0,
    birthDate: customer.birthDate,
    gsmNumber: spelledGsm(customer.gsmNumber),
    email: customer.email,
    address: customer.address,
    cardName: customer.cardName,
  } satisfies EachField<DirectCustomerFields>);

/**
 * Every field of a payment by card (dealer interface 2.2 to 2.6) in a fixed order and one spelling, with sorted splits.
 * Left out are number, expiry and CVC of the card, its token, ClientIP and Software (rule 13); the card is compared by
 * itself.
 */
export const cardPaymentPart = (fields: DirectPaymentFields) =>
  ({
    otherTrxCode: fields.otherTrxCode,
    card: fields.card.holderName,
    amount: fields.amount,
    currency: fields.currency ?? DEFAULT_CURRENCY,
    installmentNumber: askedInstallmentCount(fields),
    isPreAuth: fields.isPreAuth ?? 0,
    isPoolPayment: fields.isPoolPayment ?? 0,
    integratorId: fields.integratorId,
    subMerchantName: fields.subMerchantName,
    description: fields.description,
    commissionScenario: fields.commissionScenario,
    subDealers: splitsPart(fields.subDealers),
    buyer: buyerPart(fields.buyer),
    basket: basketPart(fields.basket),
    customer: customerPart(fields.customer),
  }) satisfies EachField<DirectPaymentFields, 'clientIp' | 'software'>;

/** A payment with sub-dealers is the same request at either path. */
export const directPaymentFingerprint = (fields: DirectPaymentFields): string =>
  fingerprintOf(
    fields.subDealers.length > 0 ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment',
    cardPaymentPart(fields),
  );
