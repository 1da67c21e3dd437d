import * as z from 'zod/mini';
import type { StoredCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  cardToken,
  cardTokenCodes,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/** Reads a stored card (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'get-card',
  ...customerOperation('GetCard'),
  request: z.object(cardToken),
  codes: {
    ...customerPipelineCodes('GetCard'),
    ...cardTokenCodes('GetCard'),
  } satisfies CodesOf<StoredCardReason>,
});
