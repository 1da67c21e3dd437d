import type { FieldText } from './operation-document.ts';
import { customerEmail, customerFields, customerPhone } from './payment-fields.ts';

type Members = Readonly<Record<string, FieldText>>;

/** The words of the published document for a SubDealer entry (dealer interface 2.4). */
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

/** The words of the published document for CustomerInformation (dealer interface 2.6). */
export const customerInformation: Members = {
  ...customerFields,
  GsmNumber: customerPhone,
  Email: customerEmail,
  CardName: { description: 'A name for the stored card.' },
};
