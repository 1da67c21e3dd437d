import type * as z from 'zod/mini';
import { istanbulDayOf, istanbulDayRange } from '../../../shared/domain/calendar.ts';
import { countsOfLinkRows } from '../../../shared/domain/funnel/counts-of-link.ts';
import { linkCountsOf } from '../../../shared/domain/reusable-link/link-counts.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { reusableLinkIdentifiersOf } from '../../../shared/http/named-reusable-link-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type CountedRequests, countsRecord, reusableLinkRecord } from '../../../shared/http/reusable-link-record.ts';
import { reusableLinkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { findNamedReusableLink } from '../../../shared/payment-flow/named-reusable-link.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Funnels } from '../../../shared/ports/funnels.ts';
import type { LinkRequests, ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { contract } from './contract.ts';

export interface GetReusableLinkDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findByCode' | 'findById'>;
  readonly linkRequests: LinkRequests;
  readonly funnels: Pick<Funnels, 'progress' | 'rowsOfLink'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Most requests that one answer counts. */
const MOST_COUNTED = 2000;

/** What nights have counted of a link; undefined before the first of them. */
const countedByNights = async (
  { name, dealerCode, createdAtMs }: ReusableLink,
  { funnels }: GetReusableLinkDependencies,
): Promise<CountedRequests | undefined> => {
  const from = istanbulDayOf(createdAtMs);
  const progress = await funnels.progress(dealerCode);
  if (progress === undefined || from < progress.sinceDay || from > progress.countedUntil) return undefined;
  const until = progress.countedUntil;
  const counts = countsOfLinkRows(await funnels.rowsOfLink(name, { from, until }));
  return { counts, countedAtMs: istanbulDayRange(until).lastMs, isWhole: true };
};

/** Counts the requests of a link now; where there are too many, as nights have counted them up to a moment. */
const counted = async (link: ReusableLink, deps: GetReusableLinkDependencies): Promise<CountedRequests> => {
  const countedAtMs = deps.clock.now();
  const { lives, isWhole } = await deps.linkRequests.livesOf(link, MOST_COUNTED);
  const now = { counts: linkCountsOf(lives), countedAtMs, isWhole };
  return isWhole ? now : ((await countedByNights(link, deps)) ?? now);
};

/**
 * Reads one reusable link of the dealer: what it asks, its state, and what became of the requests made of it (decisions: reusable
 * links). It asks no bank and changes nothing.
 */
export const getReusableLink =
  (deps: GetReusableLinkDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const ids = reusableLinkIdentifiersOf(readValue(read));
    const found = await findNamedReusableLink(deps.reusableLinks, dealer.dealerCode, ids);
    const options = { nowMs: deps.clock.now(), urlOf: reusableLinkUrlIn(deps.baseUrl) };
    const Counts = countsRecord(await counted(found.link, deps));
    return { data: { ...reusableLinkRecord(found, options), Counts } };
  };
