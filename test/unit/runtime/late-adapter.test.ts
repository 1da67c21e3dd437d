import { expect, test } from 'vitest';
import { lateAdapter } from '../../../shared/adapters/runtime/late-adapter.ts';

interface Adding {
  readonly add: (one: number, other: number) => Promise<number>;
  readonly name: () => Promise<string>;
}

const adding: Adding = { add: async (one, other) => one + other, name: async () => 'adding' };

test('An adapter that is late is loaded once, by the first of the calls that come together, whichever method they call', async () => {
  let loads = 0;
  const late = lateAdapter<Adding>(
    async () => {
      loads += 1;
      return adding;
    },
    { add: true, name: true },
  );
  expect(loads).toBe(0);
  expect(await Promise.all([late.add(1, 2), late.name()])).toEqual([3, 'adding']);
  expect(await late.add(5, 6)).toBe(11);
  expect(loads).toBe(1);
});

test('It has its methods before it is loaded, so that a copy of it works as well', async () => {
  const late = { ...lateAdapter<Adding>(async () => adding, { add: true, name: true }) };
  expect(Object.keys(late)).toEqual(['add', 'name']);
  expect(await late.add(1, 2)).toBe(3);
});

test('A load that failed rejects its call, and the next call tries again', async () => {
  let loads = 0;
  const late = lateAdapter<Adding>(
    async () => {
      loads += 1;
      if (loads === 1) throw new Error('no such file');
      return adding;
    },
    { add: true, name: true },
  );
  await expect(late.add(1, 2)).rejects.toThrow('no such file');
  expect(await late.add(1, 2)).toBe(3);
});

test('What its caller did wrong, and the adapter throws at once, rejects the call', async () => {
  const throwing: Adding = {
    ...adding,
    add: () => {
      throw new Error('not a number');
    },
  };
  const late = lateAdapter<Adding>(async () => throwing, { add: true, name: true });
  await expect(late.add(Number.NaN, 2)).rejects.toThrow('not a number');
});
