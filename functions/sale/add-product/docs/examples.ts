import { dealerSaleRefusals, dealerSaleSteps } from '../../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { productScene, productSchema } from '../../../../shared/openapi/product-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ProductName: 'Membership' };
const answer = {
  DealerProductId: 100_000,
  ProductCode: '4B1A6E0C-3C56-4B5E-9D3B-1B0B3C7E9F21',
  ProductName: 'Membership',
};

const success = successesOf(least, { data: answer, generated: ['DealerProductId', 'ProductCode'] });
const refused = refusalsOf<Reason>(least, productScene);

/** The words and examples of a new product (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a product',
  description:
    'Adds a product that recurring sales may name. It is never changed: delete it, and add another one. A dealer has at most 1,000.',
  fields: {
    ProductCode: { description: "The dealer's own code of the product; without it the answer has a new guid." },
    ProductName: { required: true, description: 'Name of the product.' },
  },
  data: productSchema,
  order: [
    ...dealerSaleSteps('adding a product'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field breaks its rule; the message names it.',
        ProductNameIsRequired: 'ProductName is not given.',
      },
    },
    {
      step: 'Product',
      conditions: {
        ProductCodeAlreadyUsing: 'The dealer has a product of this code.',
        InvalidRequest: 'The dealer has 1,000 products.',
      },
    },
  ],
  examples: [
    success(
      'withCode',
      'With a code',
      { ProductCode: 'GYM' },
      { data: { ...answer, ProductCode: 'GYM' }, generated: ['DealerProductId'] },
    ),
    success('least', 'With a name alone; the code is made', { ProductCode: '' }),
    ...dealerSaleRefusals('AddProduct', least),
    refused(
      'ProductNameIsRequired',
      { summary: 'The name is missing', message: 'ProductName is required.' },
      { ProductName: ' ' },
    ),
    refused(
      'ProductCodeAlreadyUsing',
      { summary: 'The code is taken', message: 'ProductCode belongs to a product of this dealer already.' },
      { ProductCode: 'GYM' },
    ),
    unexpectedExample(least),
  ],
};
