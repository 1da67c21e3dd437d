import * as z from 'zod/mini';
import { defineOperation } from '../../shared/http/contract.ts';
import { customerOperation, customerPipelineCodes } from '../../shared/http/customer-members.ts';

/** The newest customers of a dealer (decisions: customers and cards). It has no field, so the block may be left out. */
export const contract = defineOperation({
  name: 'list-customers',
  ...customerOperation('GetCustomerList'),
  requestBlockOptional: true,
  request: z.object({}),
  codes: customerPipelineCodes('GetCustomerList'),
});
