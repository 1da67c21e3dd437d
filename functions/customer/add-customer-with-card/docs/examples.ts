import {
  CARD_STORAGE,
  cardAnswer,
  cardFields,
  customerScene,
  customerSteps,
  detailFields,
  elifAnswer,
  INVALID_CARD,
  recordWithCardsSchema,
  sentCard,
  sharedExamples,
  TOO_MANY,
} from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { CustomerCode: 'C-2002', ...sentCard };
const success = successesOf(least, {
  data: {
    DealerCustomer: {
      ...elifAnswer,
      DealerCustomerId: 100_001,
      CustomerCode: 'C-2002',
      FirstName: '',
      LastName: '',
      Gender: 0,
      BirthDate: '',
      GsmNumber: '',
    },
    CardListCount: 1,
    CardList: [{ ...cardAnswer, CardName: 'Her Visa', CardNumberFirstSix: '411111', CardNumberLastFour: '1111' }],
  },
  generated: ['DealerCustomer', 'CardList'],
});
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of a new customer with a card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a customer with a card',
  description:
    'Registers a customer and stores a card for it, both or neither. The card is not charged, and no bank is asked.',
  fields: {
    CustomerCode: { required: true, description: "The dealer's own code of the customer, which is never changed." },
    ...detailFields,
    ...cardFields,
  },
  data: recordWithCardsSchema,
  order: [
    ...customerSteps('adding a customer'),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'CustomerCode is not given, or a field breaks its rule; the message names it.' },
    },
    { step: 'Permissions', conditions: { InvalidRequest: CARD_STORAGE } },
    {
      step: 'Customer or card',
      conditions: {
        InvalidCardInfo: INVALID_CARD,
        CustomerCodeAlreadyUsing: 'The dealer has a customer of this code; its cards are those of before.',
        TooManyCards: TOO_MANY,
      },
    },
  ],
  examples: [
    success('least', 'A code and a card', {}),
    ...sharedExamples('AddCustomerWithCard', least),
    refused('InvalidRequest', {
      name: 'noCardStorage',
      summary: 'The dealer may not store cards',
      message: 'This dealer may not store cards.',
      setUp: { dealer: { cardStorage: false } },
    }),
    refused(
      'InvalidCardInfo',
      {
        summary: 'The card has expired',
        message: 'ExpMonth and ExpYear must name a month that is not over, written MM and YYYY.',
      },
      { ExpYear: '2020' },
    ),
    refused(
      'CustomerCodeAlreadyUsing',
      { summary: 'The code is taken', message: 'CustomerCode belongs to a customer of this dealer already.' },
      { CustomerCode: 'C-1033' },
    ),
    unexpectedExample(least),
  ],
};
