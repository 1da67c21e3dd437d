import * as z from 'zod/mini';
import type { AddProductReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { text } from '../../../shared/http/fields.ts';

/** Adds a product that recurring sales may name (decisions: products and schedules). */
export const contract = defineOperation({
  name: 'add-product',
  ...dealerSaleOperation('AddProduct'),
  request: z.object({ ProductCode: text({ max: 100 }), ProductName: text({ max: 100 }) }),
  codes: {
    ...dealerSaleCodes('AddProduct'),
    ProductNameIsRequired: 'DealerSale.AddProduct.ProductNameIsRequired',
    ProductCodeAlreadyUsing: 'DealerSale.AddProduct.ProductCodeAlreadyUsing',
  } satisfies CodesOf<AddProductReason>,
});
