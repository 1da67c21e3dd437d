import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { productRecord } from '../../../shared/http/product-record.ts';
import type { Products } from '../../../shared/ports/products.ts';

export interface ListProductsDependencies {
  readonly products: Pick<Products, 'newest'>;
}

const MOST_LISTED = 500;

/** Lists the newest products of the dealer (decisions: products and schedules). */
export const listProducts =
  ({ products }: ListProductsDependencies): UseCase<Record<string, never>> =>
  async ({ dealer, read }) => {
    readValue(read);
    const ProductList = (await products.newest(dealer.dealerCode, MOST_LISTED)).map(productRecord);
    return { data: { ProductListCount: ProductList.length, ProductList } };
  };
