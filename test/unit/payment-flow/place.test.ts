import { describe, expect, test } from 'vitest';
import type { Place, PlaceShard } from '../../../shared/domain/reusable-link/places.ts';
import { withPlace } from '../../../shared/payment-flow/place.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';

const MADE_OF = { name: 'a'.repeat(26), userPosLinkId: 7, linkCode: 'L-1' };

/** A link whose shards are read as listed, one reading after the other; and the times at which its search looks at the clock. */
const scene = (readings: readonly (readonly PlaceShard[])[], times: readonly number[] = []) => {
  let [reads, looks] = [0, 0];
  return {
    reads: () => reads,
    deps: {
      reusableLinks: {
        placesOf: async () => {
          reads += 1;
          return readings[reads - 1] ?? expect.unreachable('one reading more');
        },
      },
      clock: {
        now: () => {
          looks += 1;
          return times[looks - 1] ?? 0;
        },
      },
    },
  };
};

const need = (changes: object = {}) => ({
  madeOf: { ...MADE_OF, placeShards: 8 },
  pick: 13,
  untilMs: 1000,
  ...changes,
});
const shard = (number: number, free: number, held = 0): PlaceShard => ({ shard: number, free, held, paid: 0 });

/** An attempt to take a place that only the listed shards have. */
const takenFrom = (...open: readonly number[]) => {
  const tried: (number | undefined)[] = [];
  return {
    tried,
    take: async (place: Place | undefined) => {
      tried.push(place?.shard);
      return place === undefined || open.includes(place.shard)
        ? { kind: 'locked' as const }
        : { kind: 'place-taken' as const };
    },
  };
};

describe('A place of a reusable link', () => {
  test('is taken without reading from the shard that the payment picks', async () => {
    const { deps, reads } = scene([]);
    const { take, tried } = takenFrom(5);
    expect(await withPlace(need(), deps, take)).toEqual({ kind: 'done', outcome: { kind: 'locked' } });
    expect({ tried, reads: reads() }).toEqual({ tried: [5], reads: 0 });
  });

  test('is not needed for other requests, nor for a link without MaxPayments', async () => {
    for (const madeOf of [undefined, MADE_OF]) {
      const { deps } = scene([]);
      const { take, tried } = takenFrom();
      expect(await withPlace(need({ madeOf }), deps, take)).toEqual({ kind: 'done', outcome: { kind: 'locked' } });
      expect(tried).toEqual([undefined]);
    }
  });

  test('is looked for in all shards before anybody hears that there is none', async () => {
    const { deps } = scene([[shard(5, 0), shard(6, 1)]]);
    const { take, tried } = takenFrom(6);
    expect(await withPlace(need(), deps, take)).toEqual({ kind: 'done', outcome: { kind: 'locked' } });
    expect(tried).toEqual([5, 6]);
  });

  test('is tried again while others are quicker, and in the end is promised "in a moment", never denied', async () => {
    const found = [shard(0, 1), shard(1, 1)];
    const { deps } = scene([found, found], [0, 500, 1000]);
    const { take, tried } = takenFrom();
    expect(await withPlace(need(), deps, take)).toEqual({ kind: 'no-place', why: 'in-a-moment' });
    expect(tried).toHaveLength(3);
  });

  test('is looked for in another shard each time that others were quicker', async () => {
    const found = [shard(0, 1), shard(1, 1), shard(2, 1), shard(3, 1)];
    const { deps } = scene([found, found, found, found]);
    const { take, tried } = takenFrom(2);
    await withPlace(need({ pick: 15 }), deps, take);
    expect(tried).toEqual([7, 3, 0, 1, 2]);
  });

  test('is looked for 200 times at most, though the clock stands still', async () => {
    const found = [shard(0, 1), shard(1, 1)];
    const { deps } = scene(Array.from({ length: 250 }, () => found));
    const { take, tried } = takenFrom();
    expect(await withPlace(need(), deps, take)).toEqual({ kind: 'no-place', why: 'in-a-moment' });
    expect(tried).toHaveLength(200);
  });

  test('is never left out where the link has places and no shard of them was read', async () => {
    const { deps } = scene([[], [shard(3, 1)]]);
    const { take, tried } = takenFrom(3);
    expect(await withPlace(need(), deps, take)).toEqual({ kind: 'done', outcome: { kind: 'locked' } });
    expect(tried).toEqual([5, 3]);
  });

  test.each([
    ['in-a-moment', [shard(0, 0, 1), shard(1, 0)]],
    ['sold-out', [shard(0, 0), shard(1, 0)]],
  ])('is %s by what all shards say', async (why, found) => {
    const { deps } = scene([found]);
    expect(await withPlace(need(), deps, takenFrom().take)).toEqual({ kind: 'no-place', why });
  });

  test('is tried again where payers met in one item and nothing was written, as long as there is time', async () => {
    const { deps } = scene([[shard(5, 2), shard(6, 2)]], [0]);
    const { take } = takenFrom(5, 6);
    let met = 0;
    const outcome = await withPlace(need(), deps, async (place) => {
      met += 1;
      if (met === 1) throw new StoreUnavailable('not-applied', 'TransactionConflict');
      return take(place);
    });
    expect({ outcome, met }).toEqual({ outcome: { kind: 'done', outcome: { kind: 'locked' } }, met: 2 });
  });

  test('or, without places, the transaction alone is made anew', async () => {
    const { deps } = scene([], [0]);
    const outcomes = [
      () => Promise.reject(new StoreUnavailable('not-applied', 'TransactionConflict')),
      takenFrom().take,
    ];
    const outcome = await withPlace(need({ madeOf: undefined }), deps, (place) =>
      (outcomes.shift() ?? expect.unreachable())(place),
    );
    expect(outcome).toEqual({ kind: 'done', outcome: { kind: 'locked' } });
  });

  test.each([
    ['what may have been written', new StoreUnavailable('unknown', 'TimeoutError'), 0],
    ['a conflict once the time is over', new StoreUnavailable('not-applied', 'TransactionConflict'), 1000],
  ])('leaves %s to its caller', async (_, error, nowMs) => {
    const { deps } = scene([], [nowMs]);
    await expect(withPlace(need(), deps, () => Promise.reject(error))).rejects.toBe(error);
  });

  test('hands on whatever else became of the attempt', async () => {
    const { deps } = scene([]);
    const outcome = { kind: 'budget-changed' as const };
    expect(await withPlace(need(), deps, async () => outcome)).toEqual({ kind: 'done', outcome });
  });
});
