import { expect, test } from 'vitest';
import { listedTestCards } from '../../../shared/nestpay/listed-test-cards.ts';
import { isTestCard, numbersOfTestCards, testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import { testCard, testCards } from '../../../shared/nestpay/test-cards.ts';

test('the list of numbers has every test card, with its part in 3D Secure, and no other number', () => {
  for (const { number, threeD } of testCards) {
    expect([number, isTestCard(number), testCardAuthenticates(number)]).toEqual([number, true, threeD !== 'none']);
  }
  expect(numbersOfTestCards.toSorted()).toEqual(testCards.map(({ number }) => number).toSorted());
});

test('the cards that pages of a sandbox offer are three approved ones and one without enough money', () => {
  const ids = ['approved', 'approved-mastercard', 'frictionless', 'insufficient-funds'];
  expect(listedTestCards.map(({ number }) => number)).toEqual(ids.map((id) => testCard(id).number));
  expect(listedTestCards.map(({ isApproved }) => isApproved)).toEqual(
    ids.map((id) => testCard(id).charge === 'approved'),
  );
});
