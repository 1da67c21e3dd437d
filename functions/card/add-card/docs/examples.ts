import {
  CARD_STORAGE,
  cardAnswer,
  cardFields,
  customerScene,
  customerSteps,
  elifAnswer,
  exampleCustomerName,
  INVALID_CARD,
  mismatch,
  NEITHER_NAME,
  nameFields,
  nameStep,
  noName,
  noNames,
  notFound,
  recordWithCardsSchema,
  sentCard,
  sharedExamples,
  TOO_MANY,
  twoNames,
} from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ...exampleCustomerName, ...sentCard };
const addedCard = {
  ...cardAnswer,
  CardToken: '7d1e0f3a-52c4-4b8e-9a61-0c2f5b7d9e10',
  CardName: 'Her Visa',
  BankName: 'İş Bankası',
  CardNumberFirstSix: '411111',
  CardNumberLastFour: '1111',
};
const success = successesOf(least, {
  data: { DealerCustomer: elifAnswer, CardListCount: 2, CardList: [addedCard, cardAnswer] },
  generated: ['CardList'],
  setUp: customerScene,
});
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of a card that a dealer stores (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a card',
  description:
    'Stores a card for a customer and answers all its cards. A card that the customer has already keeps its token. The card is not charged, and no bank is asked.',
  fields: { ...nameFields, ...cardFields },
  anyOfFields: ['DealerCustomerId', 'CustomerCode'],
  data: recordWithCardsSchema,
  order: [
    ...customerSteps('adding a card'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field breaks its rule; the message names it.',
        CustomerCodeOrDealerCustomerIdMustBeGiven: NEITHER_NAME,
      },
    },
    { step: 'Permissions', conditions: { InvalidRequest: CARD_STORAGE } },
    {
      step: 'Customer or card',
      conditions: { InvalidCardInfo: INVALID_CARD, ...nameStep.conditions, TooManyCards: TOO_MANY },
    },
  ],
  examples: [
    success('second', 'A second card', {}),
    ...sharedExamples('AddCard', least),
    refused('InvalidRequest', {
      name: 'noCardStorage',
      summary: 'The dealer may not store cards',
      message: 'This dealer may not store cards.',
      setUp: { ...customerScene, dealer: { cardStorage: false } },
    }),
    refused('CustomerCodeOrDealerCustomerIdMustBeGiven', noName, noNames),
    refused(
      'InvalidCardInfo',
      { summary: 'The check digit is wrong', message: 'CardNumber is not the number of a card.' },
      { CardNumber: '4111111111111112' },
    ),
    refused('DealerCustomerNotFound', notFound, { CustomerCode: 'C-9999' }),
    refused('CustomerCodeDoesntMatchDealerCustomerId', mismatch, twoNames),
    unexpectedExample(least),
  ],
};
