import type { DayText } from '../calendar.ts';
import type { ReusableLinkName } from '../reusable-link/link-name.ts';
import {
  addCounts,
  addGivenBack,
  countsOf,
  type FunnelCounts,
  type GivenBackCounts,
  givenBackCountsOf,
  NO_GIVEN_BACK,
  NO_REQUESTS,
} from './funnel-counts.ts';
import type { GivenBack } from './given-back.ts';
import type { FunnelChannel, RequestStages } from './request-stages.ts';

/** What the requests of one row have in common beside their dealer. */
export interface FunnelGroup {
  /** Istanbul day of their creation. */
  readonly day: DayText;
  readonly definition: number;
  readonly channel: FunnelChannel;
}

/** The counts of a group. */
export interface FunnelRow extends FunnelGroup {
  readonly counts: FunnelCounts;
  /** What was given back of these requests, on whatever day. */
  readonly givenBack: GivenBackCounts;
}

/** A row, or the part of one that belongs to a single reusable link: who asks about a link reads no other. */
export interface FunnelEntry extends FunnelRow {
  readonly link?: ReusableLinkName;
}

/** Entries by what they are about. */
export type FunnelEntries = ReadonlyMap<string, FunnelEntry>;

export const NO_ENTRIES: FunnelEntries = new Map();

const entryName = ({ day, definition, channel, link = '' }: Omit<FunnelEntry, 'counts' | 'givenBack'>): string =>
  `${day}#${definition}#${channel}#${link}`;

/** Adds entries up: in any order, and in any parts that share no request. */
export const addEntries = (before: FunnelEntries, entries: Iterable<FunnelEntry>): FunnelEntries => {
  const sums = new Map(before);
  for (const entry of entries) {
    const name = entryName(entry);
    const known = sums.get(name);
    sums.set(
      name,
      known === undefined
        ? entry
        : {
            ...known,
            counts: addCounts(known.counts, entry.counts),
            givenBack: addGivenBack(known.givenBack, entry.givenBack),
          },
    );
  }
  return sums;
};

/** What a request adds to its group, and to its reusable link where it was made of one. */
const entriesOf = (
  { day, definition, channel, link }: RequestStages,
  sums: Pick<FunnelRow, 'counts' | 'givenBack'>,
): readonly FunnelEntry[] => {
  const ofGroup = { day, definition, channel, ...sums };
  return link === undefined ? [ofGroup] : [ofGroup, { ...ofGroup, link }];
};

/** The entries of one request by what became of it. */
export const entriesOfRequest = (request: RequestStages): readonly FunnelEntry[] =>
  entriesOf(request, { counts: countsOf(request), givenBack: NO_GIVEN_BACK });

/** The entries of what was given back of one request on a day. */
export const entriesOfGivenBack = (request: RequestStages, given: GivenBack): readonly FunnelEntry[] =>
  entriesOf(request, { counts: NO_REQUESTS, givenBack: givenBackCountsOf(given) });

export const funnelGroupings = ['day', 'definition', 'channel'] as const;
export type FunnelGrouping = (typeof funnelGroupings)[number];

/** Rows that were added up, under what they have in common. */
export interface FunnelSum {
  /** The day, the number of the definition or the channel. */
  readonly of: string;
  readonly counts: FunnelCounts;
  readonly givenBack: GivenBackCounts;
}

/** Days and channels sort as texts, definitions as numbers. */
const inOrder = (by: FunnelGrouping) => (one: FunnelSum, other: FunnelSum) => {
  if (by === 'definition') return Number(one.of) - Number(other.of);
  return one.of < other.of ? -1 : 1;
};

/** Rows added up by day, definition or channel. */
export const sumsBy = (rows: readonly FunnelRow[], by: FunnelGrouping): readonly FunnelSum[] => {
  const sums = new Map<string, FunnelSum>();
  for (const row of rows) {
    const of = String(row[by]);
    const { counts, givenBack } = sums.get(of) ?? { counts: NO_REQUESTS, givenBack: NO_GIVEN_BACK };
    sums.set(of, {
      of,
      counts: addCounts(counts, row.counts),
      givenBack: addGivenBack(givenBack, row.givenBack),
    });
  }
  return [...sums.values()].toSorted(inOrder(by));
};
