import { describe, expect, test } from 'vitest';
import { type AtMoment, mergedParts, readList } from '../../../../shared/domain/payment-list/list-cut.ts';
import type { ListPeriod } from '../../../../shared/domain/payment-list/list-period.ts';

const MOST = 500;

/** Entries of these moments, newest first. */
const entriesAt = (moments: readonly number[]): readonly AtMoment[] => moments.map((atMs) => ({ atMs }));

interface Asked {
  readonly untilMs: number;
  readonly most: number;
}

/** A list of these entries, of which a read sees one more than it is asked for. Notes what it is asked. */
const listOf = (entries: readonly AtMoment[]) => {
  const [asked, read]: [Asked[], (readonly AtMoment[])[]] = [[], []];
  const reads = {
    entries: async ({ fromMs, untilMs }: ListPeriod, most: number) => {
      asked.push({ untilMs, most });
      const within = entries.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
      return mergedParts([{ entries: within.slice(0, most + 1), isWhole: within.length <= most }]);
    },
    items: async (some: readonly AtMoment[]) => {
      read.push(some);
      return some;
    },
  };
  return { reads, asked, read };
};

const EVER = { fromMs: 0, untilMs: 100_000 };

describe('A list of payments that is cut (decisions: lists of payments)', () => {
  test('is cut before a moment of which not every entry has room, so a page repeats and loses none', async () => {
    const before = Array.from({ length: MOST - 1 }, (_, index) => 10_000 - index);
    const shared = 1_000;
    const { reads, asked } = listOf(entriesAt([...before, shared, shared]));
    const list = await readList(reads, EVER, { fill: true, most: MOST - 1 });
    expect(list.items.map(({ atMs }) => atMs)).toEqual(before);
    expect(list.leftFromMs).toBe(shared);
    expect(asked).toEqual([{ untilMs: EVER.untilMs, most: MOST }]);
  });

  test('holds all entries of a moment that alone has more than an answer takes', async () => {
    const { reads } = listOf(entriesAt([7, 7, 7, 6]));
    const list = await readList(reads, EVER, { fill: true, most: 2, run: 2 });
    expect(list).toEqual({ items: entriesAt([7, 7, 7]), leftFromMs: 6 });
  });

  test('asks for more where one moment has more entries than a read answers, and never for ever', async () => {
    const { reads, asked } = listOf(entriesAt([7, 7, 7, 7, 7, 6]));
    const list = await readList(reads, EVER, { fill: true, most: 2, run: 1 });
    expect(list).toEqual({ items: entriesAt([7, 7, 7, 7, 7]), leftFromMs: 6 });
    expect(asked.map(({ most }) => most)).toEqual([1, 4, 16]);
    const stuck = { ...reads, entries: async () => ({ entries: [], unreadMs: 7 }) };
    expect(await readList(stuck, EVER, { fill: true })).toEqual({ items: [], leftFromMs: 7 });
  });

  test('reads run by run, and goes on from where it stopped: 1,000 entries at most, however few fit', async () => {
    const { reads, read } = listOf(entriesAt(Array.from({ length: 5000 }, (_, index) => 99_999 - index)));
    const nothing = { ...reads, items: async (some: readonly AtMoment[]) => (await reads.items(some)).slice(0, 0) };
    const list = await readList(nothing, EVER, { fill: true });
    expect(list).toEqual({ items: [], leftFromMs: 98_999 });
    expect(read.map(({ length }) => length)).toEqual([500, 500]);
  });

  test('that is not filled ends with the first run that has something to show', async () => {
    const { reads, read } = listOf(entriesAt([9, 8, 7, 6, 5, 4]));
    const late = {
      ...reads,
      items: async (some: readonly AtMoment[]) => (await reads.items(some)).filter(({ atMs }) => atMs < 8),
    };
    const list = await readList(late, EVER, { fill: false, run: 2 });
    expect(list).toEqual({ items: entriesAt([7, 6]), leftFromMs: 5 });
    expect(read).toHaveLength(2);
  });
});

describe('Lists that are merged', () => {
  test('are whole where each of them is', () => {
    const parts = [
      { entries: entriesAt([5, 2]), isWhole: true },
      { entries: entriesAt([9, 4]), isWhole: true },
    ];
    expect(mergedParts(parts)).toEqual({ entries: entriesAt([9, 5, 4, 2]) });
  });

  test('end before the newest moment at which one of them was cut: older entries of it may be missing', () => {
    const parts = [
      { entries: entriesAt([9, 6]), isWhole: false },
      { entries: entriesAt([8, 6, 3]), isWhole: false },
      { entries: entriesAt([7, 1]), isWhole: true },
    ];
    expect(mergedParts(parts)).toEqual({ entries: entriesAt([9, 8, 7]), unreadMs: 6 });
  });

  test('of which one was cut before its first entry say nothing of it', () => {
    const parts = [
      { entries: [], isWhole: false },
      { entries: entriesAt([2]), isWhole: true },
    ];
    expect(mergedParts(parts)).toEqual({ entries: entriesAt([2]) });
  });
});
