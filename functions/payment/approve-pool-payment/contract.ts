import type { ApprovePoolReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { poolRequest } from '../../../shared/http/pool-fields.ts';

const APPROVE = 'PaymentDealer.DoApprovePoolPayment.';

/**
 * Approval of a pooled payment (decisions: pool). There is no code for two ids that name two payments: it is
 * InvalidRequest.
 */
export const contract = defineOperation({
  name: 'approve-pool-payment',
  operation: 'DoApprovePoolPayment',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoApprovePoolPayment' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: poolRequest,
  codes: {
    ...paymentDealerCodes('DoApprovePoolPayment'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${APPROVE}OtherTrxCodeOrVirtualPosOrderIdMustGiven`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${APPROVE}InvalidRequest`,
    PaymentNotFound: `${APPROVE}DealerPaymentNotFound`,
    DealerPaymentNotFound: `${APPROVE}DealerPaymentNotFound`,
    PaymentIsNotPoolPayment: `${APPROVE}PaymentIsNotPoolPayment`,
    PaymentAlreadyApproved: `${APPROVE}PaymentAlreadyApproved`,
  } satisfies CodesOf<ApprovePoolReason>,
});
