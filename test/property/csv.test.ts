import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountCell,
  CSV_LINE_END,
  type CsvCell,
  csvRow,
  EMPTY_CELL,
  numberCell,
  textCell,
} from '../../shared/domain/csv.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { parseCsv } from '../support/operator/csv.ts';

const file = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((cells) => `${csvRow(cells)}${CSV_LINE_END}`).join('');

/** Texts with the characters that break CSV and spreadsheets, and arbitrary ones. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\t', ' ', '=', '+', '-', '@', "'", ';', 'a', '1', 'ş') }),
  fc.string({ unit: 'grapheme' }),
);

const printable = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD');

describe('CSV by RFC 4180', () => {
  test('whatever texts a row is made of, a reader gets as many cells, rows and the very texts back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(texts, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const expected = rows.map((cells) =>
          cells.map(printable).map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)),
        );
        expect(parseCsv(file(rows.map((cells) => cells.map((text) => textCell(text)))))).toEqual(expected);
      }),
    );
  });

  test('no text begins like a formula for whoever reads the file (rule 32)', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), texts, (first, rest) => {
        const [[cell = ''] = []] = parseCsv(file([[textCell(`${first}${rest}`), EMPTY_CELL]]));
        expect(cell.startsWith(`'${first}`)).toBe(true);
      }),
    );
  });

  test('no text reaches a terminal with control characters other than tab, CR and LF', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textCell(text)).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
      }),
    );
  });

  test('numbers of ours stay numbers, below zero too (rule 32)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (value) => {
        expect(Math.round(Number(amountCell(minor(value))) * 100)).toBe(value === 0 ? 0 : value);
        expect(amountCell(minor(value))).toMatch(/^-?\d+\.\d\d$/);
        expect(Number(numberCell(value))).toBe(value);
      }),
    );
    expect(amountCell(minor(-50))).toBe('-0.50');
    expect(() => numberCell(0.5)).toThrow(RangeError);
  });
});
