import { formatAmount, type MinorUnits } from './money/money.ts';

/** One cell of a CSV file, escaped already. */
export type CsvCell = string & { readonly csvCell: true };

/** A spreadsheet takes a text that begins so for a formula (rule 32). */
const FORMULA = /^[=+\-@\t\r]/;
/** Control characters but tab, CR and LF: they mean nothing in a table, and much to a terminal. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
const NEEDS_QUOTES = /[",\r\n]|^[ \t]|[ \t]$/;

const cell = (text: string): CsvCell => text as CsvCell;

/**
 * A text that somebody else wrote, quoted by RFC 4180. One that begins with `= + - @`, tab or CR gets a leading
 * apostrophe (rule 32); control characters other than tab, CR and LF become U+FFFD.
 */
export const textCell = (text: string): CsvCell => {
  const plain = text.replaceAll(CONTROL, '\uFFFD');
  const harmless = FORMULA.test(plain) ? `'${plain}` : plain;
  return cell(NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless);
};

/** A whole number of ours: a number to a spreadsheet too, its sign included. */
export const numberCell = (value: number): CsvCell => {
  if (!Number.isSafeInteger(value)) throw new RangeError('a number cell must be a safe integer');
  return cell(String(value));
};

/** An amount of minor units as currency units with two decimals; a negative one keeps its sign and is no formula. */
export const amountCell = (amount: MinorUnits): CsvCell => cell(formatAmount(amount));

export const EMPTY_CELL: CsvCell = cell('');

/** A row without its line end, which is CRLF between and behind rows (RFC 4180). */
export const csvRow = (cells: readonly CsvCell[]): string => cells.join(',');

export const CSV_LINE_END = '\r\n';
