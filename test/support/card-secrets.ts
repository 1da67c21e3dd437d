import { testCards } from '../../shared/domain/bank-test-cards.ts';
import { CVC } from './payer.ts';

/** What a text holds of a card that nothing may hold: a test card's number, the CVC of the tests, a field for either. */
export const cardSecretsIn = (text: string): readonly string[] => [
  ...testCards.filter(({ number }) => text.includes(number)).map(({ id }) => id),
  ...(text.match(new RegExp(`(?<![0-9A-Za-z:._-])${CVC}(?![0-9A-Za-z._-])`, 'g')) ?? []),
  ...(text.match(/"(?:cvc|cvv|cv2|cvv2|cvcnumber|pan|cardnumber)"/gi) ?? []),
];
