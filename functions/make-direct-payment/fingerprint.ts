import { spelledGsm } from '../../shared/domain/customer/contact.ts';
import type {
  DirectCustomerFields,
  DirectPaymentFields,
} from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import { askedInstallmentCount } from '../../shared/domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../../shared/domain/money/money.ts';
import type { SplitEntry } from '../../shared/domain/split/payment-split.ts';
import { fingerprintOf } from '../../shared/http/fingerprint.ts';

const splitFields = (entry: SplitEntry): readonly unknown[] => [
  entry.dealerId,
  entry.amount,
  entry.dealerCommissionRate,
  entry.dealerCommissionAmount,
  entry.dealerCommissionFixedAmount ?? 0,
  entry.groupRevenueRate,
  entry.groupRevenueAmount,
  entry.amountToBeCommissioned,
  entry.isIncludedFixedAmount ?? 0,
];

const byDealerId = (a: SplitEntry, b: SplitEntry): number => (a.dealerId ?? 0) - (b.dealerId ?? 0);

const customerFields = (customer: DirectCustomerFields): readonly unknown[] => [
  customer.dealerCustomerId,
  customer.customerCode,
  customer.firstName,
  customer.lastName,
  customer.gender ?? 0,
  customer.birthDate,
  spelledGsm(customer.gsmNumber),
  customer.email,
  customer.address,
  customer.cardName,
];

/**
 * Every field of 2.2 to 2.6 in a fixed order, spelled alike and the splits sorted, but number, expiry and CVC of the
 * card, its token, ClientIP and Software (rule 13): which card it was is kept apart. A payment with sub-dealers is the
 * same request at either path.
 */
export const directPaymentFingerprint = (fields: DirectPaymentFields): string =>
  fingerprintOf(fields.subDealers.length > 0 ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment', [
    fields.otherTrxCode,
    fields.card.holderName,
    fields.amount,
    fields.currency ?? DEFAULT_CURRENCY,
    askedInstallmentCount(fields),
    fields.isPreAuth ?? 0,
    fields.isPoolPayment ?? 0,
    fields.integratorId,
    fields.subMerchantName,
    fields.description,
    fields.commissionScenario,
    fields.subDealers.toSorted(byDealerId).map(splitFields),
    fields.buyer.fullName,
    fields.buyer.email,
    spelledGsm(fields.buyer.gsmNumber),
    fields.buyer.address,
    fields.basket.map((line) => [line.productId, line.productCode, line.unitPrice, line.quantity]),
    customerFields(fields.customer),
  ]);
