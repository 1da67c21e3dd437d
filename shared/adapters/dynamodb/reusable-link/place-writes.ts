import type { AttemptChange } from '../../../domain/attempt/attempt-change.ts';
import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import type { Place, PlaceRelease, PlaceShift } from '../../../domain/reusable-link/places.ts';
import type { Expression, Write } from '../engine/writes.ts';
import { reusableLinkKeys } from './reusable-link-keys.ts';

// `2#PLACES#nn`: one shard of the places of a reusable link. `free`, `held` and `paid` add up to its places.

type Count = 'free' | 'held' | 'paid';

/** Moves one place from one count to another, on condition that one is there. */
const moved = ({ link, shard }: Place, { from, to }: { readonly from: Count; readonly to: Count }): Write => ({
  update: reusableLinkKeys.places(link, shard),
  set: {
    expression: 'SET #from = #from - :one, #to = #to + :one',
    names: { '#from': from, '#to': to },
    values: { ':one': 1 },
  },
  onlyIf: { expression: '#from >= :one', names: { '#from': from } },
});

/** The places that a change of an attempt takes or pays; none where it changes none. */
export const placeWrites = ({ place }: Pick<AttemptChange, 'place'>): readonly Write[] => {
  if (place === undefined) return [];
  return [moved(place, place.kind === 'taken' ? { from: 'free', to: 'held' } : { from: 'held', to: 'paid' })];
};

/** Gives a place back, once, to the shard that it came from. */
export const placeGivenBack = (place: PlaceRelease | undefined): readonly Write[] =>
  place === undefined ? [] : [moved(place, { from: place.from, to: 'free' })];

/** Adds places to a shard, or takes free ones away, on condition that they are free still. */
export const placesShifted = (name: ReusableLinkName, { shard, by }: PlaceShift): Write => {
  const enough: Expression | undefined =
    by < 0 ? { expression: '#free >= :least', names: { '#free': 'free' }, values: { ':least': -by } } : undefined;
  return {
    update: reusableLinkKeys.places(name, shard),
    set: { expression: 'SET #free = #free + :by', names: { '#free': 'free' }, values: { ':by': by } },
    onlyIf: enough ?? { expression: 'attribute_exists(pk)' },
  };
};
