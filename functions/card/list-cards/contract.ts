import * as z from 'zod/mini';
import type { GetCustomerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  customerNameCodes,
  customerNames,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/** Lists the stored cards of a customer (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'list-cards',
  ...customerOperation('GetCardList'),
  request: z.object(customerNames),
  codes: {
    ...customerPipelineCodes('GetCardList'),
    ...customerNameCodes('GetCardList'),
  } satisfies CodesOf<GetCustomerReason>,
});
