import { cardTokenOrder, cardTokenRefusals } from '../../../../shared/openapi/card-token-words.ts';
import {
  cardAnswer,
  customerScene,
  elifAnswer,
  exampleToken,
  recordWithCardsSchema,
  tokenField,
} from '../../../../shared/openapi/customer-words.ts';
import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

const least = { CardToken: exampleToken, CardName: 'Her Mastercard' };
const success = successesOf(least, {
  data: { DealerCustomer: elifAnswer, CardListCount: 1, CardList: [{ ...cardAnswer, CardName: 'Her Mastercard' }] },
  setUp: customerScene,
});

/** The words and examples of another name for a card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Rename a card',
  description: 'Gives a stored card another name, and answers all cards of its customer.',
  fields: {
    CardToken: tokenField,
    CardName: { description: 'The new name; absent or empty: none.' },
  },
  data: recordWithCardsSchema,
  order: cardTokenOrder('renaming a card', 'A field breaks its rule; the message names it.'),
  examples: [success('named', 'Another name', {}), ...cardTokenRefusals('UpdateCard', least)],
};
