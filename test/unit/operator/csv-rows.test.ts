import { expect, test } from 'vitest';
import { csvRowsOf } from '../../../infra/operator/csv-rows.ts';

const parts = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let first = 0; first < text.length; first += size) yield text.slice(first, first + size);
  await Promise.resolve();
};

const cellsOf = async (text: string, size = 3) => {
  const rows: (readonly [number, ...string[]])[] = [];
  for await (const { line, cells } of csvRowsOf(parts(text, size))) rows.push([line, ...cells]);
  return rows;
};

test.each([
  [
    'commas, LF',
    'a,b\n1,2\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'semicolons, CRLF, no end of the last line',
    'a;b\r\n1,5;2',
    [
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ],
  ],
  [
    'tabs and blanks around cells',
    'a\tb\n 1 \t 2 \n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  ['a byte order mark', '\uFEFFa,b\n', [[1, 'a', 'b']]],
  [
    'blank lines, and a row of empty cells',
    'a,b\n\n,\n1,2\n',
    [
      [1, 'a', 'b'],
      [4, '1', '2'],
    ],
  ],
  [
    'quoted cells with separators, marks and line ends',
    '"a, 1","b ""x"""\n"c\nd",e\n',
    [
      [1, 'a, 1', 'b "x"'],
      [2, 'c\nd', 'e'],
    ],
  ],
  [
    'an empty last cell',
    'a,b\n1,\n',
    [
      [1, 'a', 'b'],
      [2, '1', ''],
    ],
  ],
] as const)('reads %s, however the text is cut into parts', async (_name, text, wanted) => {
  for (const size of [1, 2, 7, 1000]) expect(await cellsOf(text, size)).toEqual(wanted);
});

test.each([
  ['a mark that does not end', 'a,b\n"1,2\n', 'Line 2 has a quotation mark that does not end.'],
  ['a mark inside a cell', 'a,b\n1"x",2\n', 'Line 2 has a quotation mark where none may be.'],
  ['a line without an end', `a,b\n${'x'.repeat(30_000)}`, 'A line is longer than 20,000 characters.'],
  ['a quoted cell over very many lines', `"${'x\n'.repeat(15_000)}`, 'Line 1 has a quotation mark that does not end.'],
])('refuses %s, and quotes nothing of it', async (_name, text, message) => {
  await expect(cellsOf(text, 1000)).rejects.toMatchObject({ name: 'CsvError', message });
});
