import * as z from 'zod/mini';
import type { GetCustomerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { recordId, text } from '../../../shared/http/fields.ts';

const INVALID_REQUEST = 'DealerCustomer.GetCustomer.InvalidRequest';

/**
 * Get customer (dealer interface 2.11, 2.12 and 7.6). It has no codes for account, address or channel, so these are
 * InvalidRequest.
 */
export const contract = defineOperation({
  name: 'get-customer',
  operation: 'GetCustomer',
  routes: [{ method: 'POST', path: '/DealerCustomer/GetCustomer' }],
  authenticationBlocks: ['DealerCustomerAuthentication'],
  requestBlock: 'DealerCustomerRequest',
  request: z.object({ DealerCustomerId: recordId(), CustomerCode: text({ max: 100 }) }),
  codes: {
    MalformedRequest: INVALID_REQUEST,
    InvalidRequest: INVALID_REQUEST,
    InvalidAccount: INVALID_REQUEST,
    IpAddressNotAllowed: INVALID_REQUEST,
    ChannelPermissionNotAvailable: INVALID_REQUEST,
    NoAllowedToUseThisWebService: INVALID_REQUEST,
    CustomerCodeOrDealerCustomerIdMustBeGiven: 'DealerCustomer.GetCustomer.CustomerCodeOrDealerCustomerIdMustBeGiven',
    DealerCustomerNotFound: 'DealerCustomer.GetCustomer.DealerCustomerNotFound',
    CustomerCodeDoesntMatchDealerCustomerId: 'DealerCustomer.GetCustomer.CustomerCodeDoesntMatchDealerCustomerId',
  } satisfies CodesOf<GetCustomerReason>,
});
