import * as z from 'zod/mini';
import { defineOperation } from '../../../shared/http/contract.ts';
import { customerOperation, customerPipelineCodes } from '../../../shared/http/customer-members.ts';
import { recordId } from '../../../shared/http/fields.ts';

/** The newest customers of a dealer (decisions: customers and cards). No field is needed, so the block may be left out. */
export const contract = defineOperation({
  name: 'list-customers',
  ...customerOperation('GetCustomerList'),
  requestBlockOptional: true,
  request: z.object({ BeforeDealerCustomerId: recordId() }),
  codes: customerPipelineCodes('GetCustomerList'),
});
