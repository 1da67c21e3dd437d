import * as z from 'zod/mini';
import type { GetCustomerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  customerNameCodes,
  customerNames,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

/**
 * Get customer (dealer interface 2.11, 2.12 and 7.6). It has no codes for account, address or channel, so these are
 * InvalidRequest.
 */
export const contract = defineOperation({
  name: 'get-customer',
  ...customerOperation('GetCustomer'),
  request: z.object(customerNames),
  codes: {
    ...customerPipelineCodes('GetCustomer'),
    ...customerNameCodes('GetCustomer'),
  } satisfies CodesOf<GetCustomerReason>,
});
