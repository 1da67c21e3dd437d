import { cardTokenOrder, cardTokenRefusals } from '../../../../shared/openapi/card-token-words.ts';
import {
  customerScene,
  elifWithCard,
  exampleToken,
  recordWithCardsSchema,
  tokenField,
} from '../../../../shared/openapi/customer-words.ts';
import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

const least = { CardToken: exampleToken };
const success = successesOf(least, { data: elifWithCard, setUp: customerScene });

/** The words and examples of a stored card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get a card',
  description: 'Reads a stored card by its token, with the customer whose card it is.',
  fields: { CardToken: tokenField },
  data: recordWithCardsSchema,
  order: cardTokenOrder('reading a card'),
  examples: [
    success('plain', 'A card by its token', {}),
    success('braces', 'With braces around the token', { CardToken: `{${exampleToken.toUpperCase()}}` }),
    ...cardTokenRefusals('GetCard', least),
  ],
};
