import * as z from 'zod/mini';
import type { CapturePaymentReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { amount } from '../../../shared/http/fields.ts';
import { LATE_STEP } from '../../../shared/http/late-step.ts';
import { namedPaymentMembers, sharesOfSubDealers } from '../../../shared/http/named-payment-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';

const CAPTURE = 'PaymentDealer.DoCapture.';

const captureRequest = z.object({ ...namedPaymentMembers, Amount: amount(), SubDealer: sharesOfSubDealers() });

export type CapturePaymentRequest = z.output<typeof captureRequest>;

/** Capture of a pre-authorisation (decisions: captures). */
export const contract = defineOperation({
  name: 'capture-payment',
  operation: 'DoCapture',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoCapture' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: captureRequest,
  codes: {
    ...paymentDealerCodes('DoCapture'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${CAPTURE}OtherTrxCodeOrVirtualPosOrderIdMustGiven`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${CAPTURE}OtherTrxCodeAndVirtualPosOrderIdMismatch`,
    PaymentNotFound: `${CAPTURE}PaymentNotFound`,
    CaptureNotAvailable: `${CAPTURE}CaptureNotAvailable`,
    InvalidAmount: `${CAPTURE}InvalidAmount`,
    OutcomeUnknown: `${CAPTURE}OutcomeUnknown`,
  } satisfies CodesOf<CapturePaymentReason>,
  late: LATE_STEP,
});
