import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  exampleSale,
  namedSaleOrder,
  namedSaleRefusals,
  saleAnswer,
  saleNameFields,
  saleScene,
  saleSchema,
} from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

const success = successesOf(exampleSale, { data: saleAnswer, setUp: saleScene });

/** The words and examples of get sale (dealer interface 2.9, 2.10 and 7.5). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get sale',
  description:
    'Reads one recurring sale of the dealer, by its id in the service, by the code of the dealer, or by both.',
  fields: saleNameFields,
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: saleSchema,
  order: namedSaleOrder('reading a sale'),
  examples: [
    success('byCode', 'A sale by its code', {}),
    { ...success('byId', 'A sale by its id', {}), request: { DealerSaleId: 77 } },
    success(
      'emptyId',
      'A sale by its code; an empty member counts as not given',
      { DealerSaleId: '' },
      { spelling: 'tolerated' },
    ),
    ...namedSaleRefusals('GetSale'),
  ],
};
