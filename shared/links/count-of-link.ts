import { istanbulDayOf, istanbulDayRange } from '../domain/calendar.ts';
import {
  addCounts,
  addGivenBack,
  type FunnelCounts,
  type GivenBackCounts,
  NO_GIVEN_BACK,
  NO_REQUESTS,
} from '../domain/funnel/funnel-counts.ts';
import { currencies, minor } from '../domain/money/money.ts';
import { type CurrencySum, type LinkCounts, linkCountsOf } from '../domain/reusable-link/link-counts.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { Clock } from '../ports/clock.ts';
import type { Funnels } from '../ports/funnels.ts';
import type { LinkRequests } from '../ports/reusable-links.ts';

export interface CountOfLinkDependencies {
  readonly linkRequests: LinkRequests;
  readonly funnels: Pick<Funnels, 'rowsOfLink' | 'parts' | 'progress'>;
  readonly clock: Clock;
}

/** Counts of a link's requests, and of when they are. `isWhole` false: the newest ones alone were counted. */
export interface CountedRequests {
  readonly counts: LinkCounts;
  readonly countedAtMs: number;
  readonly isWhole: boolean;
}

/** Most requests that one answer counts by itself. */
const MOST_COUNTED = 2000;

const sumsOf = ({ paid }: FunnelCounts, { sums }: GivenBackCounts): readonly CurrencySum[] =>
  currencies
    .filter((currency) => paid[currency] !== undefined)
    .map((currency) => ({
      currency,
      paid: paid[currency] ?? minor(0),
      givenBack: sums[currency] ?? minor(0),
    }));

/** When the funnel of a dealer was counted last; undefined before the first time. */
const countedAt = async (
  { dealerCode }: ReusableLink,
  { funnels, clock }: CountOfLinkDependencies,
): Promise<number | undefined> => {
  const today = istanbulDayOf(clock.now());
  const [progress, parts] = await Promise.all([
    funnels.progress(dealerCode),
    funnels.parts(dealerCode, { from: today, until: today }),
  ]);
  const live = parts.find(({ part }) => part === 'requests');
  return live?.countedAtMs ?? (progress && istanbulDayRange(progress.countedUntil).lastMs);
};

/** The counts of the funnel's rows of a link, as old as they are. */
const countedByFunnel = async (
  link: ReusableLink,
  deps: CountOfLinkDependencies,
): Promise<CountedRequests | undefined> => {
  const countedAtMs = await countedAt(link, deps);
  if (countedAtMs === undefined) return undefined;
  const days = { from: istanbulDayOf(link.createdAtMs), until: istanbulDayOf(deps.clock.now()) };
  const rows = await deps.funnels.rowsOfLink(link.name, days);
  const counts = rows.map((row) => row.counts).reduce(addCounts, NO_REQUESTS);
  const givenBack = rows.map((row) => row.givenBack).reduce(addGivenBack, NO_GIVEN_BACK);
  const { created: opened, cardSent: started, paid } = counts.stages;
  const sums = sumsOf(counts, givenBack);
  return { counts: { opened, started, paid, givenBack: givenBack.count, sums }, countedAtMs, isWhole: true };
};

/**
 * Counts what became of a link's requests: up to 2,000 as they are now, and beyond that by the funnel's rows. A link of which
 * the funnel knows no more than that is counted by its newest requests alone, and the answer says so. Throws StoreUnavailable.
 */
export const countOfLink = async (link: ReusableLink, deps: CountOfLinkDependencies): Promise<CountedRequests> => {
  const countedAtMs = deps.clock.now();
  const { lives, isWhole } = await deps.linkRequests.livesOf(link, MOST_COUNTED);
  const now = { counts: linkCountsOf(lives), countedAtMs, isWhole };
  if (isWhole) return now;
  const byFunnel = await countedByFunnel(link, deps);
  return byFunnel !== undefined && byFunnel.counts.opened > lives.length ? byFunnel : now;
};
