import {
  countedList,
  dealerSaleRefusals,
  dealerSaleSteps,
  NOT_AN_OBJECT,
} from '../../../shared/openapi/dealer-sale-words.ts';
import { successesOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import { saleSchema } from '../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

const least = {};
const success = successesOf(least, { data: { DealerSaleListCount: 0, DealerSaleList: [] } });

/** The words and examples of the list of sales (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'List sales',
  description:
    'Lists the 500 newest recurring sales of the dealer, the newest first, without deleted ones. A new one may be listed a moment later.',
  fields: {},
  data: countedList('DealerSaleList', { items: saleSchema, most: 500 }),
  order: [
    ...dealerSaleSteps('reading sales'),
    { step: 'Shape and required fields', conditions: { InvalidRequest: NOT_AN_OBJECT } },
  ],
  examples: [
    success('none', 'A dealer without sales', {}),
    ...dealerSaleRefusals('GetSaleList', least),
    unexpectedExample(least),
  ],
};
