import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ABSENT, atVersion } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { DUE_INDEX, LISTING_INDEX } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const newKey = (sk = 'ROW') => ({ pk: `TEST#${randomUUID()}`, sk });

const readingTests = (world: () => StoreWorld): void => {
  test('every read by key asks for strong consistency, unless its rows may lag', async () => {
    const { store, proxy } = world();
    const key = newKey();
    await store.get(key);
    await store.getMany([key]);
    await store.query({ pk: key.pk, limit: 1 });
    const reads = proxy.seen().map(({ operation, body }) => [operation, body.includes('"ConsistentRead":true')]);
    expect(reads).toEqual([
      ['GetItem', true],
      ['BatchGetItem', true],
      ['Query', true],
    ]);
  });

  test('a row comes back as it was written, and a missing one is undefined', async () => {
    const { store } = world();
    const row = {
      ...newKey(),
      text: 'İğüşçö "x" \u2028',
      number: 999_999_999_99,
      none: null,
      list: [1, { a: true }],
      empty: '',
    };
    expect(await store.transact([{ put: row }])).toEqual({ applied: true });
    expect(await store.get({ pk: row.pk, sk: row.sk })).toEqual(row);
    expect(await store.get(newKey())).toBeUndefined();
  });

  test('many rows are read in one trip, without those that are missing', async () => {
    const { store, direct, proxy } = world();
    const rows = Array.from({ length: 20 }, (_, index) => ({ ...newKey(), index }));
    await direct.transact(rows.map((put) => ({ put })));
    const found = await store.getMany([...rows.map(({ pk, sk }) => ({ pk, sk })), newKey()]);
    expect(found.map(({ index }) => index).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      rows.map(({ index }) => index),
    );
    expect(proxy.count()).toBe(1);
    expect(await store.getMany([])).toEqual([]);
    expect(proxy.count()).toBe(1);
  });

  test('rows that may lag are asked for at half the price, all others as they are now', async () => {
    const { store, proxy } = world();
    await store.getMany([newKey()], { mayLag: true });
    await store.getMany([newKey()]);
    const asked = proxy.seen().map(({ body }) => /"ConsistentRead":(\w+)/.exec(body)?.[1]);
    expect(asked).toEqual(['false', 'true']);
  });

  test('more than 100 keys are refused before the store is asked', async () => {
    const { store, proxy } = world();
    await expect(store.getMany(Array.from({ length: 101 }, () => newKey()))).rejects.toThrow(RangeError);
    expect(proxy.count()).toBe(0);
  });

  test('a query answers the rows of one partition, by prefix and up to its limit, in key order', async () => {
    const { store, direct } = world();
    const { pk } = newKey();
    await direct.transact(['B#2', 'A#1', 'B#1', 'B#3'].map((sk) => ({ put: { pk, sk } })));
    const sks = async (skPrefix: string, limit: number) =>
      (await store.query({ pk, skPrefix, limit })).map(({ sk }) => sk);
    expect(await sks('B#', 10)).toEqual(['B#1', 'B#2', 'B#3']);
    expect(await sks('B#', 2)).toEqual(['B#1', 'B#2']);
    expect((await store.query({ pk, limit: 10 })).map(({ sk }) => sk)).toEqual(['A#1', 'B#1', 'B#2', 'B#3']);
  });

  test('a query answers the rows whose sort keys lie in a range, both ends included, page by page', async () => {
    const { store, direct } = world();
    const { pk } = newKey();
    await direct.transact(['A#1', 'B#1', 'B#1#x', 'B#2', 'B#3', 'C#1'].map((sk) => ({ put: { pk, sk } })));
    const sks = async (from: string, until: string, page: { readonly limit?: number; readonly after?: string } = {}) =>
      (await store.query({ pk, between: { from, until }, limit: 10, ...page })).map(({ sk }) => sk);
    expect(await sks('B#1', 'B#3')).toEqual(['B#1', 'B#1#x', 'B#2', 'B#3']);
    expect(await sks('B#1', 'B#3', { limit: 2 })).toEqual(['B#1', 'B#1#x']);
    expect(await sks('B#1', 'B#3', { limit: 2, after: 'B#1#x' })).toEqual(['B#2', 'B#3']);
    expect(await sks('B#1', 'B#3', { after: 'A#1' })).toEqual(['B#1', 'B#1#x', 'B#2', 'B#3']);
    expect(await sks('B#1', 'B#3', { after: 'B#3' })).toEqual([]);
    expect(await sks('B#4', 'B#9')).toEqual([]);
  });

  test('the listing index answers in the order of its sort key, page by page, and only rows that carry its keys', async () => {
    const { store, direct } = world();
    const listPk = `TEST#DAY#${randomUUID()}`;
    const sks = ['000000000000003#a', '000000000000001#b', '000000000000002#c'];
    await direct.transact([
      ...sks.map((listSk) => ({ put: { ...newKey(), listPk, listSk } })),
      { put: { ...newKey(), note: 'not listed' } },
    ]);
    const list = async (after?: string) =>
      (await store.list({ index: LISTING_INDEX, listPk, limit: 2, ...(after === undefined ? {} : { after }) })).map(
        ({ listSk }) => listSk,
      );
    expect(await list()).toEqual(['000000000000001#b', '000000000000002#c']);
    expect(await list('000000000000002#c')).toEqual(['000000000000003#a']);
  });
};

