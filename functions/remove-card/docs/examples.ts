import {
  customerScene,
  customerSteps,
  exampleToken,
  otherToken,
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
const success = successesOf(least, { data: true, setUp: customerScene });
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of the removal of a card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Remove a card',
  description: 'Removes a stored card. Its token charges nothing from then on; payments that it made stay.',
  fields: { CardToken: tokenField },
  data: { type: 'boolean', const: true, description: 'Always true.' },
  order: [
    ...customerSteps('removing a card'),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'CardToken is not given, or cannot be read.' },
    },
    { step: 'Card', conditions: { CardTokenNotFound: UNKNOWN_TOKEN } },
  ],
  examples: [
    success('one', 'A card of a customer', {}),
    ...sharedExamples('RemoveCard', least),
    refused(
      'InvalidRequest',
      { name: 'noToken', summary: 'No token', message: 'CardToken is required.' },
      { CardToken: '' },
    ),
    refused('CardTokenNotFound', unknownToken, otherToken),
    unexpectedExample(least),
  ],
};
