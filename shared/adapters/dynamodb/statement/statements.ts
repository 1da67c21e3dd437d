import { istanbulDayOf, istanbulDayRange, monthBefore, monthOf } from '../../../domain/calendar.ts';
import { currencies } from '../../../domain/money/money.ts';
import type { StatementEntry } from '../../../domain/statement/movement.ts';
import type { Statement } from '../../../domain/statement/statement.ts';
import type { Statements } from '../../../ports/statements.ts';
import { type IndexEntry, itemsOf, listingEntry } from '../engine/listed-items.ts';
import type { Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import { readEntries, readStatement, readStatementPointer } from './statement-item.ts';
import { movedPartition, movedPrefix, statementKeys, statementsPartition } from './statement-keys.ts';

/** Most days that one read asks for, and so most rows of one currency. */
const MOST_DAYS = 366;
/** Pages of entries that one read takes: each is up to 30 kB. */
const PAGES_AT_ONCE = 25;

const newestFirst = (a: Statement, b: Statement): number =>
  b.day === a.day ? b.statementId - a.statementId : b.day < a.day ? -1 : 1;

const entriesOf = async (table: Table, statement: Statement, limit: number): Promise<readonly StatementEntry[]> => {
  const pk = movedPartition(statement.dealerCode, statement.day);
  const skPrefix = movedPrefix(statement);
  const entries: StatementEntry[] = [];
  let after: string | undefined;
  while (entries.length < limit) {
    const rows = await table.query({ pk, skPrefix, after, limit: PAGES_AT_ONCE });
    // A page may be short for its size. Only an empty one is the end.
    if (rows.length === 0) break;
    entries.push(...rows.flatMap(readEntries));
    after = String(rows.at(-1)?.sk);
  }
  return entries.toSorted((a, b) => a.atMs - b.atMs).slice(0, limit);
};

/** Months from the month of one day to that of another, oldest first. */
const monthsBetween = (from: string, until: string): readonly string[] => {
  const months = [monthOf(until)];
  while ((months[0] ?? '') > monthOf(from)) months.unshift(monthBefore(months[0] ?? ''));
  return months;
};

const pageOfDealer = async (
  table: Table,
  { dealerCode, from, until, after, limit }: Parameters<Statements['pageOfDealer']>[0],
): ReturnType<Statements['pageOfDealer']> => {
  const between = { from: listingRangeOf(from).from, until: listingRangeOf(until).until };
  const firstMs = after === undefined ? istanbulDayRange(from).firstMs : Number(after.split('#')[0]);
  const entries: IndexEntry[] = [];
  for (const month of monthsBetween(istanbulDayOf(firstMs), until)) {
    if (entries.length === limit) break;
    const [listPk = ''] = listingPartitions('STATEMENTS', { dealerCode, day: `${month}01`, listingShards: 1 });
    const asked = { index: LISTING_INDEX, listPk, between, after, limit: limit - entries.length };
    entries.push(...(await table.list(asked)).map(listingEntry));
  }
  const items = await itemsOf(table, entries);
  return items.map(({ position, item }) => ({ position, statement: readStatement(item) }));
};

/** Statements as dealers and operators read them. */
export const dynamoStatements = (table: Table): Statements => ({
  ofDays: async ({ dealerCode, subDealerId }, { from, until }) => {
    const pk = statementsPartition(dealerCode, subDealerId);
    const reads = currencies.map((currency) =>
      table.query({ pk, between: { from: `${currency}#${from}`, until: `${currency}#${until}` }, limit: MOST_DAYS }),
    );
    return (await Promise.all(reads)).flat().map(readStatement).toSorted(newestFirst);
  },

  findById: async (dealerCode, statementId) => {
    const pointer = await table.get(statementKeys.statementPointer(dealerCode, statementId));
    if (pointer === undefined) return undefined;
    const { day, ...of } = readStatementPointer(pointer);
    const row = await table.get(statementKeys.statement({ dealerCode, ...of }, day));
    return row === undefined ? undefined : readStatement(row);
  },

  entriesOf: (statement, limit) => entriesOf(table, statement, limit),

  pageOfDealer: (query) => pageOfDealer(table, query),
});