const dueTests = (world: () => StoreWorld): void => {
  test('a page of what is due holds keys alone, in order, and ends at its moment', async () => {
    const { store, direct } = world();
    const duePk = `TEST#DUE#${randomUUID()}`;
    const row = (dueSk: string) => ({ ...newKey(), duePk, dueSk, more: 1 });
    await direct.transact(['3', '1', '2', '4'].map((dueSk) => ({ put: row(dueSk) })));
    const due = (after?: string) => store.due({ index: DUE_INDEX, duePk, after, until: '3', limit: 2 });
    const text: unknown = expect.any(String);
    const parts = { pk: text, sk: text, duePk };
    expect(await due()).toEqual([
      { ...parts, dueSk: '1' },
      { ...parts, dueSk: '2' },
    ]);
    expect(await due('2')).toEqual([{ ...parts, dueSk: '3' }]);
    expect(await due('3')).toEqual([]);
  });

  test('a page is full while more is due, though the store itself ends its pages at 1 MB', async () => {
    const { store, direct, proxy } = world();
    const duePk = `TEST#DUE#${randomUUID()}`;
    // The index holds keys alone, so it takes the longest keys there are to fill 1 MB with few entries.
    const dueSks = Array.from({ length: 300 }, (_, index) => `${String(index).padStart(3, '0')}${'x'.repeat(1000)}`);
    const long = () => ({ pk: `TEST#${randomUUID()}${'x'.repeat(1900)}`, sk: 'x'.repeat(1000) });
    await putRows(
      direct,
      dueSks.map((dueSk) => ({ ...long(), duePk, dueSk })),
    );
    const due = (limit: number) => store.due({ index: DUE_INDEX, duePk, until: '9', limit });
    expect((await due(300)).map(({ dueSk }) => dueSk)).toEqual(dueSks);
    // Otherwise the test proves nothing: the answer must come from more than one query.
    expect(proxy.count('Query')).toBeGreaterThan(1);
    expect((await due(299)).map(({ dueSk }) => dueSk)).toEqual(dueSks.slice(0, 299));
  });
};

const writingTests = (world: () => StoreWorld): void => {
  test('a transaction applies all or nothing, and hands back the row that refused it (rule 6)', async () => {
    const { store } = world();
    const [taken, fresh] = [{ ...newKey(), owner: 'first' }, newKey()];
    await store.transact([{ put: taken }]);
    const outcome = await store.transact([
      { put: fresh, onlyIf: ABSENT },
      { put: { ...taken, owner: 'second' }, onlyIf: ABSENT },
    ]);
    expect(outcome).toEqual({
      applied: false,
      writes: [
        { conditionFailed: false, item: undefined },
        { conditionFailed: true, item: taken },
      ],
    });
    expect(await store.get(fresh)).toBeUndefined();
    expect(await store.get({ pk: taken.pk, sk: taken.sk })).toEqual(taken);
  });

  test('an update and a removal take part in a transaction on their conditions (rule 36: versions)', async () => {
    const { store } = world();
    const [changed, removed] = [newKey('1'), newKey('2')];
    await store.transact([changed, removed].map((key) => ({ put: { ...key, version: 1 } })));
    const writes = (expected: number) =>
      store.transact([
        {
          update: changed,
          set: { expression: 'SET #version = :next', names: { '#version': 'version' }, values: { ':next': 2 } },
          onlyIf: atVersion(1),
        },
        { remove: removed, onlyIf: atVersion(expected) },
      ]);
    expect(await writes(9)).toMatchObject({
      applied: false,
      writes: [{ conditionFailed: false }, { conditionFailed: true, item: { version: 1 } }],
    });
    expect(await store.get(removed)).toEqual({ ...removed, version: 1 });
    expect(await writes(1)).toEqual({ applied: true });
    expect(await store.get(changed)).toEqual({ ...changed, version: 2 });
    expect(await store.get(removed)).toBeUndefined();
  });

  test('of twenty calls that put the same key at once, one wins (conditional uniqueness)', async () => {
    const { store } = world();
    const key = newKey();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, call) => store.transact([{ put: { ...key, call }, onlyIf: ABSENT }])),
    );
    const winners = outcomes.flatMap((outcome, call) => (outcome.applied ? [call] : []));
    expect(winners).toHaveLength(1);
    expect(await store.get(key)).toMatchObject({ ...key, call: winners[0] });
  });

  test('more than 20 actions are refused before the store is asked (rule 11)', async () => {
    const { store, proxy } = world();
    const writes = (length: number) => Array.from({ length }, () => ({ put: newKey() }));
    await expect(store.transact(writes(21))).rejects.toThrow(RangeError);
    expect(proxy.count()).toBe(0);
    expect(await store.transact(writes(20))).toEqual({ applied: true });
  });

  test('a counter starts where it is told and grows without losing a step', async () => {
    const { store } = world();
    const key = newKey();
    const values = await Promise.all(
      Array.from({ length: 10 }, () => store.increment(key, 'next', { step: 20, start: 100_000 })),
    );
    const expected = Array.from({ length: 10 }, (_, index) => 100_020 + index * 20);
    expect(values.toSorted((a, b) => a - b)).toEqual(expected);
  });
};

/** The contract of the table, on any engine. */
export const tableSuite = (world: () => StoreWorld): void => {
  describe('reads', () => readingTests(world));
  describe('the queue', () => dueTests(world));
  describe('writes', () => writingTests(world));
};
