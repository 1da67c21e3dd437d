import { describe, expect, test } from 'vitest';
import {
  brandsTaken,
  type CardBrand,
  canAuthenticate,
  cardBrandOf,
  cvcLengthOf,
} from '../../../../shared/domain/card/bank-card-brand.ts';

const prefixes: readonly (readonly [CardBrand, readonly string[]])[] = [
  ['visa', ['4', '41', '49']],
  ['mastercard', ['51', '55', '2221', '2229', '223', '229', '23', '26', '270', '271', '2720']],
  ['american-express', ['34', '37']],
  ['troy', ['9792', '65']],
  ['maestro', ['501', '503', '56', '58', '6304', '6390', '67']],
  ['other', ['50', '504', '59', '2220', '22', '2721', '28', '272', '35', '36', '9791', '60', '64', '66', '6305', '']],
];
const numbers = prefixes.flatMap(([brand, starts]) => starts.map((start) => [start, brand] as const));

describe('The brand of a card', () => {
  test.each(numbers)('%s… is %s', (start, brand) => {
    expect(cardBrandOf(start)).toBe(brand);
  });

  test.each(['04', '09792', '0501', '034'])('is told by the first digits alone: not by those of %s', (start) => {
    expect(cardBrandOf(start)).toBe('other');
  });

  test.each<[string, boolean]>([
    ['4', true],
    ['51', true],
    ['34', false],
    ['65', false],
    ['501', false],
  ])('%s… can pass through 3D: %s (dealer interface 7.7)', (start, can) => {
    expect(canAuthenticate(start)).toBe(can);
  });

  test('a form takes every brand, or those that can pass through 3D', () => {
    expect(brandsTaken('choosable')).toEqual(['visa', 'mastercard', 'american-express', 'troy', 'maestro']);
    expect(brandsTaken('mandatory')).toEqual(['visa', 'mastercard']);
  });

  test.each<[CardBrand, number]>([
    ['american-express', 4],
    ['visa', 3],
    ['other', 3],
  ])('%s cards have a security code of %i digits', (brand, digits) => expect(cvcLengthOf(brand)).toBe(digits));
});
