import { describe, expect, test } from 'vitest';
import type { Write } from '../../../../../shared/adapters/dynamodb/engine/writes.ts';
import {
  placeGivenBack,
  placesShifted,
  placeWrites,
} from '../../../../../shared/adapters/dynamodb/reusable-link/place-writes.ts';
import { placesItem, readPlacesRow } from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { reusableLinkKeys } from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-link-keys.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const link = 'a'.repeat(26);
const place = { link, shard: 5 };

/** What is left of a shard after writes, and whether each of them was applied. */
const leftAfter = async (
  counts: { readonly free: number; readonly held: number; readonly paid: number },
  ...writes: readonly (readonly Write[])[]
) => {
  const table = new MemoryTable();
  await table.transact([{ put: placesItem(link, { shard: 5, ...counts }) }]);
  const applied: boolean[] = [];
  for (const one of writes) applied.push((await table.transact(one)).applied);
  const row = await table.get(reusableLinkKeys.places(link, 5));
  const { shard: _, ...left } = readPlacesRow(row ?? expect.unreachable());
  return { applied, left };
};

describe('The writes of a place of a reusable link (rule 51)', () => {
  const take = placeWrites({ place: { kind: 'taken', ...place } });
  const pay = placeWrites({ place: { kind: 'paid', ...place } });

  test('take a free place once for each', async () => {
    expect(await leftAfter({ free: 1, held: 0, paid: 3 }, take, take)).toEqual({
      applied: [true, false],
      left: { free: 0, held: 1, paid: 3 },
    });
  });

  test('pay a held place once for each', async () => {
    expect(await leftAfter({ free: 3, held: 1, paid: 0 }, pay, pay)).toEqual({
      applied: [true, false],
      left: { free: 3, held: 0, paid: 1 },
    });
  });

  test.each(['held', 'paid'] as const)('give back a place that is %s once for each', async (from) => {
    const giveBack = placeGivenBack({ ...place, from });
    expect(await leftAfter({ free: 3, held: 0, paid: 0, [from]: 1 }, giveBack, giveBack)).toEqual({
      applied: [true, false],
      left: { free: 4, held: 0, paid: 0 },
    });
  });

  test('are none for a charge without a place', () => {
    expect([placeWrites({}), placeGivenBack(undefined)]).toEqual([[], []]);
  });

  test('take away no more free places than there are', async () => {
    const shift = [placesShifted(link, { shard: 5, by: -2 })];
    expect(await leftAfter({ free: 3, held: 2, paid: 0 }, shift, shift)).toEqual({
      applied: [true, false],
      left: { free: 1, held: 2, paid: 0 },
    });
    expect((await leftAfter({ free: 2, held: 2, paid: 0 }, shift)).left.free).toBe(0);
  });

  test('add places to a shard that is there, however few are free', async () => {
    const shift = [placesShifted(link, { shard: 5, by: 2 })];
    expect((await leftAfter({ free: 0, held: 2, paid: 0 }, shift)).left).toEqual({ free: 2, held: 2, paid: 0 });
    const elsewhere = new MemoryTable();
    expect((await elsewhere.transact(shift)).applied).toBe(false);
    expect(elsewhere.rows()).toEqual([]);
  });
});
