import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import { exampleBuyer, exampleCustomer } from '../../../../shared/openapi/examples-in-common.ts';
import type { DocumentOf, SuccessExample } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';
import { data, fields, order } from './documentation.ts';
import { least, scene, sceneWith, splits, token } from './example-requests.ts';
import { refusals } from './examples-of-refusals.ts';

const started = {
  Url: 'https://pay.example/box/k3v7q2mzt5w4y6xa2bcdefgh3i.01.Zk3oQ4dXyN1uG7sV0bTq2A.2rXJY0mC1vO9b4Qy7nT5uW8sL3kH6gF1dZ0xPqRjMtE',
  CodeForHash: '9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC',
};
const customers = [exampleCustomer];
const generated = ['Url', 'CodeForHash'];
const start = successesOf(least, { data: started, generated, setUp: scene });
const startedByToken = { ...started, Url: `${started.Url}/stored-card` };
const startByToken = successesOf(least, { data: startedByToken, generated, setUp: scene });
const { CardNumber, ExpMonth, ExpYear, CvcNumber: _cvc, CardHolderFullName: _holder, ...withoutCard } = least;

const successes: readonly SuccessExample[] = [
  start('started', 'A single payment', {}),
  start('installments', 'Three installments, pre-authorised and pooled, pages in English inside an iframe', {
    InstallmentNumber: 3,
    IsPreAuth: 1,
    IsPoolPayment: 1,
    RedirectType: 1,
    Language: 'EN',
  }),
  start('buyer', 'With what is known of buyer, basket and software', {
    ClientIP: '192.0.2.10',
    Software: 'Example Shop',
    Description: 'İki koltuk',
    BuyerInformation: {
      ...exampleBuyer,
      BasketProduct: [{ DealerProductId: 5, ProductCode: 'P-5', UnitPrice: 13.75, Quantity: 2 }],
    },
  }),
  start(
    'checkedBasket',
    "A checked basket with the dealer's product and an article of the shop",
    {
      BasketProduct: [
        { DealerProductId: 501, ProductCode: 'GYM', UnitPrice: 20, Quantity: 1 },
        { ProductCode: 'P-5', UnitPrice: 7.5, Quantity: 1 },
      ],
    },
    {
      setUp: {
        ...sceneWith({ checkBasket: true }),
        products: [{ dealerProductId: 501, productCode: 'GYM', productName: 'Gym', createdAtMs: 0 }],
      },
    },
  ),
  start(
    'nameAlone',
    'The name of the buyer in place of BuyerInformation',
    { BuyerInformation: 'Elif Yılmaz' },
    {
      spelling: 'tolerated',
    },
  ),
  start('cardToStore', 'The card is stored under a customer who is registered with the payment', {
    IsTokenized: 1,
    CustomerInformation: { CustomerCode: 'C-2001', FirstName: 'Deniz', LastName: 'Kaya', CardName: 'Maaş kartı' },
  }),
  {
    ...startByToken('cardToken', 'By the token of a stored card', {}),
    request: { ...withoutCard, CardToken: token },
    setUp: {
      ...scene,
      customers,
      storedCards: [
        {
          token,
          customer: { dealerCustomerId: 1033, customerCode: 'C-1033' },
          card: { number: CardNumber, expiryMonth: ExpMonth, expiryYear: ExpYear },
        },
      ],
    },
  },
  {
    ...start('withSubDealers', 'Split among sub-dealers', splits),
    operation: 'DoDirectPaymentThreeDMarketPlace',
  },
];

const WHAT_FOLLOWS =
  "No card is charged by the call. Send the payer's browser to `Url` at once: it leads to the bank's 3D page, and the result is reported to RedirectUrl. Confirm it with the payment detail list before you deliver.";

/** The words and examples of 3D payments from a dealer's shop. */
export const document: DocumentOf<typeof contract> = {
  title: 'Start 3D payment',
  description: `Starts a payment with 3D Secure for a card that the dealer's own shop has taken. ${WHAT_FOLLOWS}`,
  further: {
    DoDirectPaymentThreeDMarketPlace: {
      title: 'Start 3D payment with sub-dealers',
      description: `The same payment, split among sub-dealers. ${WHAT_FOLLOWS}`,
    },
  },
  fields,
  data,
  order,
  examples: [...successes, ...refusals],
};
