import {
  customerScene,
  customerSteps,
  elifWithCard,
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

const least = { CardToken: exampleToken };
const success = successesOf(least, { data: elifWithCard, setUp: customerScene });
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of a stored card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get a card',
  description: 'Reads a stored card by its token, with the customer whose card it is.',
  fields: { CardToken: tokenField },
  data: recordWithCardsSchema,
  order: [
    ...customerSteps('reading a card'),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'CardToken is not given, or cannot be read.' },
    },
    { step: 'Card', conditions: { CardTokenNotFound: UNKNOWN_TOKEN } },
  ],
  examples: [
    success('plain', 'A card by its token', {}),
    success('braces', 'With braces around the token', { CardToken: `{${exampleToken.toUpperCase()}}` }),
    ...sharedExamples('GetCard', least),
    refused(
      'InvalidRequest',
      { name: 'noToken', summary: 'No token', message: 'CardToken is required.' },
      { CardToken: '' },
    ),
    refused('CardTokenNotFound', unknownToken, otherToken),
    unexpectedExample(least),
  ],
};
