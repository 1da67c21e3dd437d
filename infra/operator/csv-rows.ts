import { CsvError, type CsvRow } from './csv-table.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** A row of a bank's file has some dozen cells. A quotation mark that never ends must not swallow the file. */
const MAX_ROW_CHARACTERS = 20_000;

/** The separator that the first line has most of, outside quotation marks. */
const separatorOf = (line: string): string => {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** Whether a quotation mark is still open behind a text. */
const isInQuotes = (text: string): boolean => text.split('"').length % 2 === 0;

/** The cells of one row, which is whole. Quotation marks stand around a whole cell, doubled inside it. */
const cellsOf = (row: string, separator: string, line: number): readonly string[] => {
  const cell = new RegExp(`[ ]*"((?:[^"]|"")*)"[ ]*(?=${separator}|$)|([^${separator}"]*)(?=${separator}|$)`, 'y');
  const cells: string[] = [];
  for (let at = 0; at <= row.length; ) {
    cell.lastIndex = at;
    const found = cell.exec(row);
    if (found === null) throw new CsvError(`Line ${line} has a quotation mark where none may be.`);
    const [whole, quoted, plain = ''] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    at += whole.length + 1;
  }
  return cells;
};

/** The lines of a text that comes in parts, without their ends; LF and CRLF both end one. */
const linesOf = async function* (chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_ROW_CHARACTERS) throw new CsvError('A line is longer than 20,000 characters.');
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
};

/**
 * Reads the rows of a table as the text comes in, so that a large file is never whole in memory. Cells stand between
 * commas, semicolons or tabs, and may be quoted; a byte order mark and blank lines are left out. Throws a CsvError.
 */
export const csvRowsOf = async function* (chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let [row, line, begun]: [string, number, number] = ['', 0, 1];
  let separator: string | undefined;
  for await (const part of linesOf(chunks)) {
    line += 1;
    if (row === '') begun = line;
    row = row === '' ? part.replace(line === 1 ? /^\uFEFF/ : /^$/, '') : `${row}\n${part}`;
    if (row.length > MAX_ROW_CHARACTERS) throw new CsvError(`Line ${begun} has a quotation mark that does not end.`);
    if (isInQuotes(row)) continue;
    separator ??= separatorOf(row);
    const cells = row.trim() === '' ? [] : cellsOf(row, separator, begun);
    if (cells.some((one) => one !== '')) yield { line: begun, cells };
    row = '';
  }
  if (row !== '') throw new CsvError(`Line ${begun} has a quotation mark that does not end.`);
};
