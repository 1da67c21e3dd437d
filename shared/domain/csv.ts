import { formatAmount, type MinorUnits } from './money/money.ts';

/** One cell of a CSV file, escaped already. */
export type CsvCell = string & { readonly csvCell: true };

/** Spreadsheets read a text that begins so as a formula (rule 32). */
const FORMULA = /^[=+\-@\t\r]/;
/** Control characters except tab, CR and LF: useless in a table, and harmful in a terminal. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
/** What stands between the cells of a table. */
export type CsvSeparator = ',' | ';';
const NEEDS_QUOTES: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /[",\r\n]|^[ \t]|[ \t]$/,
  ';': /[";\r\n]|^[ \t]|[ \t]$/,
};

const cell = (text: string): CsvCell => text as CsvCell;

/**
 * A text that somebody else wrote, quoted by RFC 4180. One that begins with `= + - @`, tab or CR gets a leading
 * apostrophe (rule 32); control characters other than tab, CR and LF become U+FFFD.
 */
export const textCell = (text: string, separator: CsvSeparator = ','): CsvCell => {
  const plain = text.replaceAll(CONTROL, '\uFFFD');
  const harmless = FORMULA.test(plain) ? `'${plain}` : plain;
  return cell(NEEDS_QUOTES[separator].test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless);
};

/** A whole number of ours, unquoted, so that spreadsheets read it as a number. */
export const numberCell = (value: number): CsvCell => {
  if (!Number.isSafeInteger(value)) throw new RangeError('a number cell must be a safe integer');
  return cell(String(value));
};

/** An amount in currency units with two decimals. A negative amount keeps its sign: it is no formula. */
export const amountCell = (amount: MinorUnits): CsvCell => cell(formatAmount(amount));

export const EMPTY_CELL: CsvCell = cell('');

/** The amount with a decimal comma, for a table whose cells stand between semicolons. */
export const commaAmountCell = (amount: MinorUnits): CsvCell => cell(formatAmount(amount).replace('.', ','));

/** A row without its line end. CRLF ends every row (RFC 4180). */
export const csvRow = (cells: readonly CsvCell[], separator: CsvSeparator = ','): string => cells.join(separator);

export const CSV_LINE_END = '\r\n';
