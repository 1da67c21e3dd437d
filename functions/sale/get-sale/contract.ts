import * as z from 'zod/mini';
import type { GetSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { saleNameCodes, saleNames } from '../../../shared/http/sale-members.ts';

/**
 * Get sale (dealer interface 2.9, 2.10 and 7.5). It has no codes for account, address or channel, so these are
 * InvalidRequest.
 */
export const contract = defineOperation({
  name: 'get-sale',
  ...dealerSaleOperation('GetSale'),
  request: z.object(saleNames),
  codes: { ...dealerSaleCodes('GetSale'), ...saleNameCodes('GetSale') } satisfies CodesOf<GetSaleReason>,
});
