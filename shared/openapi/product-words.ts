import { objectOf, text, whole } from './answer-members.ts';
import type { ExampleSetUp } from './operation-document.ts';

// Words and examples of the operations of products.

export const productSchema = objectOf({
  DealerProductId: whole('Id of the product in the service.'),
  ProductCode: { ...text("The dealer's code of the product."), maxLength: 100 },
  ProductName: { ...text('Name of the product.'), maxLength: 100 },
});

const membership = { dealerProductId: 501, productCode: 'GYM', productName: 'Membership', createdAtMs: 0 };

/** Two products; a sale uses the second. */
export const productScene: ExampleSetUp = {
  products: [
    membership,
    { ...membership, dealerProductId: 502, productCode: 'POOL', productName: 'Swimming pool', usedBySale: 77 },
  ],
};

export const membershipAnswer = { DealerProductId: 501, ProductCode: 'GYM', ProductName: 'Membership' };
export const poolAnswer = { DealerProductId: 502, ProductCode: 'POOL', ProductName: 'Swimming pool' };
