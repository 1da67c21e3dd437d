import { describe, expect, test } from 'vitest';
import type { Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { DUE_INDEX } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const KEY = { pk: 'P', sk: 'S' };
const set = (expression: string, names: Record<string, string> = {}, values: Record<string, unknown> = {}): Write => ({
  update: KEY,
  set: { expression, names, values },
});

const tableWith = async (row: object = {}): Promise<MemoryTable> => {
  const table = new MemoryTable();
  await table.transact([{ put: { ...KEY, ...row } }]);
  return table;
};

describe('The table in memory refuses what it does not know, as the store refuses it', () => {
  test.each([
    [
      'a condition',
      { check: KEY, onlyIf: { expression: 'size(#a) > :one', names: { '#a': 'a' }, values: { ':one': 1 } } },
    ],
    [
      'a condition behind one that decides',
      { check: KEY, onlyIf: { expression: 'attribute_exists(pk) OR begins_with(pk, :p)', values: { ':p': 'P' } } },
    ],
    ['an update', set('ADD #a :one', { '#a': 'a' }, { ':one': 1 })],
    ['a value that no expression uses', set('SET #a = :one', { '#a': 'a' }, { ':one': 1, ':two': 2 })],
    ['a value that is not given', set('SET #a = :one', { '#a': 'a' })],
    ['a name that is not given', set('SET #a = :one', {}, { ':one': 1 })],
  ] satisfies readonly (readonly [string, Write])[])('%s', async (_what, write) => {
    const table = await tableWith({ a: 1 });
    await expect(table.transact([write])).rejects.toThrow();
    expect(await table.get(KEY)).toEqual({ ...KEY, a: 1 });
  });

  test('once for a write of some shape, and again for the next one', async () => {
    const table = await tableWith();
    const unused = () => set('SET #a = :one', { '#a': 'a' }, { ':one': 1, ':unused': 2 });
    for (const write of [unused(), unused()])
      await expect(table.transact([write])).rejects.toThrow('no expression uses');
    await table.transact([set('SET #a = :one', { '#a': 'a' }, { ':one': 1 })]);
    await expect(table.transact([unused()])).rejects.toThrow('no expression uses');
  });
});

test('one expression is read by the names and values of each write', async () => {
  const table = await tableWith({ a: 5, b: 7 });
  const add = (attribute: string, amount: number): Write =>
    set('SET #it = if_not_exists(#it, :zero) + :amount', { '#it': attribute }, { ':zero': 0, ':amount': amount });
  for (const write of [add('a', 1), add('b', 2), add('c', 3)]) await table.transact([write]);
  expect(await table.get(KEY)).toEqual({ ...KEY, a: 6, b: 9, c: 3 });
});

test('its rows are the same list until one of them changes, and nobody can change one', async () => {
  const table = await tableWith({ part: { list: [1] } });
  const before = table.rows();
  expect(table.rows()).toBe(before);
  await table.transact([set('SET #a = :one', { '#a': 'a' }, { ':one': { deep: [] } })]);
  const [row] = table.rows();
  expect(before).toEqual([{ ...KEY, part: { list: [1] } }]);
  expect(row).toEqual({ ...KEY, part: { list: [1] }, a: { deep: [] } });
  for (const part of [row, row?.part, row?.a]) expect(Object.isFrozen(part)).toBe(true);
});

test('a row whose place in the queue changes is found at its new place alone', async () => {
  const table = new MemoryTable();
  const due = (duePk: string) => table.due({ index: DUE_INDEX, duePk, until: '~', limit: 10 });
  const row = (sk: string, dueSk: string, duePk = 'DUE#0') => ({ put: { pk: 'P', sk, duePk, dueSk } });
  await table.transact([row('1', '300'), row('2', '100'), row('3', '200')]);
  await table.transact([row('1', '150'), row('2', '100', 'DUE#1'), { remove: { pk: 'P', sk: '3' } }]);
  expect((await due('DUE#0')).map(({ sk, dueSk }) => [sk, dueSk])).toEqual([['1', '150']]);
  expect((await due('DUE#1')).map(({ sk }) => sk)).toEqual(['2']);
});

test('pages of a partition are in order from either end', async () => {
  const table = new MemoryTable();
  await table.transact(['B#2', 'A#1', 'B#1', 'C#1', 'B#3'].map((sk) => ({ put: { pk: 'P', sk } })));
  const keysOf = async (query: Omit<Parameters<MemoryTable['query']>[0], 'pk'>) =>
    (await table.query({ pk: 'P', ...query })).map(({ sk }) => sk);
  expect(await keysOf({ skPrefix: 'B#', limit: 2 })).toEqual(['B#1', 'B#2']);
  expect(await keysOf({ skPrefix: 'B#', limit: 2, newestFirst: true })).toEqual(['B#3', 'B#2']);
  expect(await keysOf({ between: { from: 'A#2', until: 'B#2' }, limit: 9 })).toEqual(['B#1', 'B#2']);
  expect(await keysOf({ after: 'B#2', limit: 9 })).toEqual(['B#3', 'C#1']);
  expect(await keysOf({ newestFirst: true, limit: 1 })).toEqual(['C#1']);
});
