import type { MinorUnits } from '../../domain/money/money.ts';
import { type ChargeMeaning, type CreditMeaning, chargeMeaningOf, creditMeaningOf } from '../../nestpay/states.ts';
import { isGiven, movedAmount, SUCCESS } from './order-facts.ts';

/** Most transactions of an order that are read. */
const MAX_ROWS = 100;
const COLUMNS = 11;

type VoidMeaning = 'voided' | 'void-failed' | 'pending';

type Kind =
  | { readonly type: 'charge'; readonly meaning: ChargeMeaning }
  | { readonly type: 'void'; readonly meaning: VoidMeaning }
  | { readonly type: 'credit'; readonly meaning: CreditMeaning };

/**
 * One transaction of an order. `amount` is what it moved. `at` orders rows by time when compared as text; it is
 * undefined where the bank tells no time.
 */
export type HistoryRow = Kind & { readonly amount: MinorUnits | undefined; readonly at: string | undefined };

const TIME = /^(\d{4})-?(\d{2})-?(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?$/;

/** A time as digits that sort: `2026-11-22 14:03:09.5` or `20261122 14:03:09`. */
const sortable = (text: string): string | undefined => {
  const [, ...parts] = TIME.exec(text.trim()) ?? [];
  const fraction = parts.pop() ?? '';
  return parts.length === 0 ? undefined : `${parts.join('')}${fraction.padEnd(9, '0')}`;
};

/** A row's own moment is the last thing that happened to it: captured later than authorised, voided later still. */
const momentOf = (times: readonly string[]): string | undefined =>
  times
    .map(sortable)
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);

/** States of a void that a bank writes as a row of its own. */
const voidMeanings: ReadonlyMap<string, VoidMeaning> = new Map<string, VoidMeaning>([
  ['V', 'voided'],
  ['C', 'voided'],
  ['S', 'voided'],
  ['D', 'void-failed'],
  ['ERR', 'void-failed'],
  ['PN', 'pending'],
  ['NW', 'pending'],
]);

const kindOf = (type: string | undefined, state: string): Kind | undefined => {
  if (type === 'S') {
    const meaning = chargeMeaningOf(state);
    return meaning === undefined ? undefined : { type: 'charge', meaning };
  }
  if (type === 'C') {
    const meaning = creditMeaningOf(state);
    return meaning === undefined ? undefined : { type: 'credit', meaning };
  }
  const meaning = type === 'V' ? voidMeanings.get(state) : undefined;
  return meaning === undefined ? undefined : { type: 'void', meaning };
};

/** Only these have a captured amount that counts: in other rows the bank may write zero or nothing there. */
const MONEY_MOVED: readonly string[] = ['captured', 'settled', 'credited'];
const DONE: readonly string[] = ['authorised', ...MONEY_MOVED];
const FAILED: readonly string[] = ['D', 'ERR'];

/** Whether state and return code say the same; a row need not have a code. */
const agrees = ({ meaning }: Kind, state: string, code: string): boolean => {
  if (code === '') return true;
  if (DONE.includes(meaning)) return code === SUCCESS;
  return !FAILED.includes(state) || code !== SUCCESS;
};

/**
 * Reads one row: type, state, original amount, captured amount, three times, host reference, authorisation code, return
 * code and transaction id, separated by tabs. Columns at the end that are empty may be lost. Undefined for any other
 * row, and for one whose state and return code disagree.
 */
const readRow = (text: string): HistoryRow | undefined => {
  const columns = text.split('\t').map((column) => column.trim());
  if (columns.length > COLUMNS) return undefined;
  const [type, state = '', original, captured] = columns;
  const kind = kindOf(type, state);
  if (kind === undefined || !agrees(kind, state, columns[9] ?? '')) return undefined;
  const amount = movedAmount(original, MONEY_MOVED.includes(kind.meaning) ? captured : undefined);
  return { ...kind, amount, at: momentOf(columns.slice(4, 7)) };
};

const COUNT = /^(?:0|[1-9][0-9]{0,3})$/;

/**
 * The rows of a history as the bank lists them. Undefined where a row cannot be read, where there are more than are
 * read, or where `TRXCOUNT` and the rows do not match: a credit that is overlooked would be sent again.
 */
export const readHistoryRows = (
  count: string | undefined,
  rows: ReadonlyMap<string, string>,
): readonly HistoryRow[] | undefined => {
  if (!isGiven(count) || !COUNT.test(count)) return undefined;
  const announced = Number(count);
  if (announced > MAX_ROWS || announced !== rows.size) return undefined;
  const read: HistoryRow[] = [];
  for (let number = 1; number <= announced; number += 1) {
    const text = rows.get(`TRX${number}`);
    const row = text === undefined ? undefined : readRow(text);
    if (row === undefined) return undefined;
    read.push(row);
  }
  return read;
};
