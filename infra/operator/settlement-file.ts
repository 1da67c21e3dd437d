import { createReadStream, statSync } from 'node:fs';
import type { SettledOrder } from '../../shared/domain/comparison/settlement.ts';
import {
  readSettlementAmount,
  readSettlementCurrency,
  readSettlementDay,
  type SettlementLine,
  settlementMovementOf,
} from '../../shared/domain/comparison/settlement-line.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { UsageError } from './arguments.ts';
import { csvRowsOf } from './csv-rows.ts';
import { CsvError, type CsvRow } from './csv-table.ts';

const MAX_BYTES = 128 * 1024 * 1024;
const MAX_LINES = 500_000;
const COLUMNS = ['order', 'amount', 'type', 'date'] as const;
const ORDER_ID = /^[A-Za-z0-9-]{1,64}$/;

/** A settlement file, added up by order. */
export interface SettlementFile {
  readonly lines: number;
  /** First and last day of its lines. */
  readonly from: string;
  readonly until: string;
  readonly orders: ReadonlyMap<string, SettledOrder & { readonly day: string }>;
}

type Columns = ReadonlyMap<string, number>;

const columnsOf = ({ cells }: CsvRow): Columns => {
  const columns = new Map(cells.map((name, index) => [name.toLowerCase(), index]));
  const missing = COLUMNS.filter((name) => !columns.has(name));
  if (missing.length > 0 || columns.size < cells.length) {
    throw new UsageError(
      `The first line must name the columns ${COLUMNS.join(', ')}, each once; currency may stand beside them.`,
    );
  }
  return columns;
};

/** Nothing of a line is quoted in an error: a bank's file may hold what nobody should read in a terminal's log. */
const wrong = (line: number, what: string): never => {
  throw new UsageError(`Line ${line}: ${what}`);
};

const lineOf = ({ line, cells }: CsvRow, columns: Columns): SettlementLine => {
  const cell = (name: string): string => cells[columns.get(name) ?? -1] ?? '';
  const orderId = ORDER_ID.test(cell('order'))
    ? cell('order')
    : wrong(line, 'order must be letters, digits and hyphens');
  const signed = readSettlementAmount(cell('amount')) ?? wrong(line, 'amount is no amount, or may mean two');
  const movement = settlementMovementOf(cell('type'), signed);
  if (movement === 'unknown type') return wrong(line, 'type must be a sale, capture, refund or void');
  if (movement === 'contradiction') return wrong(line, 'a capture below zero says two things: write it as a refund');
  const day = readSettlementDay(cell('date')) ?? wrong(line, 'date must be a day such as 2026-11-23 or 23.11.2026');
  const text = cell('currency');
  const currency = text === '' ? undefined : (readSettlementCurrency(text) ?? wrong(line, 'currency is not known'));
  return { orderId, ...movement, day, ...omitUndefined({ currency }) };
};

const added = (
  before: (SettledOrder & { readonly day: string }) | undefined,
  { amount, type, currency, day }: SettlementLine,
): SettledOrder & { readonly day: string } => {
  const sums = before ?? { taken: 0, refunded: 0, voided: 0, day };
  const first = sums.currency ?? currency;
  if (currency !== undefined && currency !== first) return { ...sums, hasOtherCurrency: true };
  return { ...sums, [type]: sums[type] + amount, ...omitUndefined({ currency: first }) };
};

const refuseLargeFile = (path: string): void => {
  try {
    if (statSync(path).size > MAX_BYTES) throw new UsageError(`The file ${path} is larger than 128 MB.`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UsageError(`The file ${path} cannot be read (${code}).`);
  }
};

/** Reads a settlement file row by row, and adds it up by order. Throws a UsageError that names the line. */
export const readSettlementFile = async (path: string): Promise<SettlementFile> => {
  refuseLargeFile(path);
  const orders = new Map<string, SettledOrder & { readonly day: string }>();
  let columns: Columns | undefined;
  let [lines, from, until] = [0, '', ''];
  try {
    for await (const row of csvRowsOf(createReadStream(path, { encoding: 'utf8' }))) {
      if (columns === undefined) {
        columns = columnsOf(row);
        continue;
      }
      lines += 1;
      if (lines > MAX_LINES) throw new UsageError(`The file has more than ${MAX_LINES} lines: give it in parts.`);
      const line = lineOf(row, columns);
      orders.set(line.orderId, added(orders.get(line.orderId), line));
      from = from === '' || line.day < from ? line.day : from;
      until = line.day > until ? line.day : until;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
  if (lines === 0) throw new UsageError('The file has no lines: without them nothing can be compared.');
  return { lines, from, until, orders };
};
