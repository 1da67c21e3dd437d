import { describe, expect, test } from 'vitest';
import { type AtMoment, cutList } from '../../../../shared/domain/payment-list/list-cut.ts';

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
