import * as z from 'zod/mini';
import type { RefundPaymentReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { amount, text } from '../../../shared/http/fields.ts';
import { namedPaymentMembers, sharesOfSubDealers } from '../../../shared/http/named-payment-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';

const REFUND = 'PaymentDealer.DoCreateRefundRequest.';

/** RefundCode is our own addition to the interface: with it a repeat is recognised for certain. */
const refundRequest = z.object({
  ...namedPaymentMembers,
  Amount: amount(),
  SubDealer: sharesOfSubDealers(),
  RefundCode: text({ max: 128 }),
});

export type RefundPaymentRequest = z.output<typeof refundRequest>;

/** Refund of a payment, whole or in part (decisions: refunds). It is accepted at once and carried out later. */
export const contract = defineOperation({
  name: 'refund-payment',
  operation: 'DoCreateRefundRequest',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoCreateRefundRequest' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: refundRequest,
  codes: {
    ...paymentDealerCodes('DoCreateRefundRequest'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${REFUND}OtherTrxCodeOrVirtualPosOrderIdMustGiven`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${REFUND}OtherTrxCodeAndVirtualPosOrderIdMismatch`,
    PaymentNotFound: `${REFUND}PaymentNotFound`,
    InvalidAmount: `${REFUND}InvalidAmount`,
    RefundRequestAlreadyExist: `${REFUND}RefundRequestAlreadyExist`,
    RefundNotAvailable: `${REFUND}RefundNotAvailable`,
  } satisfies CodesOf<RefundPaymentReason>,
});
