import * as z from 'zod/mini';
import type { UpdatePaymentReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { recordId } from '../../../shared/http/fields.ts';
import { namedPaymentMembers } from '../../../shared/http/named-payment-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { paymentTextMembers } from '../../../shared/http/payment-text-fields.ts';

const updateRequest = z.object({
  DealerPaymentId: recordId(),
  ...namedPaymentMembers,
  ...paymentTextMembers(),
});

export type UpdatePaymentRequest = z.output<typeof updateRequest>;

const UPDATE = 'PaymentDealer.UpdateDealerPayment.';

/** Changes texts of a payment (decisions: lists of payments). Like reading it needs no permission. */
export const contract = defineOperation({
  name: 'update-payment',
  operation: 'UpdateDealerPayment',
  routes: [{ method: 'POST', path: '/PaymentDealer/UpdateDealerPayment' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: updateRequest,
  codes: {
    ...paymentDealerCodes('UpdateDealerPayment'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${UPDATE}OtherTrxCodeOrVirtualPosOrderIdMustGiven`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${UPDATE}OtherTrxCodeAndVirtualPosOrderIdMismatch`,
    PaymentNotFound: `${UPDATE}DealerPaymentNotFound`,
  } satisfies CodesOf<UpdatePaymentReason>,
});
