import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskCard, readCardInput } from '../../../shared/domain/card/card-rules.ts';

const luhnDigit = (payload: string): string => {
  const sum = payload
    .split('')
    .toReversed()
    .reduce((all, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return all + (value > 9 ? value - 9 : value);
    }, 0);
  return String((10 - (sum % 10)) % 10);
};

const number = fc.stringMatching(/^[1-9]\d{11,17}$/).map((payload) => `${payload}${luhnDigit(payload)}`);
const rest = { expiryMonth: '12', expiryYear: '2099', holderName: 'Elif Yılmaz' };
const cvcFor = (of: string): string => (/^3[47]/.test(of) ? '1234' : '123');

describe('Card numbers, whatever they are', () => {
  test('are taken with a right check digit, however they are grouped, and refused with any digit changed', () => {
    fc.assert(
      fc.property(
        number,
        fc.infiniteStream(fc.constantFrom('', ' ', '-')),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (of, gaps, at, by) => {
          const typed = of
            .split('')
            .map((digit) => `${digit}${gaps.next().value ?? ''}`)
            .join('');
          const read = readCardInput({ ...rest, number: typed, cvc: cvcFor(of) }, '20260101');
          expect(read).toMatchObject({ card: { number: of } });
          const place = at % of.length;
          const changed = `${of.slice(0, place)}${(Number(of[place]) + by) % 10}${of.slice(place + 1)}`;
          expect(readCardInput({ ...rest, number: changed, cvc: cvcFor(changed) }, '20260101')).toEqual({
            problems: ['number'],
          });
        },
      ),
    );
  });

  test('keep no more than ten digits when masked', () => {
    fc.assert(
      fc.property(number, (of) => {
        const masked = maskCard(of);
        expect(masked).toHaveLength(of.length);
        expect(masked.replaceAll('*', '')).toBe(of.slice(0, 6) + of.slice(-4));
      }),
    );
  });
});

describe('The card form, whatever is posted', () => {
  test('is a card or a list of problems, and never throws', () => {
    const anything = fc.option(fc.string({ unit: 'binary', maxLength: 200 }), { nil: undefined });
    const fields = fc.record({
      number: anything,
      expiryMonth: anything,
      expiryYear: anything,
      cvc: anything,
      holderName: anything,
    });
    fc.assert(
      fc.property(fields, (raw) => {
        const read = readCardInput(raw, '20260101');
        expect('card' in read || read.problems.length > 0).toBe(true);
      }),
    );
  });
});
