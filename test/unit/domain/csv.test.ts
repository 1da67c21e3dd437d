import { describe, expect, test } from 'vitest';
import {
  amountCell,
  type CsvSeparator,
  commaAmountCell,
  csvRow,
  EMPTY_CELL,
  textCell,
} from '../../../shared/domain/csv.ts';
import { minor } from '../../../shared/domain/money/money.ts';

describe('A text in a cell', () => {
  test.each<[CsvSeparator, string, string]>([
    [',', 'a,b', '"a,b"'],
    [',', 'a;b', 'a;b'],
    [';', 'a;b', '"a;b"'],
    [';', 'a,b', 'a,b'],
    [',', 'say "no"', '"say ""no"""'],
    [';', 'say "no"', '"say ""no"""'],
    [';', 'two\nlines', '"two\nlines"'],
    [';', 'two\rlines', '"two\rlines"'],
    [',', 'a b', 'a b'],
    [';', 'a b', 'a b'],
    // A reader may take space at the ends away.
    [',', ' a', '" a"'],
    [',', 'a ', '"a "'],
    [';', ' a', '" a"'],
    [';', 'a\t', '"a\t"'],
    [';', '=1', "'=1"],
    [',', 'a=1', 'a=1'],
    [',', '', ''],
    [';', 'bell\u0007', 'bell\uFFFD'],
  ])('before %s: %j is %j', (separator, text, cell) => expect(textCell(text, separator)).toBe(cell));
});

test('An amount has a decimal point where commas part the cells, and a comma where semicolons do', () => {
  const amounts = [minor(1250), minor(-50), minor(123_456_789)];
  expect(csvRow([...amounts.map(amountCell), EMPTY_CELL])).toBe('12.50,-0.50,1234567.89,');
  expect(csvRow([...amounts.map(commaAmountCell), EMPTY_CELL], ';')).toBe('12,50;-0,50;1234567,89;');
});
