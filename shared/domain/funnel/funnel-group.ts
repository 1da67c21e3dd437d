import type { DayText } from '../calendar.ts';
import {
  addCounts,
  addGivenBack,
  countsOf,
  type FunnelCounts,
  type GivenBackCounts,
  NO_GIVEN_BACK,
  NO_REQUESTS,
} from './funnel-counts.ts';
import type { FunnelChannel, RequestStages } from './request-stages.ts';

/** What the requests of one row have in common beside their dealer and day. */
export interface FunnelGroup {
  readonly definition: number;
  readonly channel: FunnelChannel;
}

/** The counts of one group of a day. */
export interface FunnelRow extends FunnelGroup {
  readonly day: DayText;
  readonly counts: FunnelCounts;
  /** What was given back of these requests, on whatever day. */
  readonly givenBack: GivenBackCounts;
}

/** One text for each group. */
export const groupName = ({ definition, channel }: FunnelGroup): string => `${definition}#${channel}`;

/** Counts by group. */
export type CountsByGroup = ReadonlyMap<string, FunnelGroup & { readonly counts: FunnelCounts }>;

/** Adds requests of one day to what was counted of it before: the order of requests and pages makes no difference. */
export const addRequests = (before: CountsByGroup, requests: readonly RequestStages[]): CountsByGroup => {
  const groups = new Map(before);
  for (const request of requests) {
    const { definition, channel } = request;
    const name = groupName(request);
    const counts = groups.get(name)?.counts ?? NO_REQUESTS;
    groups.set(name, { definition, channel, counts: addCounts(counts, countsOf(request)) });
  }
  return groups;
};

export const funnelGroupings = ['day', 'definition', 'channel'] as const;
export type FunnelGrouping = (typeof funnelGroupings)[number];

/** Rows that were added up, under what they have in common. */
export interface FunnelSum {
  /** The day, the number of the definition or the channel. */
  readonly of: string;
  readonly counts: FunnelCounts;
  readonly givenBack: GivenBackCounts;
}

const keyOf = (row: FunnelRow, by: FunnelGrouping): string => String(row[by]);

/** Days and channels sort as texts, definitions as numbers. */
const inOrder = (by: FunnelGrouping) => (one: FunnelSum, other: FunnelSum) =>
  by === 'definition' ? Number(one.of) - Number(other.of) : one.of < other.of ? -1 : 1;

/** Rows added up by day, definition or channel. */
export const sumsBy = (rows: readonly FunnelRow[], by: FunnelGrouping): readonly FunnelSum[] => {
  const sums = new Map<string, FunnelSum>();
  for (const row of rows) {
    const of = keyOf(row, by);
    const { counts, givenBack } = sums.get(of) ?? { counts: NO_REQUESTS, givenBack: NO_GIVEN_BACK };
    sums.set(of, {
      of,
      counts: addCounts(counts, row.counts),
      givenBack: addGivenBack(givenBack, row.givenBack),
    });
  }
  return [...sums.values()].toSorted(inOrder(by));
};
