import { offersThreeDChoice, type PaymentRequest } from '../domain/link/payment-request.ts';
import { dependsOnCard, fixedQuote } from '../domain/virtual-pos/installment-quotes.ts';
import type { CardStep } from './card-form-page.ts';

type Asked = Partial<Pick<CardStep, 'problems' | 'typed' | 'stored'>> & { readonly threeDRequired?: boolean };

/** The form of an open link before anything is known of the card. */
export const firstCardStep = (
  link: PaymentRequest,
  { problems = [], threeDRequired = false, ...asked }: Asked = {},
): CardStep => {
  const quote = fixedQuote(link.terms);
  const asksForCard = dependsOnCard(link.terms);
  return {
    quotes: [quote],
    chosenCount: quote.count,
    problems,
    threeD: !threeDRequired && offersThreeDChoice(link) ? 'choosable' : 'mandatory',
    cardStorage: link.terms.cardStorage,
    provisional: asksForCard,
    asksForCard,
    ...asked,
  };
};
