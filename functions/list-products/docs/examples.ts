import {
  countedList,
  dealerSaleRefusals,
  dealerSaleSteps,
  NOT_AN_OBJECT,
} from '../../../shared/openapi/dealer-sale-words.ts';
import { successesOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import { membershipAnswer, poolAnswer, productScene, productSchema } from '../../../shared/openapi/product-words.ts';
import type { contract } from '../contract.ts';

const least = {};
const success = successesOf(least, {
  data: { ProductListCount: 2, ProductList: [poolAnswer, membershipAnswer] },
  setUp: productScene,
});

/** The words and examples of the list of products (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'List products',
  description: 'Lists the 500 newest products of the dealer, the newest first.',
  fields: {},
  data: countedList('ProductList', { items: productSchema, most: 500 }),
  order: [
    ...dealerSaleSteps('reading products'),
    { step: 'Shape and required fields', conditions: { InvalidRequest: NOT_AN_OBJECT } },
  ],
  examples: [
    success('two', 'Two products', {}),
    success(
      'none',
      'A dealer without products',
      {},
      {
        data: { ProductListCount: 0, ProductList: [] },
        setUp: {},
      },
    ),
    ...dealerSaleRefusals('GetProductList', least),
    unexpectedExample(least),
  ],
};
