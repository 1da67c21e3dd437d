import * as z from 'zod/mini';
import type { StoredCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { customerOperation, customerPipelineCodes } from '../../../shared/http/customer-members.ts';
import { text } from '../../../shared/http/fields.ts';

/** Gives a stored card another name (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'update-card',
  ...customerOperation('UpdateCard'),
  request: z.object({ CardToken: text({ max: 60 }), CardName: text({ max: 50 }) }),
  codes: {
    ...customerPipelineCodes('UpdateCard'),
    CardTokenIsRequired: 'DealerCustomer.UpdateCard.CardTokenIsRequired',
    CardTokenNotFound: 'DealerCustomer.UpdateCard.CardNotFound',
  } satisfies CodesOf<StoredCardReason>,
});
