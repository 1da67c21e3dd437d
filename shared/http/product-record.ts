import type { Product } from '../domain/sale/product.ts';

/** A product with every member (decisions: products and schedules). */
export const productRecord = ({ dealerProductId, productCode, productName }: Product) => ({
  DealerProductId: dealerProductId,
  ProductCode: productCode,
  ProductName: productName,
});
