import { refusalsOf, successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  exampleSale,
  namedSaleOrder,
  namedSaleRefusals,
  SALE_REFERENCES,
  SALE_VALUES,
  saleAnswer,
  saleFields,
  saleNameFields,
  saleScene,
  saleSchema,
} from '../../../../shared/openapi/sale-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const success = successesOf(exampleSale, { data: saleAnswer, setUp: saleScene });
const refused = refusalsOf<Reason>(exampleSale, saleScene);
const newAmount = { Amount: '29.90', EndDate: '20301231' };
const newSchedule = { DealerSaleId: 77, DealerSaleScheduleId: 602, ProductCode: 'GYM' };

/** The words and examples of a changed sale (dealer interface 2.10; decisions: recurring sales). */
export const document: DocumentOf<typeof contract> = {
  title: 'Update a sale',
  description:
    'Changes the fields that are given, and leaves the others; nothing can be emptied. A payment whose first charge has begun keeps its amount and its day.',
  fields: { ...saleFields, ...saleNameFields },
  anyOfFields: ['DealerSaleId', 'SaleCode'],
  data: saleSchema,
  order: namedSaleOrder(
    'changing a sale',
    `With the changes, the sale would break a rule. ${SALE_VALUES} ${SALE_REFERENCES}`,
  ),
  examples: [
    success('amount', 'A new amount, and a last day', newAmount, {
      data: { ...saleAnswer, Amount: 29.9, EndDate: '20301231' },
      spelling: 'tolerated',
    }),
    success('schedule', 'Another schedule, and a product', newSchedule, {
      data: { ...saleAnswer, DealerSaleScheduleId: 602, ProductCode: 'GYM', DealerProductId: 501 },
    }),
    ...namedSaleRefusals('UpdateSale'),
    refused(
      'InvalidRequest',
      {
        name: 'installmentsInEuro',
        summary: 'Installments in a foreign currency',
        message: 'InstallmentNumber must be 1 where Currency is not TL.',
      },
      { Currency: 'EUR', InstallmentNumber: 3 },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'otherCustomer',
        summary: 'The card is not one of the new customer',
        message: 'DefaultCard1Token is not the token of a stored card of this customer.',
      },
      { CustomerCode: 'C-1034' },
    ),
  ],
};
