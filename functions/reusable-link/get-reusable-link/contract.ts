import * as z from 'zod/mini';
import type { NamedReusableLinkReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  namedReusableLinkCodes,
  namedReusableLinkMembers,
  reusableLinkOperation,
} from '../../../shared/http/named-reusable-link-fields.ts';

/** A reusable link with its state and counts (decisions: reusable links). Reading needs no permission. */
export const contract = defineOperation({
  name: 'get-reusable-link',
  ...reusableLinkOperation('GetUserPosLink'),
  request: z.object(namedReusableLinkMembers),
  codes: namedReusableLinkCodes('GetUserPosLink') satisfies CodesOf<NamedReusableLinkReason>,
});
