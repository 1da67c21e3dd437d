import * as z from 'zod/mini';
import type { GetFunnelReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { recordId, text } from '../../../shared/http/fields.ts';
import { invalidRequestCodes } from '../../../shared/http/invalid-request-codes.ts';

const funnelRequest = z.object({
  FromDate: text({ max: 30 }),
  ToDate: text({ max: 30 }),
  DealerCustomerTypeId: recordId(),
  UserPosLinkId: recordId(),
  By: text({ max: 20 }),
});

export type FunnelRequest = z.output<typeof funnelRequest>;

/** What became of payment requests, an operation of our own (decisions: funnel). Every field may be left out. */
export const contract = defineOperation({
  name: 'get-link-funnel',
  operation: 'GetUserPosFunnel',
  routes: [{ method: 'POST', path: '/PaymentUserPos/GetUserPosFunnel' }],
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'PaymentUserPosRequest',
  requestBlockOptional: true,
  request: funnelRequest,
  codes: {
    ...invalidRequestCodes('PaymentUserPos', 'GetUserPosFunnel'),
    UserPosLinkNotFound: 'PaymentUserPos.GetUserPosFunnel.UserPosLinkNotFound',
  } satisfies CodesOf<GetFunnelReason>,
});
