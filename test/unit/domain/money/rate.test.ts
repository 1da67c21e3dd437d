import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR, minor } from '../../../../shared/domain/money/money.ts';
import { parseRate, percentOf, type Rate } from '../../../../shared/domain/money/rate.ts';

const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`${text} is not a rate`);
  return parsed;
};

describe('percentOf rounds half up to the kurus (decisions: commission)', () => {
  test.each([
    [10_000, '3.85', 385],
    [100, '0.5', 1],
    [100, '0.4999', 0],
    [99, '0.5', 0],
    [101, '0.5', 1],
    [2750, '1.79', 49],
    [1, '50', 1],
    [1, '49.9999', 0],
    [12_345, '0', 0],
    [12_345, '100', 12_345],
    [0, '100', 0],
  ])('%i kurus at %s %% are %i kurus', (amount, text, expected) => {
    expect(percentOf(minor(amount), rate(text))).toBe(expected);
  });

  test('is exact where amount times rate does not fit 53 bits', () => {
    expect(percentOf(minor(MAX_AMOUNT_MINOR), rate('99.9999'))).toBe(99_999_899_999);
    expect(percentOf(minor(MAX_AMOUNT_MINOR), rate('99.9999'))).toBe(
      Number((99_999_999_999n * 999_999n + 500_000n) / 1_000_000n),
    );
  });

  test('of a negative amount is a defect', () => {
    expect(() => percentOf(minor(-1), rate('1'))).toThrow(RangeError);
  });
});
