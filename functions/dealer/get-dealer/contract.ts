import * as z from 'zod/mini';
import type { GetDealerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { text } from '../../../shared/http/fields.ts';

const INVALID_REQUEST = 'Dealer.GetDealer.InvalidRequest';

const dealerRequest = z.object({ DealerCode: text({ max: 64 }), SubDealerCode: text({ max: 64 }) });

export type DealerRequest = z.output<typeof dealerRequest>;

/**
 * Get dealer (decisions: get dealer). It has no codes for account, address or channel, so these are InvalidRequest. Some
 * clients call the block UpdateDealerRequest.
 */
export const contract = defineOperation({
  name: 'get-dealer',
  operation: 'GetDealer',
  routes: [{ method: 'POST', path: '/Dealer/GetDealer' }],
  // The published reference shows the second one, and clients send the first.
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'DealerRequest',
  furtherRequestBlocks: ['UpdateDealerRequest'],
  requestBlockOptional: true,
  request: dealerRequest,
  codes: {
    MalformedRequest: INVALID_REQUEST,
    InvalidRequest: INVALID_REQUEST,
    InvalidAccount: INVALID_REQUEST,
    IpAddressNotAllowed: INVALID_REQUEST,
    ChannelPermissionNotAvailable: INVALID_REQUEST,
    NoAllowedToUseThisWebService: INVALID_REQUEST,
    DealerNotFound: 'Dealer.GetDealer.DealerNotFound',
  } satisfies CodesOf<GetDealerReason>,
});
