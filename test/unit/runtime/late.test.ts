import { expect, test } from 'vitest';
import { late } from '../../../shared/adapters/runtime/late.ts';

test('What is late is loaded once, by the first of the calls that come together', async () => {
  let loads = 0;
  const add = late(async () => {
    loads += 1;
    return async (one: number, other: number) => one + other;
  });
  expect(loads).toBe(0);
  expect(await Promise.all([add(1, 2), add(3, 4)])).toEqual([3, 7]);
  expect(await add(5, 6)).toBe(11);
  expect(loads).toBe(1);
});

test('A load that failed is tried again by the next call', async () => {
  let loads = 0;
  const say = late(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no such file');
    return async () => 'said';
  });
  await expect(say()).rejects.toThrow('no such file');
  expect(await say()).toBe('said');
});

test('A call that fails is not loaded again', async () => {
  let loads = 0;
  const fail = late(async () => {
    loads += 1;
    return async (): Promise<never> => {
      throw new Error('refused');
    };
  });
  await expect(fail()).rejects.toThrow('refused');
  await expect(fail()).rejects.toThrow('refused');
  expect(loads).toBe(1);
});
