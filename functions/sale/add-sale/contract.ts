import * as z from 'zod/mini';
import type { AddSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { saleMembers, saleNames } from '../../../shared/http/sale-members.ts';

/** Adds a recurring sale (dealer interface 2.10; decisions: recurring sales). */
export const contract = defineOperation({
  name: 'add-sale',
  ...dealerSaleOperation('AddSale'),
  request: z.object({ SaleCode: saleNames.SaleCode, ...saleMembers }),
  codes: {
    ...dealerSaleCodes('AddSale'),
    SaleCodeAlreadyUsing: 'DealerSale.AddSale.SaleCodeAlreadyUsing',
  } satisfies CodesOf<AddSaleReason>,
});
