import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyNumbers, saysMalformedRequest } from '../../../shared/nestpay/codes.ts';
import { compareNames, hashVer3Input, repeatedName } from '../../../shared/nestpay/hash-input.ts';
import {
  CARD_WITHOUT_VIRTUAL_POS,
  cardsOfStage,
  isTestCard,
  posCardsOfStage,
} from '../../../shared/nestpay/test-card-numbers.ts';

describe('the order of names in hash ver3', () => {
  test.each([
    ['x2', 'x10'],
    ['x002', 'x10'],
    ['x09', 'x10'],
    ['x0', 'x1'],
    ['x00', 'x1'],
    ['x', 'x1'],
    ['x1', 'x1a'],
    ['x1a', 'x2'],
    ['x1a2', 'x1a10'],
    ['x1', 'xa'],
    ['1', 'a'],
    ['', 'a'],
    ['a', 'B'],
    ['ab', 'b'],
    ['x99999999999999999998', 'x99999999999999999999'],
    // Equal but for their characters: then these decide.
    ['x01', 'x1'],
    ['X1', 'x1'],
  ])('%s comes before %s', (one, other) => {
    expect(compareNames(one, other)).toBeLessThan(0);
    expect(compareNames(other, one)).toBeGreaterThan(0);
  });

  test('is total', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '0', '1', '9', '_'), maxLength: 5 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 3, maxLength: 3 }), (names) => {
        const [one = '', two = '', three = ''] = names.toSorted(compareNames);
        expect(compareNames(one, two)).toBeLessThan(0);
        expect(compareNames(two, three)).toBeLessThan(0);
        expect(compareNames(one, three)).toBeLessThan(0);
        expect(compareNames(one, one)).toBe(0);
      }),
    );
  });

  test('a name that is repeated, in whatever case, has no place', () => {
    expect(
      repeatedName([
        ['a', '1'],
        ['A', '2'],
      ]),
    ).toBe('A');
    expect(
      repeatedName([
        ['a', '1'],
        ['b', '1'],
      ]),
    ).toBeUndefined();
    expect(() =>
      hashVer3Input(
        [
          ['a', '1'],
          ['A', '2'],
        ],
        'key',
      ),
    ).toThrow('a field name is repeated');
  });
});

describe('codes of the bank', () => {
  test('currencies have their ISO 4217 numbers', () => {
    expect(currencyNumbers).toEqual({ TL: '949', USD: '840', EUR: '978', GBP: '826' });
  });

  test.each([
    ['CORE-1001', true],
    ['CORE-1999', true],
    ['CORE-2013', true],
    ['CORE-2015', true],
    ['CORE-1000', false],
    ['CORE-2000', false],
    ['CORE-2012', false],
    ['CORE-2016', false],
    ['CORE-10011', false],
    ['XCORE-1001', false],
    ['CORE-20133', false],
  ])('%s says that our request is malformed: %s', (code, malformed) => {
    expect(saysMalformedRequest(code)).toBe(malformed);
  });
});

describe('the cards of a stage (rule 22)', () => {
  const OTHER = '4546711234567895';
  const LISTED = '4111111111111111';

  test('a sandbox takes test cards alone', () => {
    expect([LISTED, OTHER].map(cardsOfStage({ sandbox: true }))).toEqual([true, false]);
    expect([LISTED, OTHER].map(cardsOfStage({ sandbox: false }))).toEqual([true, true]);
  });

  test('one test card stands for those that no virtual POS takes', () => {
    expect(CARD_WITHOUT_VIRTUAL_POS).toBe('4000300011112220');
    expect(isTestCard(CARD_WITHOUT_VIRTUAL_POS)).toBe(false);
    expect([LISTED, CARD_WITHOUT_VIRTUAL_POS].map(posCardsOfStage({ sandbox: true }))).toEqual([true, false]);
    expect([LISTED, CARD_WITHOUT_VIRTUAL_POS].map(posCardsOfStage({ sandbox: false }))).toEqual([true, true]);
  });
});
