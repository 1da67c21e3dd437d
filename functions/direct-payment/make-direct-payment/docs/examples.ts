import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import { exampleBuyer, exampleCustomer } from '../../../../shared/openapi/examples-in-common.ts';
import type { DocumentOf, ExampleSetUp, SuccessExample } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';
import { data, fields, order } from './documentation.ts';
import { least, plain, scene } from './example-requests.ts';
import {
  customerAndCard,
  faults,
  limits,
  permissions,
  pipeline,
  requiredAndValues,
  unknownOutcome,
  virtualPos,
} from './examples-of-refusals.ts';

const charged = {
  IsSuccessful: true,
  ResultCode: '',
  ResultMessage: '',
  VirtualPosOrderId: 'ORDER-667DE841875CC8DD6E1BBB15D1B4EADA',
};
const customers = [exampleCustomer];
const cardToken = '5e0f3a9c-1b7d-4c7e-9d3a-60c1f4a2b8d7';
const withToken = { CardToken: cardToken, Amount: least.Amount, OtherTrxCode: least.OtherTrxCode };
const splits = { CommissionScenario: least.CommissionScenario, SubDealer: least.SubDealer };
const sceneOfToken: ExampleSetUp = {
  ...scene,
  customers,
  storedCards: [
    {
      token: cardToken,
      customer: { dealerCustomerId: 1033, customerCode: 'C-1033' },
      card: { number: least.CardNumber, expiryMonth: least.ExpMonth, expiryYear: least.ExpYear },
    },
  ],
};
const declined = { IsSuccessful: false, ResultCode: '002', ResultMessage: 'Insufficient limit', VirtualPosOrderId: '' };

const payment = successesOf(least, { data: charged, generated: ['VirtualPosOrderId'], setUp: scene });

/** One payment for each scenario (dealer interface 2.3). */
const scenarios: readonly SuccessExample[] = [
  payment('scenario1', 'Scenario 1: the rates that the service has for the sub-dealers', {}),
  payment('scenario2', 'Scenario 2: a rate for each sub-dealer, and a fixed amount', {
    CommissionScenario: 2,
    SubDealer: [
      { DealerId: 1774, Amount: 10.25, DealerCommissionRate: 3.85, DealerCommissionFixedAmount: 0.25 },
      { DealerId: 1803, Amount: 17.25, DealerCommissionRate: 2 },
    ],
  }),
  payment('scenario3', 'Scenario 3: an amount of commission for each sub-dealer', {
    CommissionScenario: 3,
    SubDealer: [
      { DealerId: 1774, Amount: 10.25, DealerCommissionAmount: 0.4 },
      { DealerId: 1803, Amount: 17.25, DealerCommissionAmount: 0 },
    ],
  }),
  payment(
    'scenario4',
    "Scenario 4: the dealer's revenue as a rate; one sub-dealer bears the commission of the service",
    {
      CommissionScenario: 4,
      SubDealer: [
        { DealerId: 1774, Amount: 10.25, GroupRevenueRate: 0, AmountToBeCommissioned: 0 },
        {
          DealerId: 1803,
          Amount: 17.25,
          GroupRevenueRate: 3.5,
          AmountToBeCommissioned: 27.5,
          IsIncludedFixedAmount: 1,
        },
      ],
    },
  ),
  payment('scenario5', "Scenario 5: the dealer's revenue as an amount", {
    CommissionScenario: 5,
    SubDealer: [
      { DealerId: 1774, Amount: 10.25, GroupRevenueAmount: 1, AmountToBeCommissioned: 10.25 },
      { DealerId: 1803, Amount: 17.25, GroupRevenueAmount: 0.5, AmountToBeCommissioned: 17.25 },
    ],
  }),
  payment('scenario6', 'Scenario 6: what is paid to the sub-dealers; the rest is their commission', {
    CommissionScenario: 6,
    SubDealer: [
      { DealerId: 1774, Amount: 10 },
      { DealerId: 1803, Amount: 16.5 },
    ],
  }),
];

