import { alwaysTrue } from '../../../../shared/openapi/answer-members.ts';
import { cardTokenOrder, cardTokenRefusals } from '../../../../shared/openapi/card-token-words.ts';
import { customerScene, exampleToken, tokenField } from '../../../../shared/openapi/customer-words.ts';
import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

const least = { CardToken: exampleToken };
const success = successesOf(least, { data: true, setUp: customerScene });

/** The words and examples of the removal of a card (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Remove a card',
  description: 'Removes a stored card. Its token charges nothing from then on; payments that it made stay.',
  fields: { CardToken: tokenField },
  data: alwaysTrue,
  order: cardTokenOrder('removing a card'),
  examples: [success('one', 'A card of a customer', {}), ...cardTokenRefusals('RemoveCard', least)],
};
