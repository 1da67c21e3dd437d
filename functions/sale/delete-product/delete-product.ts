import type * as z from 'zod/mini';
import { namedProduct, productNotFound, requireProductIdentifier } from '../../../shared/domain/sale/product.ts';
import { recordInUse } from '../../../shared/domain/sale/record-in-use.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { Products } from '../../../shared/ports/products.ts';
import type { contract } from './contract.ts';

export interface DeleteProductDependencies {
  readonly products: Pick<Products, 'find' | 'remove'>;
}

/** Deletes a product. Refused while a sale uses it (decisions: products and schedules). */
export const deleteProduct =
  ({ products }: DeleteProductDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { DealerProductId, ProductCode } = readValue(read);
    const identifiers = { dealerProductId: DealerProductId, productCode: ProductCode };
    requireProductIdentifier(identifiers);
    const product = namedProduct(identifiers, await products.find(dealer.dealerCode, identifiers));
    const outcome = await products.remove(product);
    if (outcome === 'removed') return { data: true };
    // Another call deleted it meanwhile.
    if (outcome === 'not-there') throw productNotFound();
    throw recordInUse('product', outcome.usedBy);
  };
