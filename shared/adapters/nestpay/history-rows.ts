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
 * One transaction of an order. `amount` is what it moved, `captured` the part of it that the bank tells as captured. `at`
 * orders rows by time when compared as text; it is undefined where the bank tells no time.
 */
export type HistoryRow = Kind & {
  readonly amount: MinorUnits | undefined;
  readonly captured: MinorUnits | undefined;
  readonly at: string | undefined;
};

const TIME = /^(\d{4})-?(\d{2})-?(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?$/;

/** A time as digits that sort: `2026-11-22 14:03:09.5` or `20261122 14:03:09`. */
const sortable = (text: string): string | undefined => {
  const [, ...parts] = TIME.exec(text) ?? [];
  const fraction = parts.pop() ?? '';
  return parts.length === 0 ? undefined : `${parts.join('')}${fraction.padEnd(9, '0')}`;
};

/** The time of the latest event of a row: a capture comes after its authorisation, a void after both. */
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

/** States in which the captured amount counts; in other rows the bank may write zero or nothing there. */
const MONEY_MOVED: readonly string[] = ['captured', 'settled', 'credited'];
const DONE: readonly string[] = ['authorised', ...MONEY_MOVED];
const FAILED: readonly string[] = ['D', 'ERR'];

/** Whether state and return code agree; a row may lack a code. */
const agrees = ({ meaning }: Kind, state: string, code: string): boolean => {
  if (code === '') return true;
  if (DONE.includes(meaning)) return code === SUCCESS;
  return !FAILED.includes(state) || code !== SUCCESS;
};

/**
 * Reads one row: type, state, original amount, captured amount, three times, host reference, authorisation code, return
 * code and transaction id, separated by tabs. Empty columns at the end may be missing. Undefined for any other row, and
 * if state and return code disagree.
 */
const readRow = (text: string): HistoryRow | undefined => {
  const columns = text.split('\t').map((column) => column.trim());
  if (columns.length > COLUMNS) return undefined;
  const [type, state = '', original, captured] = columns;
  const kind = kindOf(type, state);
  if (kind === undefined || !agrees(kind, state, columns[9] ?? '')) return undefined;
  const told = MONEY_MOVED.includes(kind.meaning) ? captured : undefined;
  const at = momentOf(columns.slice(4, 7));
  return { ...kind, amount: movedAmount(original, told), captured: movedAmount(undefined, told), at };
};

const COUNT = /^(?:0|[1-9][0-9]{0,3})$/;

/**
 * The rows of a history as the bank lists them. Undefined if a row cannot be read, if there are more than MAX_ROWS, or
 * if `TRXCOUNT` does not match: an overlooked credit would be sent again.
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
