import {
  amountCell,
  CSV_LINE_END,
  type CsvCell,
  type CsvSeparator,
  commaAmountCell,
  csvRow,
  EMPTY_CELL,
  numberCell,
  textCell,
} from '../../domain/csv.ts';
import type { Language } from '../../domain/language.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { PageAnswer } from '../../http/page-response.ts';

/**
 * A value of a table that is downloaded: a text that anybody may have typed, a whole number, an amount, or nothing. A text that
 * begins like a formula is defused (rules 32 and 55).
 */
export type CsvValue = string | number | { readonly amount: MinorUnits } | undefined;

export interface CsvTable {
  /** Without `.csv`: letters, digits, `.`, `-` and `_` alone. */
  readonly name: string;
  readonly language: Language;
  /** Names of the columns, in the language. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

/** Without it Excel takes the text for one of the system's old character set, and breaks Turkish letters. */
const BYTE_ORDER_MARK = '\uFEFF';

const separatorOf: Readonly<Record<Language, CsvSeparator>> = { tr: ';', en: ',' };

const cellOf = (value: CsvValue, language: Language): CsvCell => {
  if (value === undefined) return EMPTY_CELL;
  if (typeof value === 'string') return textCell(value, separatorOf[language]);
  if (typeof value === 'number') return numberCell(value);
  return language === 'tr' ? commaAmountCell(value.amount) : amountCell(value.amount);
};

/**
 * The text of a table as spreadsheets of the language open it by a double click. A Turkish one reads a decimal comma and
 * semicolons between cells, an English one a point and commas; with anything else it shows the amounts as text, or every row in
 * one cell. Programs have the API. A row that has more or fewer cells than the table has columns is a defect and throws a RangeError.
 */
export const csvText = ({ language, columns, rows }: Omit<CsvTable, 'name'>): string => {
  const lines = [columns, ...rows].map((row) => {
    if (row.length !== columns.length) throw new RangeError('a row must have a cell for each column');
    return csvRow(
      row.map((value) => cellOf(value, language)),
      separatorOf[language],
    );
  });
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}${CSV_LINE_END}`).join('')}`;
};

/** The answer that a browser keeps as a file. */
export const csvDownload = (table: CsvTable): PageAnswer => ({
  download: { fileName: `${table.name}.csv`, type: 'text/csv; charset=utf-8', text: csvText(table) },
});
