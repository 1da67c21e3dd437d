import { alwaysTrue } from '../../../../shared/openapi/answer-members.ts';
import { dealerSaleRefusals, dealerSaleSteps } from '../../../../shared/openapi/dealer-sale-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { productScene } from '../../../../shared/openapi/product-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ProductCode: 'GYM' };
const success = successesOf(least, { data: true, setUp: productScene });
const refused = refusalsOf<Reason>(least, productScene);

/** The words and examples of the deletion of a product (decisions: products and schedules). */
export const document: DocumentOf<typeof contract> = {
  title: 'Delete a product',
  description: 'Deletes a product that no sale uses. Its code is free again.',
  fields: {
    DealerProductId: { description: 'Id of the product in the service. Not needed where ProductCode is given.' },
    ProductCode: { description: "The dealer's code of the product. Not needed where DealerProductId is given." },
  },
  anyOfFields: ['DealerProductId', 'ProductCode'],
  data: alwaysTrue,
  order: [
    ...dealerSaleSteps('deleting a product'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read; the message names it.',
        ProductCodeOrDealerProductIdMustBeGiven: 'Neither ProductCode nor DealerProductId is given.',
      },
    },
    {
      step: 'Product',
      conditions: {
        ProductNotFound: 'No product of this dealer has the identifiers that were given.',
        ProductCodeDoesntMatchDealerProductId: 'Both identifiers are given and do not name one and the same product.',
        InvalidRequest: 'A sale uses the product; the message names one.',
      },
    },
  ],
  examples: [
    success('byCode', 'A product by its code', {}),
    success('byId', 'A product by its id', { DealerProductId: '501', ProductCode: null }, { spelling: 'tolerated' }),
    ...dealerSaleRefusals('DeleteProduct', least),
    refused(
      'ProductCodeOrDealerProductIdMustBeGiven',
      {
        summary: 'Neither identifier is given',
        message: 'ProductCode or DealerProductId must be given.',
      },
      { ProductCode: '' },
    ),
    refused(
      'ProductNotFound',
      {
        summary: 'There is no such product',
        message: 'No product of this dealer has the given DealerProductId or ProductCode.',
      },
      { ProductCode: 'SAUNA' },
    ),
    refused(
      'ProductCodeDoesntMatchDealerProductId',
      {
        summary: 'The identifiers name two products',
        message: 'ProductCode and DealerProductId do not belong to the same product.',
      },
      { DealerProductId: 502 },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'inUse',
        summary: 'A sale uses the product',
        message: 'The sale with DealerSaleId 77 uses this product, so it cannot be deleted.',
      },
      { ProductCode: 'POOL' },
    ),
    unexpectedExample(least),
  ],
};
