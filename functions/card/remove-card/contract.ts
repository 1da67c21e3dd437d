import * as z from 'zod/mini';
import type { StoredCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { customerOperation, customerPipelineCodes } from '../../../shared/http/customer-members.ts';
import { text } from '../../../shared/http/fields.ts';

/** Removes a stored card (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'remove-card',
  ...customerOperation('RemoveCard'),
  request: z.object({ CardToken: text({ max: 60 }) }),
  codes: {
    ...customerPipelineCodes('RemoveCard'),
    CardTokenIsRequired: 'DealerCustomer.RemoveCard.CardTokenIsRequired',
    CardTokenNotFound: 'DealerCustomer.RemoveCard.CardNotFound',
  } satisfies CodesOf<StoredCardReason>,
});
