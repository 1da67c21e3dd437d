import { describe, expect, test } from 'vitest';
import { parseDecimal, scaledTo } from '../../../../shared/domain/money/decimal.ts';
import {
  formatAmount,
  isCurrency,
  MAX_AMOUNT_MINOR,
  minor,
  parseAmount,
  toWireAmount,
} from '../../../../shared/domain/money/money.ts';
import { parseRate, toWireRate } from '../../../../shared/domain/money/rate.ts';

describe('decimals', () => {
  test.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['0.000', 0n, 0],
    ['27.5', 275n, 1],
    ['27.50', 275n, 1],
    ['+27.5', 275n, 1],
    ['2.75e1', 275n, 1],
    ['275E-1', 275n, 1],
    ['007', 7n, 0],
    ['1e3', 1000n, 0],
    ['-1.20', -12n, 1],
  ])('%s', (text, unscaled, scale) => expect(parseDecimal(text)).toEqual({ unscaled, scale }));

  test.each([
    '',
    ' ',
    '1 ',
    '.5',
    '5.',
    '1,5',
    '1.5.5',
    '0x1',
    '1_000',
    'NaN',
    'Infinity',
    '1e',
    '1e41',
    '1e-41',
    '1e400',
    '١',
    `1${'0'.repeat(40)}`,
  ])('%j is none', (text) => expect(parseDecimal(text)).toBeUndefined());

  test('scaling never rounds', () => {
    const decimal = { unscaled: 275n, scale: 1 };
    expect(scaledTo(decimal, 2)).toBe(2750n);
    expect(scaledTo(decimal, 0)).toBeUndefined();
  });
});

describe('amounts (decisions: commission)', () => {
  test.each([
    ['0', 0],
    ['0.01', 1],
    ['1.1', 110],
    ['4.35', 435],
    ['1.005000', 'too-many-decimals'],
    ['1.0050', 'too-many-decimals'],
    ['1.00500e1', 1005],
    ['999999999.99', MAX_AMOUNT_MINOR],
    ['1e9', 'too-large'],
    ['1e40', 'too-large'],
    ['-0.01', 'negative'],
    ['-1e-40', 'negative'],
    ['1e-40', 'too-many-decimals'],
    ['abc', 'not-a-number'],
  ])('%s reads as %s', (text, expected) => expect(parseAmount(text)).toBe(expected));

  test('are written as JSON numbers with at most two decimals', () => {
    expect([0, 1, 110, 435, 2750, MAX_AMOUNT_MINOR].map((value) => JSON.stringify(toWireAmount(minor(value))))).toEqual(
      ['0', '0.01', '1.1', '4.35', '27.5', '999999999.99'],
    );
  });

  test('are formatted by integer arithmetic, negative ones too', () => {
    expect([0, 5, 99, 100, 2750, -5, -2750].map((value) => formatAmount(minor(value)))).toEqual([
      '0.00',
      '0.05',
      '0.99',
      '1.00',
      '27.50',
      '-0.05',
      '-27.50',
    ]);
  });

  test.each([0.5, Number.NaN, Infinity, 2 ** 53])('%d is no amount of minor units', (value) => {
    expect(() => minor(value)).toThrow(RangeError);
  });

  test('currencies are told by their exact names (dealer interface 2.2, 2.8)', () => {
    expect(['TL', 'USD', 'EUR', 'GBP'].every(isCurrency)).toBe(true);
    expect(['tl', 'TRY', '', ' TL', 'toString'].some(isCurrency)).toBe(false);
  });
});

describe('rates have at most four decimals (decisions: commission)', () => {
  test.each([
    ['0', 0],
    ['3.85', 38_500],
    ['0.0001', 1],
    ['100', 1_000_000],
  ])('%s %% is %i ten-thousandths', (text, rate) => expect(parseRate(text)).toBe(rate));

  test.each(['100.0001', '-0.0001', '0.00001', '', 'x'])('%j is none', (text) =>
    expect(parseRate(text)).toBeUndefined(),
  );

  test('are shown as the percentage they are', () => {
    expect(['3.85', '0.0001', '100'].map((text) => toWireRate(parseRate(text) ?? expect.unreachable()))).toEqual([
      3.85, 0.0001, 100,
    ]);
  });
});
