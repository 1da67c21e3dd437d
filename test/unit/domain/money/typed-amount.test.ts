import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR, minor } from '../../../../shared/domain/money/money.ts';
import { readTypedAmount, typedAmountText } from '../../../../shared/domain/money/typed-amount.ts';
import { amountText } from '../../../../shared/pages/amounts.ts';

const UNCLEAR = 'unclear';

/** What was typed, and what it is in Turkish and in English (decisions: amounts that payers type). */
const table: readonly (readonly [typed: string, turkish: number | string, english: number | string])[] = [
  ['', 'missing', 'missing'],
  ['  \t', 'missing', 'missing'],
  // Digits alone.
  ['1250', 125_000, 125_000],
  [' 1250 ', 125_000, 125_000],
  ['0', 0, 0],
  ['007', 700, 700],
  // One or two digits behind one mark are a fraction, in either language.
  ['1250.50', 125_050, 125_050],
  ['1250,50', 125_050, 125_050],
  ['1250.5', 125_050, 125_050],
  ['1250,5', 125_050, 125_050],
  ['0,05', 5, 5],
  ['1.25', 125, 125],
  ['12,50', 1250, 1250],
  // Two different marks: the last one begins the fraction.
  ['1.250,50', 125_050, 125_050],
  ['1,250.50', 125_050, 125_050],
  ['1.250.000,5', 125_000_050, 125_000_050],
  ['12,345,678.90', 1_234_567_890, 1_234_567_890],
  // One mark with three digits behind it: thousands where the language writes them so, else two amounts are possible.
  ['1.250', 125_000, UNCLEAR],
  ['1,250', UNCLEAR, 125_000],
  ['250.000', 25_000_000, UNCLEAR],
  ['250,000', UNCLEAR, 25_000_000],
  // A mark that repeats is between thousands.
  ['1.250.000', 125_000_000, 125_000_000],
  ['1,250,000', 125_000_000, 125_000_000],
  // Blanks between thousands.
  ['1 250', 125_000, 125_000],
  ['1\u00a0250,50', 125_050, 125_050],
  ['12 500 000.5', 1_250_000_050, 1_250_000_050],
  // The sign of the link's own currency.
  ['₺1.250,50', 125_050, 125_050],
  ['1250 TL', 125_000, 125_000],
  ['1250tl', 125_000, 125_000],
  ['TRY 12.5', 1250, 1250],
  ['$5', UNCLEAR, UNCLEAR],
  ['5 USD', UNCLEAR, UNCLEAR],
  ['₺', UNCLEAR, UNCLEAR],
  // No way of writing an amount.
  ['12 50', UNCLEAR, UNCLEAR],
  ['1 25 0', UNCLEAR, UNCLEAR],
  ['1.25.00', UNCLEAR, UNCLEAR],
  ['1.2500', UNCLEAR, UNCLEAR],
  ['1250,123', UNCLEAR, UNCLEAR],
  ['12,3456', UNCLEAR, UNCLEAR],
  ['0.250', UNCLEAR, UNCLEAR],
  ['0,250', UNCLEAR, UNCLEAR],
  ['1.250.50', UNCLEAR, UNCLEAR],
  ['1.250,50,00', UNCLEAR, UNCLEAR],
  ['1,250.000', UNCLEAR, UNCLEAR],
  ['1.250,000', UNCLEAR, UNCLEAR],
  ['.5', UNCLEAR, UNCLEAR],
  ['1250,', UNCLEAR, UNCLEAR],
  ['1250.', UNCLEAR, UNCLEAR],
  [',', UNCLEAR, UNCLEAR],
  ['-5', UNCLEAR, UNCLEAR],
  ['+5', UNCLEAR, UNCLEAR],
  ['1e3', UNCLEAR, UNCLEAR],
  ['0x10', UNCLEAR, UNCLEAR],
  ['٥٠', UNCLEAR, UNCLEAR],
  ['five', UNCLEAR, UNCLEAR],
  ['1250 50', UNCLEAR, UNCLEAR],
  // The largest amount, and more.
  ['999.999.999,99', MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR],
  ['1000000000', UNCLEAR, UNCLEAR],
  ['9'.repeat(13), UNCLEAR, UNCLEAR],
  ['1'.repeat(31), UNCLEAR, UNCLEAR],
];

describe('An amount that a payer types (decisions: amounts that payers type)', () => {
  test.each(table)('%j is %s in Turkish and %s in English', (typed, turkish, english) => {
    expect(readTypedAmount(typed, { language: 'tr', currency: 'TL' })).toBe(turkish);
    expect(readTypedAmount(typed, { language: 'en', currency: 'TL' })).toBe(english);
  });

  test.each([
    ['USD', '$5.5'],
    ['EUR', '5,5 €'],
    ['GBP', '£5.5'],
    ['GBP', '5.5 gbp'],
  ] as const)('in %s its own sign may stand beside it: %s', (currency, typed) => {
    expect(readTypedAmount(typed, { language: 'tr', currency })).toBe(550);
    expect(readTypedAmount(typed, { language: 'tr', currency: 'TL' })).toBe(UNCLEAR);
  });

  const views = constantFrom('tr', 'en').map((language) => ({ language, currency: 'TL' }) as const);

  test('reads what the page itself writes, of every amount', () => {
    assert(
      property(integer({ min: 1, max: MAX_AMOUNT_MINOR }), views, (amount, view) => {
        expect(readTypedAmount(amountText(minor(amount), view), view)).toBe(amount);
        expect(readTypedAmount(typedAmountText(minor(amount), view.language), view)).toBe(amount);
      }),
    );
  });

  test('is never read as another amount in the other language: one of the two does not read it', () => {
    const texts = integer({ min: 1, max: 999 }).chain((whole) =>
      constantFrom('.', ',').chain((mark) =>
        constantFrom('5', '50', '500', '5000', '500.5', '500,5').map((rest) => `${whole}${mark}${rest}`),
      ),
    );
    assert(
      property(texts, (text) => {
        const read = (['tr', 'en'] as const).map((language) => readTypedAmount(text, { language, currency: 'TL' }));
        expect(new Set(read.filter((one) => typeof one === 'number')).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a suggested amount stands in the field as its language writes it', () => {
    expect(typedAmountText(minor(12_500), 'tr')).toBe('125');
    expect(typedAmountText(minor(12_550), 'tr')).toBe('125,50');
    expect(typedAmountText(minor(12_550), 'en')).toBe('125.50');
    expect(typedAmountText(minor(5), 'en')).toBe('0.05');
  });
});
