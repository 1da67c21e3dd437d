import * as z from 'zod/mini';
import type { CustomerWithCardReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import {
  cardMembers,
  customerMembers,
  customerOperation,
  customerPipelineCodes,
} from '../../../shared/http/customer-members.ts';

const PREFIX = 'DealerCustomer.AddCustomerWithCard.';

/** Registers a customer with a first card (decisions: customers and cards). */
export const contract = defineOperation({
  name: 'add-customer-with-card',
  ...customerOperation('AddCustomerWithCard'),
  request: z.object({ ...customerMembers, ...cardMembers }),
  codes: {
    ...customerPipelineCodes('AddCustomerWithCard'),
    InvalidCardInfo: `${PREFIX}InvalidCardInfo`,
    // There is no code for it.
    TooManyCards: 'DealerCustomer.AddCustomerWithCard.InvalidRequest',
    CustomerCodeAlreadyUsing: `${PREFIX}CustomerCodeAlreadyUsing`,
  } satisfies CodesOf<CustomerWithCardReason>,
});
