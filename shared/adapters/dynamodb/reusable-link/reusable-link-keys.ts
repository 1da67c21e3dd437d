import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import { type ListingKeys, listSk, spread } from '../index-keys.ts';
import { type Key, ofDealer } from '../keys.ts';

// Keys of reusable links. The table at the top of keys.ts tells what each is for.

const PARTITION_PREFIX = 'LINK#';
const PLACES_PREFIX = '2#PLACES#';

export const reusableLinkPartition = (name: ReusableLinkName): string => `${PARTITION_PREFIX}${name}`;

/** True of the partition of a reusable link. */
export const isReusableLink = (pk: string): boolean => pk.startsWith(PARTITION_PREFIX);

export const nameOfPartition = (pk: string): ReusableLinkName => pk.slice(PARTITION_PREFIX.length);

/** The link and all shards of its places: one query reads both. */
export const reusableLinkRanks = { from: '1', until: '2~' } as const;
export const placesRank = { from: PLACES_PREFIX, until: `${PLACES_PREFIX}~` } as const;

export const isPlaces = (sk: string): boolean => sk.startsWith(PLACES_PREFIX);
export const shardOfPlaces = (sk: string): number => Number(sk.slice(PLACES_PREFIX.length));

export const reusableLinkKeys = {
  link: (name: ReusableLinkName): Key => ({ pk: reusableLinkPartition(name), sk: '1#LINK' }),
  places: (name: ReusableLinkName, shard: number): Key => ({
    pk: reusableLinkPartition(name),
    sk: `${PLACES_PREFIX}${String(shard).padStart(2, '0')}`,
  }),
  pointer: (dealerCode: string, userPosLinkId: number): Key => ({
    pk: ofDealer(dealerCode, `LINK#${userPosLinkId}`),
    sk: 'POINTER',
  }),
} as const;

/** Links are few beside payments: one list for every dealer. */
export const reusableLinkListing = (dealerCode: string): string => `REUSABLE-LINKS#${dealerCode}#ALL#0`;

/** Where a link stands in the list of its dealer. */
export const reusableLinkPosition = (link: { readonly createdAtMs: number; readonly name: ReusableLinkName }): string =>
  listSk(link.createdAtMs, link.name);

export const reusableLinkIndexKeys = (link: {
  readonly dealerCode: string;
  readonly userPosLinkId: number;
  readonly createdAtMs: number;
  readonly name: ReusableLinkName;
}): ListingKeys => ({
  listPk: reusableLinkListing(link.dealerCode),
  listSk: reusableLinkPosition(link),
});

const requestListing = (name: ReusableLinkName, shard: number): string => `REQUESTS#${name}#ALL#${shard}`;

/** Every shard of the requests that payers made of a link. */
export const requestListings = ({
  name,
  listingShards,
}: {
  readonly name: ReusableLinkName;
  readonly listingShards: number;
}): readonly string[] => Array.from({ length: listingShards }, (_, shard) => requestListing(name, shard));

/** The place of a request that a payer made of a link: in the list of that link, and in no list of the dealer's links. */
export const requestIndexKeys = ({
  name,
  payment,
  createdAtMs,
  shards,
}: {
  readonly name: ReusableLinkName;
  readonly payment: string;
  readonly createdAtMs: number;
  readonly shards: number;
}): ListingKeys => ({
  listPk: requestListing(name, spread(payment, shards)),
  listSk: listSk(createdAtMs, payment),
});
