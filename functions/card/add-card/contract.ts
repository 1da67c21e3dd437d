import * as z from 'zod/mini';
import type { AddCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  cardMembers,
  customerNameCodes,
  customerNames,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/** Stores a card for a customer (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'add-card',
  ...customerOperation('AddCard'),
  request: z.object({ ...customerNames, ...cardMembers }),
  codes: {
    ...customerPipelineCodes('AddCard'),
    ...customerNameCodes('AddCard'),
    InvalidCardInfo: 'DealerCustomer.AddCard.InvalidCardInfo',
    // There is no code for it.
    TooManyCards: 'DealerCustomer.AddCard.InvalidRequest',
  } satisfies CodesOf<AddCardReason>,
});
