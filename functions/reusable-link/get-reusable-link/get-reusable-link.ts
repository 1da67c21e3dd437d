import type * as z from 'zod/mini';
import { linkCountsOf } from '../../../shared/domain/reusable-link/link-counts.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { reusableLinkIdentifiersOf } from '../../../shared/http/named-reusable-link-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type CountedRequests, countsRecord, reusableLinkRecord } from '../../../shared/http/reusable-link-record.ts';
import { reusableLinkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { findNamedReusableLink } from '../../../shared/payment-flow/named-reusable-link.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { LinkRequests, ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { contract } from './contract.ts';

export interface GetReusableLinkDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findByCode' | 'findById'>;
  readonly linkRequests: LinkRequests;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Most requests that one answer counts. */
const MOST_COUNTED = 2000;

const counted = async (
  link: ReusableLink,
  { linkRequests, clock }: GetReusableLinkDependencies,
): Promise<CountedRequests> => {
  const countedAtMs = clock.now();
  const { lives, isWhole } = await linkRequests.livesOf(link, MOST_COUNTED);
  return { counts: linkCountsOf(lives), countedAtMs, isWhole };
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
