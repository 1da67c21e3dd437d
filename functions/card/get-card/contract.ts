import * as z from 'zod/mini';
import type { StoredCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { customerOperation, customerPipelineCodes } from '../../../shared/http/customer-members.ts';
import { text } from '../../../shared/http/fields.ts';

/** Reads a stored card (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'get-card',
  ...customerOperation('GetCard'),
  request: z.object({ CardToken: text({ max: 60 }) }),
  codes: {
    ...customerPipelineCodes('GetCard'),
    CardTokenIsRequired: 'DealerCustomer.GetCard.CardTokenIsRequired',
    CardTokenNotFound: 'DealerCustomer.GetCard.CardNotFound',
  } satisfies CodesOf<StoredCardReason>,
});
