import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, decimalOfMinor, minorOfDecimal, withDecimals } from '../../../shared/client/decimal.ts';

describe('Amounts of the typed client are decimal texts', () => {
  test.each([
    [2750, '27.50'],
    [5, '0.05'],
    [0, '0.00'],
    [-2750n, '-27.50'],
    [99_999_999_999, '999999999.99'],
  ])('%s minor units are %s', (minor, text) => {
    expect(decimalOfMinor(minor)).toBe(text);
  });

  test.each(['27,50', ' 27.5', '1e5', '', '.5', '27.', 'NaN', '27.50000'])('%j is no decimal', (text) => {
    expect(() => decimal(text)).toThrow(RangeError);
  });

  test('a part of a minor unit is no amount', () => {
    expect(() => decimalOfMinor(27.5)).toThrow(RangeError);
    expect(() => minorOfDecimal('27.505')).toThrow(RangeError);
  });

  test('every amount of the service comes back exactly, by text and from a JSON number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (minor) => {
        const text = decimalOfMinor(minor);
        expect(minorOfDecimal(text)).toBe(minor);
        expect(JSON.parse(`{"Amount":${Number(text)}}`, withDecimals)).toEqual({ Amount: text });
      }),
    );
  });

  test('rates are texts, and numbers that are no amounts stay numbers', () => {
    const answer = '{"DealerCommissionRate":1.7525,"InstallmentNumber":3,"List":[{"RefAmount":27.5}]}';
    expect(JSON.parse(answer, withDecimals)).toEqual({
      DealerCommissionRate: '1.7525',
      InstallmentNumber: 3,
      List: [{ RefAmount: '27.50' }],
    });
  });
});
