import { spelledGsm } from '../../shared/domain/customer/contact.ts';
import type { PaymentRequestFields } from '../../shared/domain/link/payment-request-fields.ts';
import { askedInstallmentCount } from '../../shared/domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../../shared/domain/money/money.ts';
import { fingerprintOf } from '../../shared/http/fingerprint.ts';

/** Every field of 2.8 in a fixed order, spelled alike: a request repeated in another spelling is the same request. */
export const paymentRequestFingerprint = (fields: PaymentRequestFields): string =>
  fingerprintOf('CreateUserPosPayment', [
    fields.otherTrxCode,
    fields.dealerCustomerTypeId,
    fields.fullName,
    spelledGsm(fields.gsmNumber),
    fields.email,
    fields.isPoolPayment ?? 0,
    fields.isPreAuth ?? 0,
    fields.isTokenized ?? 0,
    fields.dealerCustomerId,
    fields.customerCode,
    fields.firstName,
    fields.lastName,
    fields.gender ?? 0,
    fields.birthDate,
    spelledGsm(fields.customerGsmNumber),
    fields.customerEmail,
    fields.address,
    fields.amount,
    fields.currency ?? DEFAULT_CURRENCY,
    askedInstallmentCount(fields),
    fields.setInstallmentBy,
    fields.commissionByDealer,
    fields.isCommissionDiffByDealer ?? 0,
    fields.isThreeD,
    fields.description,
    fields.returnHash,
    fields.redirectUrl,
    fields.buyer.fullName,
    fields.buyer.email,
    spelledGsm(fields.buyer.gsmNumber),
    fields.buyer.address,
    fields.basket.map((line) => [line.productId, line.productCode, line.unitPrice, line.quantity]),
  ]);
