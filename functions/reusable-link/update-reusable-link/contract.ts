import * as z from 'zod/mini';
import type { UpdateReusableLinkReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { integer } from '../../../shared/http/fields.ts';
import {
  namedReusableLinkCodes,
  namedReusableLinkMembers,
  reusableLinkOperation,
} from '../../../shared/http/named-reusable-link-fields.ts';
import { reusableLinkMembers } from '../../../shared/http/reusable-link-members.ts';

const reusableLinkUpdate = z.object({ ...namedReusableLinkMembers, IsActive: integer(), ...reusableLinkMembers() });

export type ReusableLinkUpdate = z.output<typeof reusableLinkUpdate>;

/**
 * Changes a reusable link (decisions: reusable links). It needs no channel: a dealer that may not make links any more may
 * still switch off those that are there.
 */
export const contract = defineOperation({
  name: 'update-reusable-link',
  ...reusableLinkOperation('UpdateUserPosLink'),
  request: reusableLinkUpdate,
  codes: {
    ...namedReusableLinkCodes('UpdateUserPosLink'),
    MaxPaymentsNotAvailable: 'PaymentUserPos.UpdateUserPosLink.MaxPaymentsNotAvailable',
  } satisfies CodesOf<UpdateReusableLinkReason>,
});
