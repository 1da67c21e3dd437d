import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Batch, Dealing } from '../../faults/all/dealing.ts';
import { SeedSet } from '../../faults/all/seed-set.ts';

const allOf = (dealing: Dealing): readonly Batch[] => {
  const batches: Batch[] = [];
  for (let batch = dealing.next(); batch !== undefined; batch = dealing.next()) batches.push(batch);
  return batches;
};

const seedsOf = (batches: readonly Batch[], kind: string): readonly number[] =>
  batches.filter((one) => one.kind === kind).flatMap(({ seeds }) => seeds);

describe('A set of seeds', () => {
  test('has what was put into it, whatever the order, and lacks the rest', () => {
    const seed = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(fc.array(seed), fc.array(seed), (added, removed) => {
        const [set, model] = [new SeedSet(), new Set<number>()];
        for (const one of added) {
          set.add(one);
          model.add(one);
        }
        for (const one of removed) {
          set.remove(one);
          model.delete(one);
        }
        const all = Array.from({ length: 30 }, (_, index) => index + 1);
        expect(all.filter((one) => set.has(one))).toEqual(all.filter((one) => model.has(one)));
        expect(set.size).toBe(model.size);
        expect(set.sizeUpTo(12)).toBe([...model].filter((one) => one <= 12).length);
        expect(set.missing(30, 5)).toEqual(all.filter((one) => !model.has(one)).slice(0, 5));
        expect(new SeedSet(set.ranges).ranges).toEqual(set.ranges);
      }),
    );
  });

  test('keeps seeds that follow each other as one range', () => {
    const set = new SeedSet([
      [1, 4],
      [9, 9],
    ]);
    for (const seed of [6, 5, 8]) set.add(seed);
    expect(set.ranges).toEqual([
      [1, 6],
      [8, 9],
    ]);
  });
});

describe('Seeds that are dealt out', () => {
  const kinds = [
    { name: 'quick', wanted: 1000, done: new SeedSet() },
    { name: 'slow', wanted: 10, done: new SeedSet() },
  ];
  const msOf = (kind: string) => (kind === 'quick' ? 10 : 5000);

  test('are every wanted seed, each once', () => {
    const batches = allOf(new Dealing(kinds, msOf));
    for (const { name, wanted } of kinds) {
      const seeds = seedsOf(batches, name);
      expect(seeds.toSorted((one, other) => one - other)).toEqual(Array.from({ length: wanted }, (_, i) => i + 1));
    }
  });

  test('advance all kinds alike, whatever their numbers', () => {
    const batches = allOf(new Dealing(kinds, msOf));
    for (let taken = 1; taken <= batches.length; taken += 1) {
      const soFar = batches.slice(0, taken);
      const [quick, slow] = [seedsOf(soFar, 'quick').length / 1000, seedsOf(soFar, 'slow').length / 10];
      expect(Math.abs(quick - slow)).toBeLessThanOrEqual(0.2);
    }
  });

  test('come in batches of some seconds: one seed where a kind is slow or nothing is known of it', () => {
    expect(new Dealing(kinds.slice(0, 1), () => undefined).next()?.seeds).toEqual([1]);
    expect(new Dealing(kinds.slice(1), msOf).next()?.seeds).toEqual([1]);
    expect(new Dealing(kinds.slice(0, 1), msOf).next()?.seeds).toHaveLength(100);
  });

  test('are only those that were not run before', () => {
    const done = new SeedSet([
      [1, 4],
      [6, 9],
    ]);
    expect(seedsOf(allOf(new Dealing([{ name: 'slow', wanted: 10, done }], msOf)), 'slow')).toEqual([5, 10]);
    expect(done.size).toBe(8);
  });

  test('are dealt again when a worker did not run them, and not when their kind cannot be run', () => {
    const dealing = new Dealing(kinds.slice(1), msOf);
    const first = dealing.next();
    expect(first).toEqual({ kind: 'slow', seeds: [1] });
    dealing.takeBack({ kind: 'slow', seeds: [1] });
    expect(dealing.next()).toEqual(first);
    dealing.drop('slow');
    expect(dealing.next()).toBeUndefined();
  });
});
