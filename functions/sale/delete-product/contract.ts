import * as z from 'zod/mini';
import type { NamedProductReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { recordId, text } from '../../../shared/http/fields.ts';

/** Deletes a product that no sale uses (decisions: products and schedules). */
export const contract = defineOperation({
  name: 'delete-product',
  ...dealerSaleOperation('DeleteProduct'),
  request: z.object({ DealerProductId: recordId(), ProductCode: text({ max: 100 }) }),
  codes: {
    ...dealerSaleCodes('DeleteProduct'),
    ProductCodeOrDealerProductIdMustBeGiven: 'DealerSale.DeleteProduct.ProductCodeOrDealerProductIdMustBeGiven',
    ProductNotFound: 'DealerSale.DeleteProduct.ProductNotFound',
    ProductCodeDoesntMatchDealerProductId: 'DealerSale.DeleteProduct.ProductCodeDoesntMatchDealerProductId',
  } satisfies CodesOf<NamedProductReason>,
});
