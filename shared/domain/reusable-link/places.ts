import type { ReusableLinkName } from './link-name.ts';

/*
 * The places of a reusable link with MaxPayments. They lie in shards, so that many payers at once do not meet in one item.
 * A place is free, held by a charge that runs, or paid; the three add up to the places of the shard at any time.
 */

/** One shard of a link's places. */
export interface PlaceShard {
  readonly shard: number;
  readonly free: number;
  /** Taken by charges that run, are in doubt, or are being reversed. */
  readonly held: number;
  readonly paid: number;
}

/** The place that an attempt has, by the shard that it is counted in. */
export interface Place {
  readonly link: ReusableLinkName;
  readonly shard: number;
}

/** A place that is given back once, to the shard that it came from. `from`: how it was counted until now. */
export interface PlaceRelease extends Place {
  readonly from: 'held' | 'paid';
}

/** Up to so many places lie in one shard. */
const LARGEST_SINGLE_SHARD = 20;
const SHARDS_OF_MANY = 8;

/** Over how many shards the places of a new link are spread. The number never changes. */
const shardsFor = (maxPayments: number): number => (maxPayments <= LARGEST_SINGLE_SHARD ? 1 : SHARDS_OF_MANY);

/** The shards of a new link: all places are free, and their numbers differ by one at most. */
export const newPlaces = (maxPayments: number): readonly PlaceShard[] => {
  const shards = shardsFor(maxPayments);
  return Array.from({ length: shards }, (_, shard) => ({
    shard,
    free: Math.floor(maxPayments / shards) + (shard < maxPayments % shards ? 1 : 0),
    held: 0,
    paid: 0,
  }));
};

/** The places of all shards together. */
export interface PlaceCounts {
  readonly free: number;
  readonly held: number;
  readonly paid: number;
}

export const placeCounts = (shards: readonly PlaceShard[]): PlaceCounts =>
  shards.reduce(
    (sum, { free, held, paid }) => ({ free: sum.free + free, held: sum.held + held, paid: sum.paid + paid }),
    { free: 0, held: 0, paid: 0 },
  );

/**
 * What a payer is told who finds no place. `in-a-moment`: charges that run hold the last ones, and some of them may fail.
 * Undefined while a place is free.
 */
export type NoPlace = 'sold-out' | 'in-a-moment';

export const noPlaceIn = (shards: readonly PlaceShard[]): NoPlace | undefined => {
  const { free, held } = placeCounts(shards);
  if (free > 0 || shards.length === 0) return undefined;
  return held > 0 ? 'in-a-moment' : 'sold-out';
};

/**
 * The shard to take a place from, by what was read: one of those that have a free place, chosen by `pick`, so that payers who
 * come at once try different ones. Undefined where none has one.
 */
export const shardWithRoom = (shards: readonly PlaceShard[], pick: number): number | undefined => {
  const open = shards.filter(({ free }) => free > 0);
  return open[pick % Math.max(open.length, 1)]?.shard;
};

/** How a shard's free places change. */
export interface PlaceShift {
  readonly shard: number;
  readonly by: number;
}

/**
 * How the free places of each shard change for another MaxPayments, so that shards stay about equally free. Undefined
 * where more places are paid or being paid than the new number: nobody may lose a place.
 */
export const shiftsFor = (shards: readonly PlaceShard[], maxPayments: number): readonly PlaceShift[] | undefined => {
  const { held, paid } = placeCounts(shards);
  const free = maxPayments - held - paid;
  if (free < 0) return undefined;
  return shards
    .map(({ shard, free: before }, index) => {
      const after = Math.floor(free / shards.length) + (index < free % shards.length ? 1 : 0);
      return { shard, by: after - before };
    })
    .filter(({ by }) => by !== 0);
};
