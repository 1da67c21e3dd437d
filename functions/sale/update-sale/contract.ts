import * as z from 'zod/mini';
import type { GetSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { saleMembers, saleNameCodes, saleNames } from '../../../shared/http/sale-members.ts';

/** Changes a recurring sale (dealer interface 2.10; decisions: recurring sales). */
export const contract = defineOperation({
  name: 'update-sale',
  ...dealerSaleOperation('UpdateSale'),
  request: z.object({ ...saleNames, ...saleMembers }),
  codes: { ...dealerSaleCodes('UpdateSale'), ...saleNameCodes('UpdateSale') } satisfies CodesOf<GetSaleReason>,
});
