import { type DayText, monthBefore, monthOf } from '../../../domain/calendar.ts';
import { type DeskLinks, MOST_MONTHS_READ, type NewestLinksQuery } from '../../../ports/desk-links.ts';
import { type IndexEntry, listingEntry } from '../engine/listed-items.ts';
import type { Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import { requestListings } from '../reusable-link/reusable-link-keys.ts';
import { linksOfEntries } from './operator-links.ts';

/** The months of a span of days, the latest first. */
const monthsBackwards = (from: DayText, until: DayText): readonly string[] => {
  const months: string[] = [];
  for (let month = monthOf(until); month >= monthOf(from); month = monthBefore(month)) {
    if (months.length === MOST_MONTHS_READ) throw new RangeError('too many months of links at once');
    months.push(month);
  }
  return months;
};

/** The newest entries of a list, merged from its shards. */
const newestEntries = async (
  table: Pick<Table, 'list'>,
  shards: readonly string[],
  { from, until, before, limit }: NewestLinksQuery,
): Promise<readonly IndexEntry[]> => {
  const { until: last } = listingRangeOf(until);
  const between = { from: listingRangeOf(from).from, until: before !== undefined && before < last ? before : last };
  if (between.until < between.from) return [];
  // The end of a range belongs to it, so the entry that the page begins behind is read once more.
  const pages = await Promise.all(
    shards.map((listPk) => table.list({ index: LISTING_INDEX, listPk, newestFirst: true, limit: limit + 1, between })),
  );
  return pages
    .flat()
    .map(listingEntry)
    .filter(({ position }) => before === undefined || position < before)
    .toSorted((one, other) => (one.position < other.position ? 1 : -1));
};

/** The shards of each month of a dealer's links, the latest month first. Requests of a reusable link stand in one list for ever. */
const shardsOfMonths = (
  { dealerCode, listingShards }: NewestLinksQuery,
  from: DayText,
  until: DayText,
): readonly (readonly string[])[] =>
  monthsBackwards(from, until).map((month) =>
    listingPartitions('LINKS', { dealerCode, day: `${month}01`, listingShards }),
  );

export const dynamoDeskLinks = (table: Table): DeskLinks => ({
  newest: async (query) => {
    const { madeOf, from, until, limit } = query;
    const entries: IndexEntry[] = [];
    for (const shards of madeOf === undefined ? shardsOfMonths(query, from, until) : [requestListings(madeOf)]) {
      entries.push(...(await newestEntries(table, shards, query)));
      if (entries.length >= limit) break;
    }
    return linksOfEntries(table, entries.slice(0, limit));
  },
});
