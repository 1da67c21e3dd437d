import { omitUndefined } from '../omit-undefined.ts';
import type { ReusableLinkName } from '../reusable-link/link-name.ts';
import { noPlaceIn, type PlaceShard } from '../reusable-link/places.ts';
import type { ReusableLink } from '../reusable-link/reusable-link.ts';
import type { OutboxEvent, ReusableLinkFacts } from './event.ts';

/** A link with its places, as it was read. */
interface LinkAsRead {
  readonly link: ReusableLink;
  readonly places: readonly PlaceShard[];
}

const factsOf = (link: ReusableLink, state: ReusableLinkFacts['state']): ReusableLinkFacts => ({
  userPosLinkId: link.userPosLinkId,
  linkCode: link.linkCode,
  state,
  ...omitUndefined({ maxPayments: link.maxPayments, expiresAtMs: link.expiresAtMs }),
});

/**
 * Every place of a link is paid; undefined where one is not. It is told once for each MaxPayments: a place that becomes free
 * and is paid again makes no second event.
 */
export const linkUsedUp = ({ link, places }: LinkAsRead, nowMs: number): OutboxEvent | undefined =>
  noPlaceIn(places) === 'sold-out'
    ? {
        eventId: `${link.name}-link-used-up-${link.maxPayments ?? 0}`,
        type: 'link.used-up',
        dealerCode: link.dealerCode,
        occurredAtMs: nowMs,
        listingShards: link.listingShards,
        facts: { reusableLink: factsOf(link, 'used-up') },
      }
    : undefined;

/** The time of a link is over, and nobody can pay it any more; undefined where its time is not limited. */
export const reusableLinkExpired = (link: ReusableLink): OutboxEvent | undefined =>
  link.expiresAtMs === undefined
    ? undefined
    : {
        eventId: `${link.name}-link-expired-${link.expiresAtMs}`,
        type: 'link.expired',
        dealerCode: link.dealerCode,
        occurredAtMs: link.expiresAtMs,
        listingShards: link.listingShards,
        facts: { reusableLink: factsOf(link, 'expired') },
      };

/** The link whose last place an event may have taken: a payment of a link with MaxPayments. */
export const linkToLookAt = ({ type, facts }: Pick<OutboxEvent, 'type' | 'facts'>): ReusableLinkName | undefined => {
  const madeOf = type === 'link.paid' ? facts.link?.madeOf : undefined;
  return madeOf?.placeShards === undefined ? undefined : madeOf.name;
};
