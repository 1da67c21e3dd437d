import { completeRedirectUrl, type ThreeDFields } from '../../../shared/domain/three-d-payment/three-d-fields.ts';
import { cardPaymentPart } from '../../../shared/http/direct-payment-fingerprint.ts';
import { type EachField, fingerprintOf } from '../../../shared/http/fingerprint.ts';

/**
 * Every field of a 3D payment but the card, ClientIP and Software, in a fixed order and one spelling (rule 13). A payment
 * with sub-dealers is the same request at either path.
 */
export const threeDFingerprint = (fields: ThreeDFields): string =>
  fingerprintOf(fields.subDealers.length > 0 ? 'DoDirectPaymentThreeDMarketPlace' : 'DoDirectPaymentThreeD', {
    ...cardPaymentPart(fields),
    returnHash: fields.returnHash ?? 0,
    redirectUrl: fields.redirectUrl === undefined ? undefined : completeRedirectUrl(fields.redirectUrl),
    redirectType: fields.redirectType ?? 0,
    isTokenized: fields.isTokenized ?? 0,
    language: fields.language?.trim().toLowerCase(),
  } satisfies EachField<ThreeDFields, 'clientIp' | 'software'>);
