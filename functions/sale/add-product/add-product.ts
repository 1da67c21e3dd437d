import type * as z from 'zod/mini';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { MAX_PRODUCTS, productNameIn } from '../../../shared/domain/sale/product.ts';
import { tooManyRecords } from '../../../shared/domain/sale/record-in-use.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { productRecord } from '../../../shared/http/product-record.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers, Randomness } from '../../../shared/ports/identifiers.ts';
import type { Products } from '../../../shared/ports/products.ts';
import type { contract } from './contract.ts';

export interface AddProductDependencies {
  readonly products: Pick<Products, 'add'>;
  readonly identifiers: Identifiers;
  readonly randomness: Pick<Randomness, 'guid'>;
  readonly clock: Clock;
}

/** How often an id that is in use already is passed over. */
const MAX_IDS = 5;

/** Adds a product under a code that the dealer has not used; without one it gets a new guid. */
export const addProduct =
  ({ products, identifiers, randomness, clock }: AddProductDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { ProductCode, ProductName } = readValue(read);
    const product = {
      dealerCode: dealer.dealerCode,
      productCode: ProductCode ?? randomness.guid(),
      productName: productNameIn(ProductName),
      createdAtMs: clock.now(),
    };
    for (let tried = 0; tried < MAX_IDS; tried += 1) {
      const added = { ...product, dealerProductId: await identifiers.next('product') };
      const outcome = await products.add(added);
      if (outcome === 'added') return { data: productRecord(added) };
      if (outcome === 'too-many') throw tooManyRecords('products', MAX_PRODUCTS);
      if (outcome === 'code-taken') {
        throw new Refusal('ProductCodeAlreadyUsing', 'ProductCode belongs to a product of this dealer already.');
      }
    }
    throw new Error('the ids of new products are in use again and again');
  };
