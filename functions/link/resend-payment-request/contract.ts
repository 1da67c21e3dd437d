import * as z from 'zod/mini';
import type { ResendPaymentRequestReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { namedLinkMembers } from '../../../shared/http/named-link-fields.ts';
import { namedLinkCodes } from '../../../shared/http/payment-user-pos-codes.ts';

const resendRequest = z.object(namedLinkMembers);

export type ResendRequest = z.output<typeof resendRequest>;

const RESEND = 'PaymentUserPos.ResendUserPosPayment.';

/**
 * Sends an open payment request to its payer once more, an operation of our own (decisions: messages). It needs the
 * channel that makes links: a dealer that may make none sends none.
 */
export const contract = defineOperation({
  name: 'resend-payment-request',
  operation: 'ResendUserPosPayment',
  routes: [{ method: 'POST', path: '/PaymentUserPos/ResendUserPosPayment' }],
  channel: 'paymentRequest',
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'PaymentUserPosRequest',
  request: resendRequest,
  codes: {
    ...namedLinkCodes('ResendUserPosPayment'),
    ResendNotAvailable: `${RESEND}ResendNotAvailable`,
    NothingToResend: `${RESEND}NothingToResend`,
    DailyResendLimitExceeded: `${RESEND}DailyResendLimitExceeded`,
  } satisfies CodesOf<ResendPaymentRequestReason>,
});
