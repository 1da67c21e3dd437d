import { type DayText, istanbulDayOf, monthBefore, monthOf } from '../../../domain/calendar.ts';
import type { CountedItem, DayQuery, StatementMaking } from '../../../ports/statements.ts';
import { listingEntry } from '../engine/listed-items.ts';
import { mergedPage } from '../engine/merged-page.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import { itemOfPosition, LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import {
  balanceItem,
  movedItem,
  progressItem,
  readBalance,
  readMoved,
  readProgress,
  statementItem,
  statementPointerItem,
} from './statement-item.ts';
import { lateEndsPartitions, movedPartition, statementKeys } from './statement-keys.ts';

/** A dealer without progress began within these months, or is taken up from the oldest of them. */
const MOST_MONTHS = 24;
const WRITES_AT_ONCE = 20;

/** The lists of a day, in the order in which they are read. */
const LISTS = ['CHARGES', 'STEPS', 'LATE'] as const;
type List = (typeof LISTS)[number];

const nextList = (list: List): List | undefined => LISTS[LISTS.indexOf(list) + 1];

/** Positions of one list of a day, in order. */
const positionsOf = async (table: Table, list: List, query: DayQuery): Promise<readonly string[]> => {
  const { after, limit, day } = query;
  if (list === 'LATE') {
    const read = async (pk: string, page: { readonly after: string | undefined; readonly limit: number }) =>
      (await table.query({ pk, ...page })).map(({ sk }) => ({ position: String(sk) }));
    return (await mergedPage({ shards: lateEndsPartitions(query), after, limit, read })).map(
      ({ position }) => position,
    );
  }
  const between = listingRangeOf(day);
  const page = await mergedPage({
    shards: listingPartitions(list, query),
    after,
    limit,
    read: async (listPk, rows) =>
      (await table.list({ index: LISTING_INDEX, listPk, between, ...rows })).map(listingEntry),
  });
  return page.map(({ position }) => position);
};

const countedOn = async (
  table: Table,
  query: DayQuery,
): Promise<{ readonly items: readonly CountedItem[]; readonly next?: string }> => {
  const [name = '', place = ''] = (query.after ?? '').split('/');
  const list = LISTS.find((one) => one === name) ?? (query.stepsOnly === true ? 'STEPS' : LISTS[0]);
  const positions = await positionsOf(table, list, { ...query, after: place === '' ? undefined : place });
  const last = positions.at(-1);
  const items = positions.map(itemOfPosition);
  if (last !== undefined && positions.length === query.limit) return { items, next: `${list}/${last}` };
  const following = nextList(list);
  return following === undefined ? { items } : { items, next: `${following}/` };
};

/** The first charge of each month, side by side; the day of the oldest one. */
const firstDay = async (
  table: Table,
  dealerCode: string,
  { listingShards, until }: { readonly listingShards: number; readonly until: DayText },
): Promise<DayText | undefined> => {
  const months = [monthOf(until)];
  while (months.length < MOST_MONTHS) months.push(monthBefore(months.at(-1) ?? ''));
  const partitions = months.flatMap((month) =>
    listingPartitions('CHARGES', { dealerCode, day: `${month}01`, listingShards }),
  );
  const reads = partitions.map((listPk) => table.list({ index: LISTING_INDEX, listPk, limit: 1 }));
  const found = (await Promise.all(reads)).flat().map(({ listSk }) => Number(String(listSk).split('#')[0]));
  return found.length === 0 ? undefined : istanbulDayOf(Math.min(...found));
};

/** Where the nightly job reads and writes. */
export const dynamoStatementMaking = (table: Table): StatementMaking => ({
  progress: async (owner) => {
    const row = await table.get(statementKeys.statementJob(owner));
    return row === undefined ? undefined : readProgress(row);
  },

  saveProgress: async (owner, progress) => {
    const onlyIf = progress.version === 1 ? ABSENT : atVersion(progress.version - 1);
    return (await table.transact([{ put: progressItem(owner, progress), onlyIf }])).applied;
  },

  firstDay: (dealerCode, query) => firstDay(table, dealerCode, query),

  countedOn: (query) => countedOn(table, query),

  keepMoved: async (pages) => {
    for (let first = 0; first < pages.length; first += WRITES_AT_ONCE) {
      const writes = pages.slice(first, first + WRITES_AT_ONCE).map((page) => ({ put: movedItem(page) }));
      await Promise.all(writes.map((write) => table.transact([write])));
    }
  },

  moved: async (dealerCode, day, { after, limit }) =>
    (await table.query({ pk: movedPartition(dealerCode, day), after, limit })).map(readMoved),

  balance: async (account) => {
    const row = await table.get(statementKeys.accountBalance(account));
    return row === undefined ? undefined : readBalance(row);
  },

  write: async ({ statement, balance }) => {
    const onlyIf = balance.version === 1 ? ABSENT : atVersion(balance.version - 1);
    const { applied } = await table.transact([
      { put: statementItem(statement), onlyIf: ABSENT },
      { put: statementPointerItem(statement), onlyIf: ABSENT },
      { put: balanceItem(balance), onlyIf },
    ]);
    return applied;
  },
});
