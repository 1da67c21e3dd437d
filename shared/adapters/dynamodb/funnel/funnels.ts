import { monthOf } from '../../../domain/calendar.ts';
import { type CountedPart, daysBetween, type FunnelPart } from '../../../domain/funnel/funnel-days.ts';
import type { FunnelEntry } from '../../../domain/funnel/funnel-group.ts';
import type { FunnelCounting, FunnelDays, Funnels } from '../../../ports/funnels.ts';
import type { Table } from '../engine/table.ts';
import type { Expression, Row, Write } from '../engine/writes.ts';
import { countsItem, partItem, readFunnelRow, readPart, readProgress } from './funnel-item.ts';
import {
  funnelKeys,
  funnelLinkPartition,
  funnelMonth,
  funnelPartition,
  partsOfDays,
  rowsOfDays,
} from './funnel-keys.ts';
import { requestsOfPart } from './funnel-requests.ts';

const WRITES_AT_ONCE = 10;
const ROWS_AT_ONCE = 400;
/** The store ends a page at 1 MB, and a row has 10 kB at most: a page of fewer rows is surely whole. */
const SURELY_WHOLE = 100;
/** Pages of one partition that an answer reads: 8,000 rows, which are 250 groups on each day of a month. */
const MOST_PAGES = 20;

/** Rows of a partition; undefined where there are more than may be read. */
const readRange = async (
  table: Pick<Table, 'query'>,
  pk: string,
  between: ReturnType<typeof rowsOfDays>,
): Promise<readonly Row[] | undefined> => {
  const rows: Row[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await table.query({ pk, between, after, limit: ROWS_AT_ONCE });
    rows.push(...read);
    if (read.length < SURELY_WHOLE) return rows;
    after = String(read.at(-1)?.sk);
  }
  return undefined;
};

const monthsOf = ({ from, until }: FunnelDays): readonly string[] => [
  ...new Set(daysBetween(from, until).map(monthOf)),
];

type Reads = Pick<Table, 'get' | 'query'>;

export const dynamoFunnels = (table: Reads): Funnels => ({
  rows: async (dealerCode, days) => {
    const between = rowsOfDays(days.from, days.until);
    const read = monthsOf(days).map((month) => readRange(table, funnelMonth(dealerCode, month), between));
    const rows = await Promise.all(read);
    return rows.includes(undefined) ? undefined : rows.flatMap((some) => (some ?? []).map(readFunnelRow));
  },

  rowsOfLink: async (link, { from, until }) =>
    // A link has one row a day, and one for what was given back: ten years of it are read.
    ((await readRange(table, funnelLinkPartition(link), rowsOfDays(from, until))) ?? []).map(readFunnelRow),

  parts: async (dealerCode, { from, until }) => {
    const between = partsOfDays(from, until);
    return ((await readRange(table, funnelPartition(dealerCode), between)) ?? []).map(readPart);
  },

  progress: async (owner) => {
    const row = await table.get(funnelKeys.job(owner));
    return row === undefined ? undefined : readProgress(row);
  },
});

/** What a later count wrote stays. */
const unlessLater = (countedAtMs: number): Expression => ({
  expression: 'attribute_not_exists(pk) OR #countedAtMs <= :countedAtMs',
  names: { '#countedAtMs': 'countedAtMs' },
  values: { ':countedAtMs': countedAtMs },
});

const isOfPart = (row: Row, part: FunnelPart): boolean =>
  row.entity === 'funnel-counts' && (row.channel === 'reusable-link') === (part === 'requests');

/**
 * Rows of an earlier count whose group has no request any more: one that was counted before its message was written moves to
 * another channel.
 */
const emptied = async (
  table: Reads,
  dealerCode: string,
  { day, part }: CountedPart,
  kept: ReadonlySet<string>,
): Promise<readonly Row[]> => {
  const rows = (await readRange(table, funnelMonth(dealerCode, monthOf(day)), rowsOfDays(day, day))) ?? [];
  return rows.filter((row) => isOfPart(row, part) && !kept.has(String(row.sk)));
};

export const writeSideBySide = async (table: Pick<Table, 'transact'>, writes: readonly Write[]): Promise<void> => {
  for (let first = 0; first < writes.length; first += WRITES_AT_ONCE) {
    await Promise.all(writes.slice(first, first + WRITES_AT_ONCE).map((write) => table.transact([write])));
  }
};

const writePart = async (
  table: Reads & Pick<Table, 'transact'>,
  dealerCode: string,
  counted: CountedPart,
  entries: readonly FunnelEntry[],
): Promise<void> => {
  const onlyIf = unlessLater(counted.countedAtMs);
  const items = entries.map((entry) => countsItem(dealerCode, entry, counted.countedAtMs));
  const stale = await emptied(table, dealerCode, counted, new Set(items.map(({ sk }) => sk)));
  await writeSideBySide(table, [
    ...items.map((put) => ({ put, onlyIf })),
    ...stale.map(({ pk, sk }) => ({ remove: { pk: String(pk), sk: String(sk) }, onlyIf })),
  ]);
  await table.transact([{ put: partItem(dealerCode, counted), onlyIf }]);
};

/** A dealer is busy for a while behind its last question: the row goes by itself. */
const busyItem = (dealerCode: string, untilMs: number) => ({
  ...funnelKeys.busy(dealerCode),
  entity: 'funnel-busy',
  untilMs,
  expiresAt: Math.ceil(untilMs / 1000),
});

export const dynamoFunnelCounting = (table: Table): FunnelCounting => {
  const funnels = dynamoFunnels(table);
  return {
    parts: (dealerCode, days) => funnels.parts(dealerCode, days),
    progress: (owner) => funnels.progress(owner),
    requests: (query) => requestsOfPart(table, query),
    writePart: (dealerCode, counted, entries) => writePart(table, dealerCode, counted, entries),
    noteBusy: async (dealerCode, untilMs) => {
      const onlyIf = { expression: 'attribute_not_exists(pk) OR untilMs < :untilMs', values: { ':untilMs': untilMs } };
      await table.transact([{ put: busyItem(dealerCode, untilMs), onlyIf }]);
    },
  };
};
