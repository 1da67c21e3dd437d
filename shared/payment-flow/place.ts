import type { MadeOfLink } from '../domain/reusable-link/link-name.ts';
import { type NoPlace, noPlaceIn, type Place, shardWithRoom } from '../domain/reusable-link/places.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReusableLinkReads } from '../ports/reusable-links.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';

export interface PlaceDependencies {
  readonly reusableLinks: Pick<ReusableLinkReads, 'placesOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A charge that takes a place of the reusable link that its request was made of. */
export interface PlaceNeed {
  /** Absent for any other request. */
  readonly madeOf: MadeOfLink | undefined;
  /** A whole number that picks the shard to begin with: payers who come at once have different ones. */
  readonly pick: number;
  /** Until when another shard is tried where payers met in one. */
  readonly untilMs: number;
}

export type PlaceResult<Outcome> =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'no-place'; readonly why: NoPlace };

const PLACE_TAKEN = { kind: 'place-taken' } as const;

const isNotApplied = (error: unknown): boolean => error instanceof StoreUnavailable && error.outcome === 'not-applied';

/** Ends a search that finds free places and loses each of them to others; far above what can happen before a deadline. */
const MAX_ROUNDS = 200;

/**
 * Takes a place inside the transaction that `attempt` makes, which answers `place-taken` where the shard has none left. The
 * first shard is tried without reading, since its condition decides. All shards are read, strongly, before anybody hears that
 * the link is sold out: others may have met in one of them, and their charges may fail. A transaction that met others in one
 * item and wrote nothing is no answer: it is made anew until the time is over, with a place or without one.
 */
export const withPlace = async <Outcome extends { readonly kind: string }>(
  { madeOf, pick, untilMs }: PlaceNeed,
  { reusableLinks, clock }: PlaceDependencies,
  attempt: (place: Place | undefined) => Promise<Outcome>,
): Promise<PlaceResult<Outcome>> => {
  const tried = (place: Place | undefined): Promise<Outcome | typeof PLACE_TAKEN> =>
    attempt(place).catch((error: unknown) => {
      if (isNotApplied(error) && clock.now() < untilMs) return PLACE_TAKEN;
      throw error;
    });
  const { name: link = '', placeShards } = madeOf ?? {};
  let place: Place | undefined = placeShards === undefined ? undefined : { link, shard: pick % placeShards };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (place !== undefined || placeShards === undefined) {
      const outcome = await tried(place);
      if (outcome.kind !== 'place-taken') return { kind: 'done', outcome: outcome as Outcome };
      if (clock.now() >= untilMs) break;
    }
    if (placeShards === undefined) continue;
    const shards = await reusableLinks.placesOf(link);
    const why = noPlaceIn(shards);
    if (why !== undefined) return { kind: 'no-place', why };
    const shard = shardWithRoom(shards, pick + round);
    place = shard === undefined ? undefined : { link, shard };
  }
  return { kind: 'no-place', why: 'in-a-moment' };
};
