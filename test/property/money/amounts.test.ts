import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../../shared/domain/money/decimal.ts';
import {
  formatAmount,
  MAX_AMOUNT_MINOR,
  minor,
  parseAmount,
  toWireAmount,
} from '../../../shared/domain/money/money.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }).map(minor);

/** Spellings of the same amount: trailing zeros, leading zeros, exponents. */
const spellings = (amount: number) => {
  const plain = formatAmount(minor(amount));
  return fc.oneof(
    fc.nat(20).map((zeros) => `${plain}${'0'.repeat(zeros)}`),
    fc.nat(5).map((zeros) => `${'0'.repeat(zeros)}${plain}`),
    fc.integer({ min: -2, max: 12 }).map((exponent) => {
      const digits = String(amount).padStart(15, '0');
      const at = digits.length - 2 - exponent;
      return at <= 0
        ? `0.${'0'.repeat(-at)}${digits}e${exponent}`
        : `${digits.slice(0, at)}.${digits.slice(at)}0e${exponent}`;
    }),
    fc.constant(String(toWireAmount(minor(amount)))),
  );
};

describe('amounts are read from the text of the number (decisions: commission)', () => {
  test('every amount up to the maximum reads back from its text and from its JSON number', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
        expect(parseAmount(JSON.stringify(toWireAmount(amount)))).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });

  test('every spelling of the same number reads the same', () => {
    const spelled = amounts.chain((amount) => fc.tuple(fc.constant(amount), spellings(amount)));
    fc.assert(
      fc.property(spelled, ([amount, text]) => {
        expect(parseAmount(text)).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });

  test('no text with more than two significant decimals is taken', () => {
    const fraction = fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 9 }), fc.nat(10));
    fc.assert(
      fc.property(fc.nat(999_999_998), fraction, (whole, [two, last, zeros]) => {
        const text = `${whole}.${String(two).padStart(2, '0')}${'0'.repeat(zeros)}${last}`;
        expect(parseAmount(text)).toBe('too-many-decimals');
      }),
    );
  });

  test('whatever the text, the answer is an amount in range or the name of a problem', () => {
    const numeric = fc.stringMatching(/^[-+]?[0-9.]{0,30}([eE][-+]?[0-9]{0,4})?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), numeric), (text) => {
        const read = parseAmount(text);
        if (typeof read === 'string') return;
        expect(Number.isSafeInteger(read) && read >= 0 && read <= MAX_AMOUNT_MINOR).toBe(true);
        expect(parseDecimal(text)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
