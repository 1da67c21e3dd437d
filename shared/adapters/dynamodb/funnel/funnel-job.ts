import type { DayText } from '../../../domain/calendar.ts';
import { addGivenBack, NO_GIVEN_BACK } from '../../../domain/funnel/funnel-counts.ts';
import { addEntries, type FunnelEntries, type FunnelEntry, NO_ENTRIES } from '../../../domain/funnel/funnel-group.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FunnelJob } from '../../../ports/funnels.ts';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import {
  draftItem,
  type GivenBackItem,
  givenBackItem,
  progressItem,
  readBusy,
  readDraft,
  readGivenBackItem,
} from './funnel-item.ts';
import { BUSY_PARTITION, draftPartition, draftPrefix, funnelKeys } from './funnel-keys.ts';
import { dynamoFunnelCounting, writeSideBySide } from './funnels.ts';

/** Entries of one draft row: with all their bins they stay far under the largest item. */
const ENTRIES_A_PAGE = 20;
const PAGES_AT_ONCE = 25;
/** A million entries. */
const MOST_DRAFT_READS = 2000;
/** Drafts tidy themselves up; a place whose draft is gone begins its day anew. */
const DRAFT_KEPT_SECONDS = 3 * 86_400;
const GROUPS_AT_ONCE = 10;
/** More often than this nobody loses against another run. */
const MAX_TRIES = 5;

/** A row once it has what was given back on a day; undefined where it has what a later day gave back already. */
const withDay = (
  before: GivenBackItem | undefined,
  day: DayText,
  { day: ofDay, definition, channel, givenBack: last }: FunnelEntry,
): GivenBackItem | undefined => {
  const group = { day: ofDay, definition, channel };
  if (before === undefined) return { ...group, version: 1, lastDay: day, before: NO_GIVEN_BACK, last };
  if (before.lastDay > day) return undefined;
  const version = before.version + 1;
  return before.lastDay === day
    ? { ...before, version, last }
    : { ...before, version, lastDay: day, before: addGivenBack(before.before, before.last), last };
};

const addDay = async (table: Table, dealerCode: string, day: DayText, entry: FunnelEntry): Promise<void> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await table.get(funnelKeys.givenBack(dealerCode, entry));
    const before = row === undefined ? undefined : readGivenBackItem(row);
    const after = withDay(before, day, entry);
    if (after === undefined) return;
    const put = givenBackItem(dealerCode, { ...after, ...(entry.link === undefined ? {} : { link: entry.link }) });
    const onlyIf = before === undefined ? ABSENT : atVersion(before.version);
    if ((await table.transact([{ put, onlyIf }])).applied) return;
  }
  throw new StoreUnavailable('not-applied', 'Conflict');
};

const readDrafts = async (table: Table, dealerCode: string, draft: string): Promise<FunnelEntries> => {
  let entries = NO_ENTRIES;
  let after: string | undefined;
  for (let page = 0; page < MOST_DRAFT_READS; page += 1) {
    const range = { pk: draftPartition(dealerCode), skPrefix: draftPrefix(draft) };
    const rows = await table.query({ ...range, after, limit: PAGES_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return entries;
    entries = addEntries(entries, rows.flatMap(readDraft));
    after = String(last.sk);
  }
  // A place whose draft is not whole begins its day anew.
  return NO_ENTRIES;
};

/** Where the nightly job reads and writes. */
export const dynamoFunnelJob = (table: Table, clock: Clock): FunnelJob => ({
  ...dynamoFunnelCounting(table),

  saveProgress: async (owner, progress) => {
    const onlyIf = progress.version === 1 ? ABSENT : atVersion(progress.version - 1);
    return (await table.transact([{ put: progressItem(owner, progress), onlyIf }])).applied;
  },

  writeGivenBack: async (dealerCode, day, entries) => {
    for (let first = 0; first < entries.length; first += GROUPS_AT_ONCE) {
      const some = entries.slice(first, first + GROUPS_AT_ONCE);
      await Promise.all(some.map((entry) => addDay(table, dealerCode, day, entry)));
    }
  },

  keepDraft: async (dealerCode, draft, entries) => {
    const all = [...entries.values()];
    const expiresAt = Math.floor(clock.now() / 1000) + DRAFT_KEPT_SECONDS;
    const pages = Array.from({ length: Math.ceil(all.length / ENTRIES_A_PAGE) }, (_, page) =>
      draftItem(dealerCode, { draft, page, expiresAt }, all.slice(page * ENTRIES_A_PAGE, (page + 1) * ENTRIES_A_PAGE)),
    );
    await writeSideBySide(
      table,
      pages.map((put) => ({ put, onlyIf: ABSENT })),
    );
  },

  draft: (dealerCode, draft) => readDrafts(table, dealerCode, draft),

  busyDealers: async ({ after, limit }) => (await table.query({ pk: BUSY_PARTITION, after, limit })).map(readBusy),
});
