import { dealerSaleRefusals, dealerSaleSteps } from '../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import {
  exampleSale,
  NEITHER_SALE,
  noSaleName,
  noSaleNames,
  saleAnswer,
  saleNameFields,
  saleScene,
  saleSchema,
  saleStep,
  twoSales,
  unknownSale,
} from '../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const success = successesOf(exampleSale, { data: saleAnswer, setUp: saleScene });
const refused = refusalsOf<Reason>(exampleSale, saleScene);

/** The words and examples of get sale (dealer interface 2.9, 2.10 and 7.5). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get sale',
  description:
    'Reads one recurring sale of the dealer, by its id in the service, by the code of the dealer, or by both.',
  fields: saleNameFields,
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: saleSchema,
  order: [
    ...dealerSaleSteps('reading a sale'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read; the message names it.',
        SaleCodeOrDealerSaleIdMustBeGiven: NEITHER_SALE,
      },
    },
    saleStep,
  ],
  examples: [
    success('byCode', 'A sale by its code', {}),
    { ...success('byId', 'A sale by its id', {}), request: { DealerSaleId: 77 } },
    success(
      'emptyId',
      'A sale by its code; an empty member counts as not given',
      { DealerSaleId: '' },
      { spelling: 'tolerated' },
    ),
    ...dealerSaleRefusals('GetSale', exampleSale),
    refused('SaleCodeOrDealerSaleIdMustBeGiven', { name: 'noIdentifier', ...noSaleName }, noSaleNames),
    refused('DealerSaleNotFound', { name: 'notFound', ...unknownSale }, { SaleCode: 'GYM-2025-9999' }),
    refused('SaleCodeDoesntMatchDealerSaleId', { name: 'mismatch', ...twoSales }, { DealerSaleId: 78 }),
    unexpectedExample(exampleSale),
  ],
};
