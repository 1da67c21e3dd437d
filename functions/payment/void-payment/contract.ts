import * as z from 'zod/mini';
import type { VoidPaymentReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { integer } from '../../../shared/http/fields.ts';
import { LATE_STEP } from '../../../shared/http/late-step.ts';
import { namedPaymentMembers } from '../../../shared/http/named-payment-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';

const VOID = 'PaymentDealer.DoVoid.';

const voidRequest = z.object({ ...namedPaymentMembers, VoidRefundReason: integer() });

export type VoidPaymentRequest = z.output<typeof voidRequest>;

/** Void of a whole payment (decisions: voids). There is no code for a request without an id: it is InvalidRequest. */
export const contract = defineOperation({
  name: 'void-payment',
  operation: 'DoVoid',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoVoid' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: voidRequest,
  codes: {
    ...paymentDealerCodes('DoVoid'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${VOID}InvalidRequest`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${VOID}OtherTrxCodeAndVirtualPosOrderIdMismatch`,
    PaymentNotFound: `${VOID}PaymentNotFound`,
    PaymentNotAvailable: `${VOID}PaymentNotAvailable`,
    OutcomeUnknown: `${VOID}OutcomeUnknown`,
  } satisfies CodesOf<VoidPaymentReason>,
  late: LATE_STEP,
});
