import * as z from 'zod/mini';
import type { CancelPaymentRequestReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { namedLinkMembers } from '../../../shared/http/named-link-fields.ts';
import { namedLinkCodes } from '../../../shared/http/payment-user-pos-codes.ts';

const cancelRequest = z.object(namedLinkMembers);

export type CancelRequest = z.output<typeof cancelRequest>;

/**
 * Cancels a payment request, an operation of our own (decisions: state of a link). It needs no channel: a dealer that may
 * not make links any more may still end those that are open.
 */
export const contract = defineOperation({
  name: 'cancel-payment-request',
  operation: 'CancelUserPosPayment',
  routes: [{ method: 'POST', path: '/PaymentUserPos/CancelUserPosPayment' }],
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'PaymentUserPosRequest',
  request: cancelRequest,
  codes: {
    ...namedLinkCodes('CancelUserPosPayment'),
    CancelNotAvailable: 'PaymentUserPos.CancelUserPosPayment.CancelNotAvailable',
  } satisfies CodesOf<CancelPaymentRequestReason>,
});
