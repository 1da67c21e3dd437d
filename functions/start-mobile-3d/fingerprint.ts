import { spelledGsm } from '../../shared/domain/customer/contact.ts';
import type { Mobile3DFields } from '../../shared/domain/link/mobile-3d-fields.ts';
import { askedInstallmentCount } from '../../shared/domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../../shared/domain/money/money.ts';
import { readBankCode } from '../../shared/domain/virtual-pos/bank-list.ts';
import { fingerprintOf } from '../../shared/http/fingerprint.ts';

/**
 * Every field of 2.7 but ClientIP and Software in a fixed order, spelled alike: a request repeated in another spelling,
 * or from another machine, is the same request (rule 13).
 */
export const mobile3DFingerprint = (fields: Mobile3DFields): string =>
  fingerprintOf('DoDirectPaymentThreeDMobile', [
    fields.otherTrxCode,
    readBankCode(fields.paymentType ?? '') ?? fields.paymentType,
    fields.amount,
    fields.currency ?? DEFAULT_CURRENCY,
    askedInstallmentCount(fields),
    fields.redirectUrl,
    fields.redirectType ?? 0,
    fields.isPoolPayment ?? 0,
    fields.integratorId,
    fields.subMerchantName,
    fields.description,
    fields.buyer.fullName,
    fields.buyer.email,
    spelledGsm(fields.buyer.gsmNumber),
    fields.buyer.address,
  ]);
