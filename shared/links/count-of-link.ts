import { istanbulDayOf, istanbulDayRange } from '../domain/calendar.ts';
import { countsOfLinkRows } from '../domain/funnel/counts-of-link.ts';
import { type LinkCounts, linkCountsOf } from '../domain/reusable-link/link-counts.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { Clock } from '../ports/clock.ts';
import type { Funnels } from '../ports/funnels.ts';
import type { LinkRequests } from '../ports/reusable-links.ts';

export interface CountOfLinkDependencies {
  readonly linkRequests: LinkRequests;
  readonly funnels: Pick<Funnels, 'progress' | 'rowsOfLink'>;
  readonly clock: Clock;
}

/** Counts of a link's requests, and of when they are. `isWhole` false: the newest ones alone were counted. */
interface CountedRequests {
  readonly counts: LinkCounts;
  readonly countedAtMs: number;
  readonly isWhole: boolean;
}

/** Most requests that one answer counts by itself. */
const MOST_COUNTED = 2000;

/** What nights have counted of a link; undefined before the first of them. */
const countedByNights = async (
  { name, dealerCode, createdAtMs }: ReusableLink,
  { funnels }: CountOfLinkDependencies,
): Promise<CountedRequests | undefined> => {
  const from = istanbulDayOf(createdAtMs);
  const progress = await funnels.progress(dealerCode);
  if (progress === undefined || from < progress.sinceDay || from > progress.countedUntil) return undefined;
  const until = progress.countedUntil;
  const counts = countsOfLinkRows(await funnels.rowsOfLink(name, { from, until }));
  return { counts, countedAtMs: istanbulDayRange(until).lastMs, isWhole: true };
};

/**
 * Counts the requests of a link now; where there are more than 2,000, as nights have counted them up to a moment. Before the
 * first night the newest ones alone are counted, and the answer says so. Throws StoreUnavailable.
 */
export const countOfLink = async (link: ReusableLink, deps: CountOfLinkDependencies): Promise<CountedRequests> => {
  const countedAtMs = deps.clock.now();
  const { lives, isWhole } = await deps.linkRequests.livesOf(link, MOST_COUNTED);
  const now = { counts: linkCountsOf(lives), countedAtMs, isWhole };
  return isWhole ? now : ((await countedByNights(link, deps)) ?? now);
};
