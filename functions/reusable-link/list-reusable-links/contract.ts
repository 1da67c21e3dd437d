import * as z from 'zod/mini';
import { defineOperation } from '../../../shared/http/contract.ts';
import { recordId, text } from '../../../shared/http/fields.ts';
import { invalidRequestCodes } from '../../../shared/http/invalid-request-codes.ts';
import { reusableLinkOperation } from '../../../shared/http/named-reusable-link-fields.ts';

/** The newest reusable links of a dealer (decisions: reusable links). No field is needed, so the block may be left out. */
export const contract = defineOperation({
  name: 'list-reusable-links',
  ...reusableLinkOperation('GetUserPosLinkList'),
  requestBlockOptional: true,
  request: z.object({ State: text({ max: 30 }), BeforeUserPosLinkId: recordId() }),
  codes: invalidRequestCodes('PaymentUserPos', 'GetUserPosLinkList'),
});
