import {
  cardAnswer,
  customerScene,
  customerSteps,
  elifAnswer,
  exampleToken,
  otherToken,
  recordWithCardsSchema,
  sharedExamples,
  tokenField,
  UNKNOWN_TOKEN,
  unknownToken,
} from '../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { CardToken: exampleToken, CardName: 'Her Mastercard' };
const success = successesOf(least, {
  data: { DealerCustomer: elifAnswer, CardListCount: 1, CardList: [{ ...cardAnswer, CardName: 'Her Mastercard' }] },
  setUp: customerScene,
});
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of another name for a card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Rename a card',
  description: 'Gives a stored card another name, and answers all cards of its customer.',
  fields: {
    CardToken: tokenField,
    CardName: { description: 'The new name; absent or empty: none.' },
  },
  data: recordWithCardsSchema,
  order: [
    ...customerSteps('renaming a card'),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'CardToken is not given, or a field breaks its rule; the message names it.' },
    },
    { step: 'Card', conditions: { CardTokenNotFound: UNKNOWN_TOKEN } },
  ],
  examples: [
    success('named', 'Another name', {}),
    ...sharedExamples('UpdateCard', least),
    refused(
      'InvalidRequest',
      { name: 'noToken', summary: 'No token', message: 'CardToken is required.' },
      { CardToken: '' },
    ),
    refused('CardTokenNotFound', unknownToken, otherToken),
    unexpectedExample(least),
  ],
};
