import { expect, test } from 'vitest';
import {
  isAboveCardLimit,
  isCardDayFull,
  limitsCards,
  usedAttribute,
} from '../../../../shared/domain/limit/card-day.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

const unlimited = 'unlimited' as const;
const free = { count: unlimited, amount: unlimited };

test('a dealer limits cards by payments, by amount, by both or not at all (dealer interface 8)', () => {
  expect(limitsCards(free)).toBe(false);
  expect(limitsCards({ ...free, count: 3 })).toBe(true);
  expect(limitsCards({ ...free, amount: minor(500) })).toBe(true);
});

test('an amount above the whole limit never fits, also as the first of the day (rule 17)', () => {
  expect(isAboveCardLimit({ ...free, amount: minor(500) }, minor(500))).toBe(false);
  expect(isAboveCardLimit({ ...free, amount: minor(500) }, minor(501))).toBe(true);
  expect(isAboveCardLimit(free, minor(501))).toBe(false);
});

test.each([
  [{ ...free, count: 3 }, { count: 2, amount: 900 }, false],
  [{ ...free, count: 3 }, { count: 3, amount: 0 }, true],
  [{ ...free, amount: minor(500) }, { count: 90, amount: 400 }, false],
  [{ ...free, amount: minor(500) }, { count: 0, amount: 401 }, true],
  [{ count: 3, amount: minor(500) }, { count: 3, amount: 0 }, true],
  [free, { count: 90, amount: 9000 }, false],
])('a card of which %j holds and %j was taken is full for 1.00: %j', (most, used, expected) => {
  expect(isCardDayFull(most, used, minor(100))).toBe(expected);
});

test('each currency is summed on its own', () => {
  expect([usedAttribute('TL'), usedAttribute('USD')]).toEqual(['usedMinorTL', 'usedMinorUSD']);
});
