import * as z from 'zod/mini';
import type { GetSaleReason } from '../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../shared/http/contract.ts';
import { recordId, text } from '../../shared/http/fields.ts';

const INVALID_REQUEST = 'DealerSale.GetSale.InvalidRequest';

/** Get sale: 2.9, 2.10, 7.5. The operation lists no account, address or channel code, so all of them are InvalidRequest. */
export const contract = defineOperation({
  name: 'get-sale',
  operation: 'GetSale',
  routes: [{ method: 'POST', path: '/DealerSale/GetSale' }],
  authenticationBlocks: ['DealerSaleAuthentication'],
  requestBlock: 'DealerSaleRequest',
  request: z.object({ DealerSaleId: recordId(), SaleCode: text({ max: 100 }) }),
  codes: {
    MalformedRequest: INVALID_REQUEST,
    InvalidRequest: INVALID_REQUEST,
    InvalidAccount: INVALID_REQUEST,
    IpAddressNotAllowed: INVALID_REQUEST,
    ChannelPermissionNotAvailable: INVALID_REQUEST,
    NoAllowedToUseThisWebService: INVALID_REQUEST,
    SaleCodeOrDealerSaleIdMustBeGiven: 'DealerSale.GetSale.SaleCodeOrDealerSaleIdMustBeGiven',
    DealerSaleNotFound: 'DealerSale.GetSale.DealerSaleNotFound',
    SaleCodeDoesntMatchDealerSaleId: 'DealerSale.GetSale.SaleCodeDoesntMatchDealerSaleId',
  } satisfies CodesOf<GetSaleReason>,
});
