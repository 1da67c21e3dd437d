import { dealerSaleRefusals, dealerSaleSteps } from '../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import {
  exampleSale,
  NEITHER_SALE,
  noSaleName,
  noSaleNames,
  saleNameFields,
  saleScene,
  saleStep,
  twoSales,
  unknownSale,
} from '../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const success = successesOf(exampleSale, { data: true, setUp: saleScene });
const refused = refusalsOf<Reason>(exampleSale, saleScene);

/** The words and examples of the deletion of a sale (decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Delete a sale',
  description:
    'Ends a recurring sale: no charge of it begins from then on. A charge that has begun ends, and its result is reported. The code is free again, and the customer may be removed.',
  fields: saleNameFields,
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: { type: 'boolean', const: true, description: 'Always true.' },
  order: [
    ...dealerSaleSteps('deleting a sale'),
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
    success('byId', 'A sale by its id', { DealerSaleId: '78', SaleCode: null }, { spelling: 'tolerated' }),
    ...dealerSaleRefusals('DeleteSale', exampleSale),
    refused(
      'InvalidRequest',
      {
        name: 'badId',
        summary: 'An id is none',
        message: 'DealerSaleId must be a whole number from 1 to 2147483647.',
      },
      { DealerSaleId: 'x' },
    ),
    refused('SaleCodeOrDealerSaleIdMustBeGiven', noSaleName, noSaleNames),
    refused('DealerSaleNotFound', unknownSale, { SaleCode: 'GYM-2025-9999' }),
    refused('SaleCodeDoesntMatchDealerSaleId', twoSales, { DealerSaleId: 78 }),
    unexpectedExample(exampleSale),
  ],
};
