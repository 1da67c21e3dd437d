import { alwaysTrue } from '../../../../shared/openapi/answer-members.ts';
import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  exampleSale,
  namedSaleOrder,
  namedSaleRefusals,
  saleNameFields,
  saleScene,
} from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

const success = successesOf(exampleSale, { data: true, setUp: saleScene });

/** The words and examples of the deletion of a sale (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Delete a sale',
  description:
    'Ends a recurring sale: no charge of it begins from then on. A charge that has begun ends, and its result is reported. The code is free again, and the customer may be removed.',
  fields: saleNameFields,
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: alwaysTrue,
  order: namedSaleOrder('deleting a sale'),
  examples: [
    success('byCode', 'A sale by its code', {}),
    success('byId', 'A sale by its id', { DealerSaleId: '78', SaleCode: null }, { spelling: 'tolerated' }),
    ...namedSaleRefusals('DeleteSale'),
  ],
};
