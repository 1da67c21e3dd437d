import * as z from 'zod/mini';
import type { AddCustomerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { customerMembers, customerOperation, customerPipelineCodes } from '../../../shared/http/customer-members.ts';

/** Registers a customer (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'add-customer',
  ...customerOperation('AddCustomer'),
  request: z.object(customerMembers),
  codes: {
    ...customerPipelineCodes('AddCustomer'),
    CustomerCodeAlreadyUsing: 'DealerCustomer.AddCustomer.CustomerCodeAlreadyUsing',
  } satisfies CodesOf<AddCustomerReason>,
});
