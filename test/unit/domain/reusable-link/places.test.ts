import { describe, expect, test } from 'vitest';
import {
  newPlaces,
  noPlaceIn,
  type PlaceShard,
  placeCounts,
  shardWithRoom,
  shiftsFor,
} from '../../../../shared/domain/reusable-link/places.ts';

const shard = (free: number, held = 0, paid = 0, number = 0): PlaceShard => ({ shard: number, free, held, paid });

describe('The places of a new link', () => {
  test.each([
    [1, [1]],
    [20, [20]],
    [21, [3, 3, 3, 3, 3, 2, 2, 2]],
    [1_000_000, Array.from({ length: 8 }, () => 125_000)],
  ])('%i lie in shards of %j', (maxPayments, free) => {
    expect(newPlaces(maxPayments).map((one) => one.free)).toEqual(free);
    expect(newPlaces(maxPayments).map((one) => one.shard)).toEqual(free.map((_, index) => index));
    expect(placeCounts(newPlaces(maxPayments))).toEqual({ free: maxPayments, held: 0, paid: 0 });
  });
});

describe('What a payer hears who finds no place', () => {
  test.each([
    ['nothing, of a link that counts none', [], undefined],
    ['nothing while one shard has a free place', [shard(0, 3, 2), shard(1, 0, 5)], undefined],
    ['"in a moment" while a charge runs', [shard(0, 0, 9), shard(0, 1, 8)], 'in-a-moment'],
    ['"sold out" once all are paid', [shard(0, 0, 9), shard(0, 0, 8)], 'sold-out'],
  ])('is %s', (_, shards, why) => {
    expect(noPlaceIn(shards)).toBe(why);
  });
});

describe('The shard that a place is taken from', () => {
  test('is one with room, and a different one for payers who come at once', () => {
    const shards = [shard(0, 0, 0, 0), shard(2, 0, 0, 1), shard(0, 0, 0, 2), shard(1, 0, 0, 3)];
    expect([0, 1, 2, 3].map((pick) => shardWithRoom(shards, pick))).toEqual([1, 3, 1, 3]);
  });

  test('is none where none has room', () => {
    expect(shardWithRoom([shard(0, 4)], 7)).toBeUndefined();
    expect(shardWithRoom([], 7)).toBeUndefined();
  });
});

describe('Another MaxPayments', () => {
  test('gives more places to the shards that have fewest', () => {
    expect(shiftsFor([shard(4, 0, 0, 0), shard(0, 0, 4, 1)], 12)).toEqual([{ shard: 1, by: 4 }]);
  });

  test('takes free places alone', () => {
    expect(shiftsFor([shard(4, 1, 2, 0), shard(3, 0, 1, 1)], 5)).toEqual([
      { shard: 0, by: -3 },
      { shard: 1, by: -3 },
    ]);
    expect(shiftsFor([shard(4, 1, 2, 0), shard(3, 0, 1, 1)], 4)).toEqual([
      { shard: 0, by: -4 },
      { shard: 1, by: -3 },
    ]);
  });

  test('is refused below what is paid or being paid', () => {
    expect(shiftsFor([shard(4, 1, 2, 0), shard(3, 0, 1, 1)], 3)).toBeUndefined();
  });

  test('changes nothing where it is the same', () => {
    expect(shiftsFor([shard(2, 1, 0, 0), shard(1, 0, 2, 1)], 6)).toEqual([]);
  });
});
