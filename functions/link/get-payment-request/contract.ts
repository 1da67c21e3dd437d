import * as z from 'zod/mini';
import type { GetPaymentRequestReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { namedLinkMembers } from '../../../shared/http/named-link-fields.ts';
import { namedLinkCodes } from '../../../shared/http/payment-user-pos-codes.ts';

const linkStateRequest = z.object(namedLinkMembers);

export type LinkStateRequest = z.output<typeof linkStateRequest>;

/** State of a payment request, an operation of our own (decisions: state of a link). Reading needs no permission. */
export const contract = defineOperation({
  name: 'get-payment-request',
  operation: 'GetUserPosPayment',
  routes: [{ method: 'POST', path: '/PaymentUserPos/GetUserPosPayment' }],
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'PaymentUserPosRequest',
  request: linkStateRequest,
  codes: namedLinkCodes('GetUserPosPayment') satisfies CodesOf<GetPaymentRequestReason>,
});
