import type { FieldText } from '../../shared/openapi/operation-document.ts';

type Members = Readonly<Record<string, FieldText>>;

const EMAIL = { type: 'string', format: 'email', maxLength: 254 } as const;
const PHONE = { type: 'string', pattern: '^(\\+90|90|0)?5[0-9]{9}$' } as const;
const PHONE_RULE = '10 digits that start with 5; a leading 0, 90 or +90 and spaces are dropped.';

/** What the published document says of a SubDealer entry (2.4). */
export const subDealer: Members = {
  DealerId: { required: true, description: 'Number of the sub-dealer.' },
  Amount: {
    required: true,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
    description:
      'Scenarios 1 to 5: what falls to the sub-dealer before its commission; together they equal Amount of the payment. Scenario 6: what is paid to the sub-dealer; together they do not exceed it.',
  },
  DealerCommissionRate: {
    description: 'Scenario 2, required there: commission as a percentage of Amount, at most four decimals.',
  },
  DealerCommissionAmount: { description: 'Scenario 3, required there: the commission.' },
  DealerCommissionFixedAmount: { description: 'Scenario 2: added to the commission; 0 where it is not sent.' },
  GroupRevenueRate: {
    description: "Scenario 4, required there: the dealer's revenue as a percentage of Amount, at most four decimals.",
  },
  GroupRevenueAmount: { description: "Scenario 5, required there: the dealer's revenue." },
  AmountToBeCommissioned: {
    description:
      "Scenarios 4 and 5, required there: the amount on which the sub-dealer bears the service's commission. Together they equal Amount of the payment; 0 for a sub-dealer from whom nothing is wanted.",
  },
  IsIncludedFixedAmount: {
    schema: { type: 'integer', enum: [0, 1], default: 0 },
    description: "Scenarios 4 and 5: 1 adds the dealer's fixed amount to the sub-dealer's commission.",
  },
};

/** 2.5, the basket's lines. */
export const basketProduct: Members = {
  ProductId: { description: 'Id of the product.' },
  ProductCode: { description: "The dealer's code of the product." },
  UnitPrice: { description: 'Price of one piece.' },
  Quantity: { description: 'Number of pieces.' },
};

/** 2.5 */
export const buyerInformation: Members = {
  BuyerFullName: { description: 'Full name of the buyer.' },
  BuyerEmail: { schema: EMAIL, description: 'E-mail address of the buyer.' },
  BuyerGsmNumber: { schema: PHONE, description: `Mobile phone of the buyer: ${PHONE_RULE}` },
  BuyerAddress: { description: 'Postal address of the buyer.' },
  BasketProduct: { description: 'What is bought.', members: basketProduct },
};

/** 2.6 */
export const customerInformation: Members = {
  DealerCustomerId: { description: 'Id of a customer who is registered already. 0 counts as not given.' },
  CustomerCode: {
    description: "The dealer's code of the customer. A code that is new registers the customer, and needs FirstName.",
  },
  FirstName: { description: 'First name of a customer who is new.' },
  LastName: { description: 'Last name of a customer who is new.' },
  Gender: { schema: { type: 'integer', enum: [0, 1, 2] }, description: '1 male, 2 female, 0 not given.' },
  BirthDate: {
    schema: { type: 'string', pattern: '^[0-9]{8}$' },
    description: 'Birth date of the customer: a real day in the past, YYYYMMDD.',
  },
  GsmNumber: { schema: PHONE, description: `Mobile phone of the customer: ${PHONE_RULE}` },
  Email: { schema: EMAIL, description: 'E-mail address of the customer.' },
  Address: { description: 'Postal address of the customer.' },
  CardName: { description: 'A name for the stored card.' },
};
