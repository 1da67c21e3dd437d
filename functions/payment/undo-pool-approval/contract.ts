import type { UndoPoolReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { poolRequest } from '../../../shared/http/pool-fields.ts';

const UNDO = 'PaymentDealer.UndoApprovePoolPayment.';

/** Undoes the approval of a pooled payment (decisions: pool). */
export const contract = defineOperation({
  name: 'undo-pool-approval',
  operation: 'UndoApprovePoolPayment',
  routes: [{ method: 'POST', path: '/PaymentDealer/UndoApprovePoolPayment' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: poolRequest,
  codes: {
    ...paymentDealerCodes('UndoApprovePoolPayment'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${UNDO}OtherTrxCodeOrVirtualPosOrderIdMustGiven`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${UNDO}OtherTrxCodeAndVirtualPosOrderIdNotMatch`,
    PaymentNotFound: `${UNDO}DealerPaymentNotFound`,
    DealerPaymentNotFound: `${UNDO}DealerPaymentNotFound`,
    PaymentIsNotPoolPayment: `${UNDO}PaymentIsNotPoolPayment`,
    PaymentNotApprovedYet: `${UNDO}PaymentNotApprovedYet`,
    PaymentNotApprovedYetForSubDealer: `${UNDO}PaymentNotApprovedYetForSubDealer`,
    UndoNotAvailable: `${UNDO}UndoNotAvailable`,
  } satisfies CodesOf<UndoPoolReason>,
});
