import * as z from 'zod/mini';
import type { GetCustomerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  customerMembers,
  customerNameCodes,
  customerNames,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/** Changes what a dealer keeps of a customer (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'update-customer',
  ...customerOperation('UpdateCustomer'),
  request: z.object({ ...customerNames, ...customerMembers }),
  codes: {
    ...customerPipelineCodes('UpdateCustomer'),
    ...customerNameCodes('UpdateCustomer'),
  } satisfies CodesOf<GetCustomerReason>,
});
