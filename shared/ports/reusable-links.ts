import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { RequestLife } from '../domain/reusable-link/link-counts.ts';
import type { ReusableLinkName } from '../domain/reusable-link/link-name.ts';
import type { PlaceShard, PlaceShift } from '../domain/reusable-link/places.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';

/** A link with its places, read strongly and at once; no places where it was made without MaxPayments. */
export interface LinkWithPlaces {
  readonly link: ReusableLink;
  readonly places: readonly PlaceShard[];
}

type CreateReusableLinkOutcome =
  | { readonly kind: 'created' }
  /** The LinkCode names this link already; nothing was written. */
  | { readonly kind: 'code-known'; readonly link: ReusableLink }
  /** A generated id is in use; nothing was written. */
  | { readonly kind: 'id-taken' };

/** A change of a link by its dealer or an operator. */
export interface ReusableLinkChange {
  /** The link after it, with its new version. */
  readonly after: ReusableLink;
  /** How the free places of shards change with it; a shard that has fewer by now refuses the whole change. */
  readonly shifts: readonly PlaceShift[];
  readonly event?: OutboxEvent;
}

/** One page of a dealer's links, the newest first. */
interface ReusableLinkPage {
  readonly links: readonly LinkWithPlaces[];
  /** True of the last page. */
  readonly isLast: boolean;
}

/** A page of a list of links. */
export interface ReusableLinkPageAsked {
  readonly limit: number;
  /** The link that the page begins behind; absent: the newest one is its first. */
  readonly behind?: Pick<ReusableLink, 'createdAtMs' | 'name'>;
}

/** What became of the requests that payers made of a link. */
export interface LinkRequests {
  /**
   * The newest requests of a link, at most so many, in no particular order. `isWhole`: it has no others. Three trips up to 2,000
   * requests. Throws StoreUnavailable.
   */
  livesOf(
    link: Pick<ReusableLink, 'name' | 'listingShards'>,
    most: number,
  ): Promise<{ readonly lives: readonly RequestLife[]; readonly isWhole: boolean }>;
}

/** Reads of whoever has the name of a link, or its address. */
export interface ReusableLinkReads {
  /** The link of an address; undefined where there is none. One trip. Throws StoreUnavailable. */
  findByToken(token: string): Promise<LinkWithPlaces | undefined>;
  /** The link of a name, for readers without an address. One trip. Throws StoreUnavailable. */
  findByName(name: ReusableLinkName): Promise<LinkWithPlaces | undefined>;
  /** All shards of a link's places; none where it has no MaxPayments. One trip. Throws StoreUnavailable. */
  placesOf(name: ReusableLinkName): Promise<readonly PlaceShard[]>;
}

/** Reusable links and their places. */
export interface ReusableLinks extends ReusableLinkReads {
  /** Writes a link with its places, in one transaction. Throws StoreUnavailable. */
  create(link: ReusableLink, event?: OutboxEvent): Promise<CreateReusableLinkOutcome>;
  /** The link of a dealer by the dealer's own code. One trip. Throws StoreUnavailable. */
  findByCode(dealerCode: string, linkCode: string): Promise<LinkWithPlaces | undefined>;
  /** The link of a dealer by its id. Two trips. Throws StoreUnavailable. */
  findById(dealerCode: string, userPosLinkId: number): Promise<LinkWithPlaces | undefined>;
  /** A page of the dealer's links, at most 100, the newest first. Three trips. Throws StoreUnavailable. */
  list(dealerCode: string, page: ReusableLinkPageAsked): Promise<ReusableLinkPage>;
  /** Changes a link, once. False where it is no longer as it was read, or places were taken meanwhile. Throws StoreUnavailable. */
  change(change: ReusableLinkChange): Promise<boolean>;
}
