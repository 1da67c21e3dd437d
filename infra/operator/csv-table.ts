/** A row of a table, with the line of the file that it begins on. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The file is not a table. Its message names a line and quotes nothing. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

const SEPARATORS = [',', ';', '\t'];

/** The separator of a table: the one that its first line has most of. */
const separatorOf = (text: string): string => {
  const [first = ''] = text.split(/\r?\n/, 1);
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/**
 * Reads a table by RFC 4180: cells between commas (or semicolons or tabs), quoted where they hold one. Blank lines are
 * left out, and blanks around a cell dropped. Throws a CsvError where a quotation mark does not end.
 */
export const readCsv = (text: string): readonly CsvRow[] => {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const cell = new RegExp(`"((?:[^"]|"")*)"[ ]*(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n"]*)`, 'y');
  const rows: CsvRow[] = [];
  let [cells, line, begun]: [string[], number, number] = [[], 1, 1];
  const endRow = (): void => {
    if (cells.some((one) => one !== '')) rows.push({ line: begun, cells });
    cells = [];
  };
  for (let at = 0; at < source.length; ) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(source) ?? [];
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split('\n').length - 1;
    at += whole.length;
    const end = /^(?:\r\n|\r|\n)/.exec(source.slice(at, at + 2))?.[0] ?? '';
    if (end === '' && at < source.length && source[at] !== separator) {
      throw new CsvError(`Line ${line} has a quotation mark where none may be.`);
    }
    at += end === '' ? 1 : end.length;
    if (end === '') continue;
    endRow();
    line += 1;
    begun = line;
  }
  if (source.endsWith(separator)) cells.push('');
  endRow();
  return rows;
};
