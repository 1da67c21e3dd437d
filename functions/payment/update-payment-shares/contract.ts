import * as z from 'zod/mini';
import type { UpdatePaymentSharesReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { splitList } from '../../../shared/http/direct-payment-members.ts';
import { integer, recordId } from '../../../shared/http/fields.ts';
import { namedPaymentMembers } from '../../../shared/http/named-payment-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { paymentTextMembers } from '../../../shared/http/payment-text-fields.ts';

const updateSharesRequest = z.object({
  DealerPaymentId: recordId(),
  ...namedPaymentMembers,
  CommissionScenario: integer(),
  SubDealer: splitList(),
  ...paymentTextMembers(),
});

export type UpdatePaymentSharesRequest = z.output<typeof updateSharesRequest>;

const UPDATE = 'PaymentDealer.UpdateDealerPaymentMarketPlace.';

/** Gives the sub-dealers of a payment other shares, and changes its texts (decisions: other shares). */
export const contract = defineOperation({
  name: 'update-payment-shares',
  operation: 'UpdateDealerPaymentMarketPlace',
  routes: [{ method: 'POST', path: '/PaymentDealer/UpdateDealerPaymentMarketPlace' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: updateSharesRequest,
  codes: {
    ...paymentDealerCodes('UpdateDealerPaymentMarketPlace'),
    OtherTrxCodeOrVirtualPosOrderIdMustGiven: `${UPDATE}OtherTrxCodeOrVirtualPosOrderIdMustGiven`,
    OtherTrxCodeAndVirtualPosOrderIdMismatch: `${UPDATE}OtherTrxCodeAndVirtualPosOrderIdMismatch`,
    PaymentNotFound: `${UPDATE}DealerPaymentNotFound`,
    UpdateNotAvailable: `${UPDATE}UpdateNotAvailable`,
    InvalidAmount: `${UPDATE}InvalidAmount`,
    DealerGroupCommissionRateNotFound: `${UPDATE}InvalidRequest`,
  } satisfies CodesOf<UpdatePaymentSharesReason>,
});
