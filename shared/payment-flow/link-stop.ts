import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { type NoPlace, noPlaceIn } from '../domain/reusable-link/places.ts';
import { reusableLinkStateAt } from '../domain/reusable-link/reusable-link.ts';
import type { Clock } from '../ports/clock.ts';
import type { LinkWithPlaces, ReusableLinkReads } from '../ports/reusable-links.ts';

/** Why a reusable link takes no payment now: its dealer, its time, or its places. */
export type LinkStop = 'inactive' | 'expired' | NoPlace;

/** Why a link begins nothing at a moment; undefined where it does. */
export const stopOfLink = ({ link, places }: LinkWithPlaces, nowMs: number): LinkStop | undefined => {
  const state = reusableLinkStateAt(link, places, nowMs);
  return state === 'inactive' || state === 'expired' ? state : noPlaceIn(places);
};

/** The reusable link that a request was made of, as it is now. */
export interface LinkOfRequest {
  /** Why it begins nothing now; undefined where it does. */
  readonly stop: LinkStop | undefined;
  /** The token of its address; undefined where the link is not there. */
  readonly token: string | undefined;
}

interface LinkOfRequestDependencies {
  readonly reusableLinks: Pick<ReusableLinkReads, 'findByName'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The reusable link of a request, read anew; undefined for a request that its dealer made. Throws StoreUnavailable. */
export const linkOfRequest = async (
  { madeOf }: Pick<PaymentRequest, 'madeOf'>,
  { reusableLinks, clock }: LinkOfRequestDependencies,
): Promise<LinkOfRequest | undefined> => {
  if (madeOf === undefined) return undefined;
  const found = await reusableLinks.findByName(madeOf.name);
  // Links are never deleted. A request of one that is not there begins nothing.
  return found === undefined
    ? { stop: 'inactive', token: undefined }
    : { stop: stopOfLink(found, clock.now()), token: found.link.token };
};

/**
 * Why a request that a payer made of a reusable link begins nothing now; undefined where it may, and of any other request.
 * The link is read anew: its dealer may have switched it off since the request was made. Who is at the bank may finish.
 */
export const stopOfRequest = async (
  request: Pick<PaymentRequest, 'madeOf'>,
  deps: LinkOfRequestDependencies,
): Promise<LinkStop | undefined> => (await linkOfRequest(request, deps))?.stop;
