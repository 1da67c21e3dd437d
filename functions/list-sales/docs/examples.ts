import { listDocument } from '../../../shared/openapi/dealer-sale-words.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import { saleSchema } from '../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

/** The words and examples of the list of sales (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = listDocument({
  operation: 'GetSaleList',
  title: 'List sales',
  description:
    'Lists the 500 newest recurring sales of the dealer, the newest first, without deleted ones. A new one may be listed a moment later.',
  kind: 'sales',
  list: 'DealerSaleList',
  items: saleSchema,
  most: 500,
});
