import { expect } from 'vitest';
import { tellsCard } from '../../../shared/domain/card/card-search.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { numbersIn, withoutLists } from '../app/leaked-numbers.ts';
import { CVC, type PayerPage } from '../payment/payer.ts';

/** An expiry that no other text of a page has. */
export const SECRET_EXPIRY = { expiryMonth: '07', expiryYear: '2047' } as const;

/** As a word of its own: some ids and times have the same digits inside. */
const EXPIRY = /(?<!\w)(?:0?7\s*[/.-]?\s*2047|0?7\s*[/.-]\s*47|(?:20)?47\s*[/.-]\s*07|2047(?:07)?)(?!\w)/;

/** Seconds with their fraction, such as those of `T12:30:47.07`. */
const TIME_OF_DAY = /T\d\d:\d\d:\d\d(?:\.\d+)?/g;

/** Whether a text tells the month and year, or the year alone with its century. */
export const tellsExpiry = (text: string): boolean => EXPIRY.test(text.replaceAll(TIME_OF_DAY, ''));

/** What is searched: an answer of the service by its text, and the fields of its forms one by one. */
export type Searched = Pick<PayerPage, 'markup' | 'forms'> | string;

/** Fails where an answer tells a stored card: its number, however it is written, its expiry, or its CVC in a named field. */
export const expectCardHidden = (answer: Searched, cardId: string): void => {
  const text = typeof answer === 'string' ? answer : answer.markup;
  const { number } = testCard(cardId);
  const card = { number, ...SECRET_EXPIRY, cvc: CVC };
  const shown = withoutLists(text);
  expect(numbersIn(shown).includes(number), 'tells the number').toBe(false);
  expect(tellsExpiry(shown), 'tells the expiry').toBe(false);
  if (typeof answer === 'string') return;
  for (const { action, fields } of answer.forms) expect(tellsCard({ action, fields }, card), action).toBe(false);
};
