import * as z from 'zod/mini';
import type { StoredCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  cardToken,
  cardTokenCodes,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/** Removes a stored card (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'remove-card',
  ...customerOperation('RemoveCard'),
  request: z.object(cardToken),
  codes: {
    ...customerPipelineCodes('RemoveCard'),
    ...cardTokenCodes('RemoveCard'),
  } satisfies CodesOf<StoredCardReason>,
});