const others: readonly SuccessExample[] = [
  payment('installments', 'Three installments, pre-authorised and pooled', {
    InstallmentNumber: 3,
    IsPreAuth: 1,
    IsPoolPayment: 1,
  }),
  payment('buyer', 'With what is known of buyer, basket and software', {
    ClientIP: '192.0.2.10',
    Software: 'Example Shop',
    Description: 'İki koltuk',
    BuyerInformation: {
      ...exampleBuyer,
      BasketProduct: [{ ProductId: 5, ProductCode: 'P-5', UnitPrice: 13.75, Quantity: 2 }],
    },
  }),
  payment('cardToStore', 'The card is stored under a customer who is registered with the payment', {
    CustomerInformation: { CustomerCode: 'C-2001', FirstName: 'Deniz', LastName: 'Kaya', CardName: 'Maaş kartı' },
  }),
  payment(
    'cardToStoreOfKnownCustomer',
    'The card is stored under a customer who is registered already',
    { CustomerInformation: { DealerCustomerId: 1033 } },
    { setUp: { ...scene, customers } },
  ),
  payment(
    'declined',
    'The bank declines: the envelope says Success, Data says why',
    { CardNumber: '4111110000000039' },
    { data: declined, generated: [] },
  ),
  payment(
    'replayed',
    'The same request again, spelled otherwise and the sub-dealers in another order: charged once, the first answer again',
    { Amount: '27.50', ExpMonth: 12, ExpYear: 2049, IntegratorId: 0, SubDealer: least.SubDealer.toReversed() },
    { setUp: { ...scene, earlier: least }, replayed: true, spelling: 'tolerated' },
  ),
];

/** Payments by the token of a card that was stored before. */
const byToken: readonly SuccessExample[] = [
  {
    ...payment('cardToken', 'By the token of a stored card', {}, { setUp: sceneOfToken }),
    request: { ...withToken, ...splits },
  },
  {
    ...payment('cardTokenWithCvc', 'By token, with the CVC that the payer gave, and the customer named', {}),
    request: { ...withToken, CvcNumber: '123', CustomerInformation: { CustomerCode: 'C-1033' } },
    setUp: sceneOfToken,
    operation: 'DoDirectPayment',
  },
];

/** Payments at the path without sub-dealers. */
const withoutSubDealers: readonly SuccessExample[] = [
  {
    ...payment('withoutSubDealers', 'A payment without sub-dealers', {}),
    request: plain,
    operation: 'DoDirectPayment',
  },
  {
    ...payment('withSubDealers', 'A list of sub-dealers is split here as well', {}),
    operation: 'DoDirectPayment',
  },
  {
    ...payment('declinedWithoutSubDealers', 'The bank declines', {}, { data: declined, generated: [] }),
    request: { ...plain, CardNumber: '4111110000000039' },
    operation: 'DoDirectPayment',
  },
];

const PROTECTION =
  'Send an OtherTrxCode of your own: the same request with the same code charges the card once, however often it is sent, and an answer that was lost comes again. **A payment without OtherTrxCode has no protection against a double charge.** `OutcomeUnknown` and `EX` are no declines: repeat the request with the same code. An answer comes within 28 seconds.';

/** The words and examples of direct payments (dealer interface 2.2 to 2.6 and 7.2). */
export const document: DocumentOf<typeof contract> = {
  title: 'Make direct payment with sub-dealers',
  description: `Charges a card, or a stored card by its token, without 3D Secure, and splits the payment among sub-dealers. A decline of the bank is an answer with ResultCode \`Success\` whose \`Data.IsSuccessful\` is false. ${PROTECTION}`,
  further: {
    DoDirectPayment: {
      title: 'Make direct payment',
      description: `The same payment without sub-dealers: CommissionScenario and SubDealer are left out. Where SubDealer is sent, it is split as at the path for sub-dealers. ${PROTECTION}`,
    },
  },
  fields,
  data,
  order,
  examples: [
    ...scenarios,
    ...others,
    ...byToken,
    ...withoutSubDealers,
    ...pipeline,
    ...requiredAndValues,
    ...permissions,
    ...virtualPos,
    ...customerAndCard,
    ...limits,
    ...unknownOutcome,
    ...faults,
  ],
};
