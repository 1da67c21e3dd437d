import { listDocument } from '../../../../shared/openapi/dealer-sale-words.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { membershipAnswer, poolAnswer, productScene, productSchema } from '../../../../shared/openapi/product-words.ts';
import type { contract } from '../contract.ts';

/** The words and examples of the list of products (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = listDocument({
  operation: 'GetProductList',
  title: 'List products',
  description: 'Lists the 500 newest products of the dealer, the newest first.',
  kind: 'products',
  list: 'ProductList',
  items: productSchema,
  most: 500,
  two: { entries: [poolAnswer, membershipAnswer], scene: productScene },
});
