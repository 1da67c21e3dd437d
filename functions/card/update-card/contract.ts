import * as z from 'zod/mini';
import type { StoredCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  cardToken,
  cardTokenCodes,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';
import { text } from '../../../shared/http/fields.ts';

/** Gives a stored card another name (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'update-card',
  ...customerOperation('UpdateCard'),
  request: z.object({ ...cardToken, CardName: text({ max: 50 }) }),
  codes: {
    ...customerPipelineCodes('UpdateCard'),
    ...cardTokenCodes('UpdateCard'),
  } satisfies CodesOf<StoredCardReason>,
});
