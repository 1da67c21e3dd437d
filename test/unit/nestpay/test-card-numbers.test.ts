import { expect, test } from 'vitest';
import { isCardNumber } from '../../../shared/domain/card/card-number-in-text.ts';
import { listedTestCards } from '../../../shared/nestpay/listed-test-cards.ts';
import {
  isTestCard,
  numbersAtGaranti,
  numbersOfTestCards,
  testCardAuthenticates,
} from '../../../shared/nestpay/test-card-numbers.ts';
import { findTestCard, testCard, testCards } from '../../../shared/nestpay/test-cards.ts';

test('the list of numbers has every test card, with its part in 3D Secure, and no other number', () => {
  for (const { number, threeD } of testCards) {
    expect([number, isTestCard(number), testCardAuthenticates(number)]).toEqual([number, true, threeD !== 'none']);
  }
  const atGaranti = testCards.flatMap(({ garantiNumber = '' }) => (garantiNumber === '' ? [] : [garantiNumber]));
  expect(numbersAtGaranti.toSorted()).toEqual(atGaranti.toSorted());
  const all = new Set([...testCards.map(({ number }) => number), ...atGaranti]);
  expect(numbersOfTestCards.toSorted()).toEqual([...all].toSorted());
});

test('a card at Garanti has its BIN, passes Luhn, takes part in 3D and is found with its behaviour', () => {
  for (const { id, garantiNumber, threeD } of testCards.filter(({ garantiNumber: one }) => one !== undefined)) {
    const number = garantiNumber ?? '';
    expect([id, number.startsWith('4000620000'), isCardNumber(number)]).toEqual([id, true, true]);
    expect([isTestCard(number), testCardAuthenticates(number)]).toEqual([true, threeD !== 'none']);
    expect(findTestCard(number)?.id).toBe(id);
  }
  expect(new Set(numbersAtGaranti).size).toBe(numbersAtGaranti.length);
  expect(testCard('approved').garantiNumber).toBe('4000620000000007');
  expect(testCard('refused-cvc').garantiNumber).toBeUndefined();
});

test('the cards that pages of a sandbox offer are three approved ones and one without enough money', () => {
  const ids = ['approved', 'approved-mastercard', 'frictionless', 'insufficient-funds'];
  expect(listedTestCards.map(({ number }) => number)).toEqual(ids.map((id) => testCard(id).number));
  expect(listedTestCards.map(({ isApproved }) => isApproved)).toEqual(
    ids.map((id) => testCard(id).charge === 'approved'),
  );
});
