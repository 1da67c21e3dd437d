import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPlaces, type PlaceShard, placeCounts, shiftsFor } from '../../../shared/domain/reusable-link/places.ts';

const anyShards = integer({ min: 1, max: 60 })
  .chain((maxPayments) =>
    array(record({ shard: nat(7), to: constantFrom('held' as const, 'paid' as const) }), { maxLength: 60 }).map(
      (moves) => ({ maxPayments, moves }),
    ),
  )
  .map(({ maxPayments, moves }) =>
    moves.reduce(
      (shards: readonly PlaceShard[], { shard, to }) =>
        shards.map((one) =>
          one.shard === shard && one.free > 0 ? { ...one, free: one.free - 1, [to]: one[to] + 1 } : one,
        ),
      newPlaces(maxPayments),
    ),
  );

describe('A change of MaxPayments, whatever is held and paid', () => {
  test('leaves as many places as it says, touches no place of anybody, and keeps shards about equally free', () => {
    assert(
      property(anyShards, integer({ min: 1, max: 120 }), (shards, maxPayments) => {
        const { held, paid } = placeCounts(shards);
        const shifts = shiftsFor(shards, maxPayments);
        if (held + paid > maxPayments) {
          expect(shifts).toBeUndefined();
          return;
        }
        const after = shards.map((one) => ({
          ...one,
          free: one.free + (shifts?.find(({ shard }) => shard === one.shard)?.by ?? 0),
        }));
        const free = after.map((one) => one.free);
        expect(placeCounts(after)).toEqual({ free: maxPayments - held - paid, held, paid });
        expect(Math.min(...free)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...free) - Math.min(...free)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
