import * as z from 'zod/mini';
import type { GetCustomerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  customerNameCodes,
  customerNames,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/** Removes a customer and its cards (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'remove-customer',
  ...customerOperation('RemoveCustomer'),
  request: z.object(customerNames),
  codes: {
    ...customerPipelineCodes('RemoveCustomer'),
    ...customerNameCodes('RemoveCustomer'),
  } satisfies CodesOf<GetCustomerReason>,
});
