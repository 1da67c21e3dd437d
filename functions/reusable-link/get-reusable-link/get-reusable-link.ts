import type * as z from 'zod/mini';
import { reusableLinkIdentifiersOf } from '../../../shared/http/named-reusable-link-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { countsRecord, reusableLinkRecord } from '../../../shared/http/reusable-link-record.ts';
import { type CountOfLinkDependencies, countOfLink } from '../../../shared/links/count-of-link.ts';
import { reusableLinkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { findNamedReusableLink } from '../../../shared/payment-flow/named-reusable-link.ts';
import type { ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { contract } from './contract.ts';

export interface GetReusableLinkDependencies extends CountOfLinkDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findByCode' | 'findById'>;
  readonly baseUrl: string;
}

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
    const Counts = countsRecord(await countOfLink(found.link, deps));
    return { data: { ...reusableLinkRecord(found, options), Counts } };
  };
