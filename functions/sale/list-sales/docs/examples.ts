import { listDocument } from '../../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { saleSchema } from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

const listed = listDocument({
  operation: 'GetSaleList',
  title: 'List sales',
  description:
    'Lists recurring sales of the dealer, the newest first, without deleted ones, at most 500 in one answer. A new one may be listed a moment later.',
  kind: 'sales',
  list: 'DealerSaleList',
  items: saleSchema,
  most: 500,
  goesOn: 'BeforeDealerSaleId',
});

const refused = refusalsOf<'InvalidRequest'>({}, {});

/** The words and examples of the list of sales (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  ...listed,
  fields: {
    BeforeDealerSaleId: {
      description:
        'The list goes on behind this sale: the value of the same name in the answer before. It may have been deleted meanwhile.',
    },
  },
  examples: [
    ...listed.examples,
    refused(
      'InvalidRequest',
      {
        name: 'unknownPlace',
        summary: 'A sale that is not there',
        message: 'BeforeDealerSaleId is the id of no sale in this list.',
      },
      { BeforeDealerSaleId: 99 },
    ),
  ],
};
