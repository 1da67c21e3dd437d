import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listSk } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { readMerged } from '../../../shared/adapters/dynamodb/payment-list/merged-entries.ts';

const EVER = { from: '0', until: '~' };

/** A part of a list whose entries began at these moments; notes how many are read of it. */
const partOf = (moments: readonly number[], shard: number) => {
  const all = moments
    .map((atMs, index) => ({
      position: listSk(atMs, `${shard}-${String(index).padStart(4, '0')}`),
      entry: { atMs, shard, index },
    }))
    .toSorted((one, other) => (one.position < other.position ? 1 : -1));
  const reads: number[] = [];
  const read = async ({ limit, between }: { limit: number; between: { from: string; until: string } }) => {
    const found = all.filter(({ position }) => position >= between.from && position <= between.until).slice(0, limit);
    reads.push(found.length);
    return found;
  };
  return { all: all.map(({ entry }) => entry), read, reads };
};

const moments = fc.array(fc.nat({ max: 60 }), { maxLength: 40 });

describe('A list that is merged from shards and months', () => {
  test('has the newest entries whole up to a moment, as many as are wanted where there are as many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(moments, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (given, most) => {
          const parts = given.map(partOf);
          const query = { between: EVER, most, shards: given.length, mostEntries: 1000 };
          const { entries, unreadMs = -1 } = await readMerged(
            parts.map(({ read }) => read),
            query,
          );
          const all = parts.flatMap((part) => part.all);
          const newer = all.filter(({ atMs }) => atMs > unreadMs);
          expect(new Set(entries)).toEqual(new Set(newer));
          expect(entries).toHaveLength(newer.length);
          expect(entries.map(({ atMs }) => atMs)).toEqual(entries.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
          for (const { reads } of parts) expect(reads.length).toBeLessThanOrEqual(4);
        },
      ),
    );
  });

  test('from a time before its shards is read in two trips, and its empty shards once', async () => {
    const full = partOf(
      Array.from({ length: 2000 }, (_, index) => index),
      0,
    );
    const empty = [1, 2, 3].map((shard) => partOf([], shard));
    const reads = [full, ...empty].map(({ read }) => read);
    const { entries, unreadMs } = await readMerged(reads, { between: EVER, most: 501, shards: 4, mostEntries: 5000 });
    expect([entries.length, unreadMs]).toEqual([502, 1497]);
    expect([full.reads.length, empty.map((part) => part.reads)]).toEqual([2, [[0], [0], [0]]]);
  });

  test('loses nothing where the index does not show the last entry of a read any more when it is read on', async () => {
    const shown = partOf([9, 8, 7, 6, 5, 4, 3, 2, 1], 0);
    const empty = [1, 2, 3].map((shard) => partOf([], shard));
    let reads = 0;
    let hidden: number | undefined;
    // Reads of an index do not follow each other: the second one may be answered by a copy that is behind.
    const lagging: typeof shown.read = async (asked) => {
      const found = (await shown.read(asked)).filter(({ entry }) => entry.atMs !== hidden);
      if (reads === 0) hidden = found.at(-1)?.entry.atMs;
      reads += 1;
      return found;
    };
    const query = { between: EVER, most: 8, shards: 4, mostEntries: 1000 };
    const { entries, unreadMs = 0 } = await readMerged([lagging, ...empty.map(({ read }) => read)], query);
    expect([reads, entries.map(({ atMs }) => atMs)]).toEqual([
      2,
      [9, 8, 7, 6, 5, 4, 3, 2, 1].filter((ms) => ms > unreadMs),
    ]);
  });

  test('is read to an end: no part further than its share of the most that is read at once', async () => {
    const parts = [0, 1].map((shard) =>
      partOf(
        Array.from({ length: 100 }, (_, index) => index),
        shard,
      ),
    );
    const query = { between: EVER, most: 100, shards: 1, mostEntries: 20 };
    const { entries, unreadMs } = await readMerged(
      parts.map(({ read }) => read),
      query,
    );
    expect([entries.length, unreadMs, parts.map(({ reads }) => reads)]).toEqual([18, 90, [[10], [10]]]);
  });
});
