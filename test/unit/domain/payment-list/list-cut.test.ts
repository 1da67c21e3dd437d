import { describe, expect, test } from 'vitest';
import { type AtMoment, cutList, mergedParts } from '../../../../shared/domain/payment-list/list-cut.ts';

const MOST = 500;

/** Entries of these moments, newest first. */
const entriesAt = (moments: readonly number[]): readonly AtMoment[] => moments.map((atMs) => ({ atMs }));

const all = async (entries: readonly AtMoment[]): Promise<readonly AtMoment[]> => entries;

describe('A list of payments that is cut (decisions: lists of payments)', () => {
  test('is cut before a moment of which not every entry has room, so a page repeats and loses none', async () => {
    const before = Array.from({ length: MOST - 1 }, (_, index) => 10_000 - index);
    const shared = 1_000;
    const list = await cutList({ entries: entriesAt([...before, shared, shared]) }, all, { fill: true });
    expect(list.items.map(({ atMs }) => atMs)).toEqual(before);
    expect(list.leftFromMs).toBe(shared);
  });

  test('holds all entries of a moment that alone has more than an answer takes', async () => {
    const list = await cutList({ entries: entriesAt([7, 7, 7, 6]) }, all, { fill: true, most: 2, run: 2 });
    expect(list).toEqual({ items: entriesAt([7, 7, 7]), leftFromMs: 6 });
  });
});

describe('A list that goes on reading (decisions: lists of payments)', () => {
  /** Lets through what stands at these moments, and notes what was read. */
  const letting = (...moments: readonly number[]) => {
    const read: number[] = [];
    return {
      read,
      some: async (entries: readonly AtMoment[]): Promise<readonly AtMoment[]> => {
        read.push(...entries.map(({ atMs }) => atMs));
        return entries.filter(({ atMs }) => moments.includes(atMs));
      },
    };
  };
  const entries = entriesAt([9, 8, 7, 6, 5, 4, 3, 2, 1]);

  test('stops with the first run that has something to answer', async () => {
    const { read, some } = letting(7);
    const list = await cutList({ entries }, some, { fill: false, run: 2, mostRead: 100 });
    expect(read).toEqual([9, 8, 7, 6]);
    expect(list).toEqual({ items: entriesAt([7]), leftFromMs: 5 });
  });

  test('with fill, reads until the answer is full, and no further', async () => {
    const { read, some } = letting(9, 7, 5, 3);
    const list = await cutList({ entries }, some, { fill: true, most: 2, run: 2, mostRead: 100 });
    expect(read).toEqual([9, 8, 7, 6]);
    expect(list).toEqual({ items: entriesAt([9, 7]), leftFromMs: 5 });
  });

  test('is cut where it may read no more entries, though nothing was found yet', async () => {
    const { read, some } = letting(1);
    const list = await cutList({ entries }, some, { fill: true, run: 2, mostRead: 4 });
    expect(read).toEqual([9, 8, 7, 6]);
    expect(list).toEqual({ items: [], leftFromMs: 5 });
  });

  test('that was read to its end has nothing left, unless its period goes on behind it', async () => {
    expect(await cutList({ entries: entriesAt([2, 1]) }, all, { fill: true })).toEqual({ items: entriesAt([2, 1]) });
    expect(await cutList({ entries: entriesAt([2]), unreadMs: 1 }, all, { fill: true })).toEqual({
      items: entriesAt([2]),
      leftFromMs: 1,
    });
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
