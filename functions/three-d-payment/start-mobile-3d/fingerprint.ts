import { askedInstallmentCount } from '../../../shared/domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../../../shared/domain/money/money.ts';
import type { Mobile3DFields } from '../../../shared/domain/three-d-payment/mobile-3d-fields.ts';
import { readBankCode } from '../../../shared/domain/virtual-pos/bank-list.ts';
import { buyerTold, type EachField, fingerprintOf } from '../../../shared/http/fingerprint.ts';

/**
 * Every field but ClientIP and Software, in a fixed order and one spelling, so that a repeat in another spelling or
 * from another machine is the same request (rule 13).
 */
export const mobile3DFingerprint = (fields: Mobile3DFields): string =>
  fingerprintOf('DoDirectPaymentThreeDMobile', {
    otherTrxCode: fields.otherTrxCode,
    paymentType: readBankCode(fields.paymentType ?? '') ?? fields.paymentType,
    amount: fields.amount,
    currency: fields.currency ?? DEFAULT_CURRENCY,
    installmentNumber: askedInstallmentCount(fields),
    redirectUrl: fields.redirectUrl,
    redirectType: fields.redirectType ?? 0,
    isPoolPayment: fields.isPoolPayment ?? 0,
    integratorId: fields.integratorId,
    subMerchantName: fields.subMerchantName,
    description: fields.description,
    buyer: buyerTold(fields.buyer),
  } satisfies EachField<Mobile3DFields, 'clientIp' | 'software'>);
