import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { ABSENT, atVersion, type Row, type Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import type { FaultAction } from '../../support/store/fault-proxy.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const newKey = () => ({ pk: `TEST#${randomUUID()}`, sk: 'ROW' });

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );

/** Everything that the runtime would print of an uncaught error: all own properties, hidden ones included. */
const everythingIn = (error: unknown): string =>
  JSON.stringify(
    Object.fromEntries(Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(Object(error), name)])),
  );

const throttled: FaultAction = { kind: 'refuse', error: 'ThrottlingException' };
const failing: FaultAction = { kind: 'refuse', error: 'InternalServerError', status: 500 };
const conflict = (error: string, members: object = {}): FaultAction => ({ kind: 'refuse', error, members });
const cancelled = (...codes: readonly string[]): FaultAction =>
  conflict('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

interface FailureCase {
  readonly what: string;
  readonly action: FaultAction;
  readonly outcome: StoreUnavailable['outcome'];
  readonly applied: boolean;
}

const failures: readonly FailureCase[] = [
  { what: 'throttling', action: throttled, outcome: 'not-applied', applied: false },
  { what: 'a refusal for good', action: conflict('ValidationException'), outcome: 'not-applied', applied: false },
  {
    what: 'a 500 in front of the store',
    action: { kind: 'refuse', error: 'InternalServerError', status: 500 },
    outcome: 'unknown',
    applied: false,
  },
  {
    what: 'a 500 after the write',
    action: { kind: 'refuse-after', error: 'InternalServerError' },
    outcome: 'unknown',
    applied: true,
  },
  { what: 'a connection reset before the write', action: { kind: 'reset' }, outcome: 'unknown', applied: false },
  { what: 'a connection reset after the write', action: { kind: 'reset-after' }, outcome: 'unknown', applied: true },
  {
    what: 'a transaction cancelled by throttling',
    action: cancelled('ThrottlingError'),
    outcome: 'not-applied',
    applied: false,
  },
];

const translationTests = (world: () => StoreWorld): void => {
  test.each(failures)(
    '$what is StoreUnavailable with outcome $outcome, and holds no cause and no row (rule 29)',
    async (one) => {
      const { proxy, direct, store } = world();
      const key = newKey();
      proxy.inject({ on: 'TransactWriteItems', times: 9, action: one.action });
      const error = await failureOf(store.transact([{ put: { ...key, secret: 'row content' } }]));
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(error).toMatchObject({ name: 'StoreUnavailable', outcome: one.outcome });
      expect(error).not.toHaveProperty('cause');
      expect(everythingIn(error)).not.toMatch(/row content|injected|TEST#/);
      expect((await direct.get(key)) !== undefined).toBe(one.applied);
    },
  );

  test('an answer that does not come in time is StoreUnavailable with outcome unknown', async () => {
    const { proxy, storeWith } = world();
    const { promise: never } = Promise.withResolvers();
    const store = storeWith({ requestTimeoutMs: 100 });
    proxy.inject({ times: 9, action: { kind: 'hold', until: never } });
    for (const call of [store.transact([{ put: newKey() }]), store.get(newKey())]) {
      expect(await failureOf(call)).toMatchObject({
        name: 'StoreUnavailable',
        outcome: 'unknown',
        errorName: 'TimeoutError',
      });
    }
  });

  const reads: readonly (readonly [string, (store: Table) => Promise<unknown>])[] = [
    ['get', (store) => store.get(newKey())],
    ['getMany', (store) => store.getMany([newKey()])],
    ['query', (store) => store.query({ pk: 'TEST#none', limit: 1 })],
    ['list', (store) => store.list({ index: 'listing', listPk: 'TEST#none', limit: 1 })],
    ['increment', (store) => store.increment(newKey(), 'next', { step: 1, start: 0 })],
  ];
  test.each(reads)('%s is repeated after one failure, and is StoreUnavailable after three', async (_name, call) => {
    const { proxy, store } = world();
    proxy.inject({ action: failing });
    await call(store);
    expect(proxy.count()).toBe(2);
    proxy.reset();
    proxy.inject({ times: 99, action: failing });
    expect(await failureOf(call(store))).toMatchObject({
      name: 'StoreUnavailable',
      errorName: 'InternalServerError',
    });
    expect(proxy.count()).toBe(3);
  });
};

const retryTests = (world: () => StoreWorld): void => {
  test('a retry after a lost answer carries the same token and is not applied twice (rule 6)', async () => {
    const { proxy, store } = world();
    const key = newKey();
    proxy.inject({ on: 'TransactWriteItems', action: { kind: 'reset-after' } });
    // Without the client token the second attempt would meet its own row and be refused.
    expect(
      await store.transact([
        { put: key, onlyIf: ABSENT },
        { put: newKey(), onlyIf: ABSENT },
      ]),
    ).toEqual({ applied: true });
    const tokens = proxy
      .seen()
      .map(({ body }) => (JSON.parse(body) as { ClientRequestToken: string }).ClientRequestToken);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(1);
  });

  test('a lost answer followed by throttling is unknown: the first attempt was applied (rule 1)', async () => {
    const { proxy, direct, store } = world();
    const key = newKey();
    proxy.inject({ on: 'TransactWriteItems', action: { kind: 'reset-after' } });
    proxy.inject({ on: 'TransactWriteItems', from: 2, times: 9, action: throttled });
    expect(await failureOf(store.transact([{ put: key }]))).toMatchObject({ outcome: 'unknown' });
    expect(await direct.get(key)).toEqual(key);
  });

  test('two failures and then success is applied once', async () => {
    const { proxy, store } = world();
    proxy.inject({ on: 'TransactWriteItems', times: 2, action: failing });
    expect(await store.transact([{ put: newKey(), onlyIf: ABSENT }, { put: newKey() }])).toEqual({ applied: true });
    expect(proxy.count('TransactWriteItems')).toBe(3);
  });

  test('a conflict with another transaction is tried again under the same token', async () => {
    const { proxy, store } = world();
    proxy.inject({ on: 'TransactWriteItems', times: 2, action: cancelled('TransactionConflict') });
    expect(await store.transact([{ put: newKey(), onlyIf: ABSENT }, { put: newKey() }])).toEqual({ applied: true });
    const tokens = proxy
      .seen()
      .map(({ body }) => (JSON.parse(body) as { ClientRequestToken: string }).ClientRequestToken);
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
  });

  test('conflicts without end are not applied, after eight attempts', async () => {
    const { proxy, store } = world();
    proxy.inject({ on: 'TransactWriteItems', times: 99, action: cancelled('None', 'TransactionConflict') });
    const error = await failureOf(store.transact([{ put: newKey() }, { put: newKey() }]));
    expect(error).toMatchObject({ name: 'StoreUnavailable', outcome: 'not-applied', errorName: 'TransactionConflict' });
    expect(proxy.count('TransactWriteItems')).toBe(8);
  });

  test('a transaction that is in progress to the end is unknown, never "not applied" (rule 1)', async () => {
    const { proxy, storeWith } = world();
    proxy.inject({ on: 'TransactWriteItems', times: 99, action: conflict('TransactionInProgressException') });
    const error = await failureOf(storeWith({ maxAttempts: 1 }).transact([{ put: newKey() }]));
    expect(error).toMatchObject({ name: 'StoreUnavailable', outcome: 'unknown' });
  });
};

/** How one row replaces its version before. */
const LONE_WRITES = {
  PutItem: (next: Row & Key): Write => ({ put: next, onlyIf: atVersion(1) }),
  UpdateItem: ({ pk, sk, version, dueAtMs }: Row & Key): Write => ({
    update: { pk, sk },
    set: {
      expression: 'SET #version = :version, #dueAtMs = :dueAtMs',
      names: { '#version': 'version', '#dueAtMs': 'dueAtMs' },
      values: { ':version': version, ':dueAtMs': dueAtMs },
    },
    onlyIf: atVersion(1),
    isLone: true,
  }),
};

const loneWriteTests = (world: () => StoreWorld, call: keyof typeof LONE_WRITES): void => {
  const versioned = async () => {
    const row = { ...newKey(), version: 1, dueAtMs: 5 };
    await putRows(world().direct, [row]);
    const next = { ...row, version: 2, dueAtMs: 60_005 };
    return { next, key: { pk: row.pk, sk: row.sk }, write: LONE_WRITES[call](next) };
  };

  test('on a condition is no transaction: it costs half of one', async () => {
    const { proxy, store } = world();
    const { write } = await versioned();
    expect(await store.transact([write])).toEqual({ applied: true });
    expect([proxy.count(call), proxy.count('TransactWriteItems')]).toEqual([1, 0]);
  });

  test.each<readonly [string, FaultAction]>([
    ['a reset connection', { kind: 'reset-after' }],
    ['a 500', { kind: 'refuse-after', error: 'InternalServerError' }],
  ])('whose answer %s lost finds its own item at the retry, and is told as applied', async (_what, action) => {
    const { proxy, direct, store } = world();
    const { write, key, next } = await versioned();
    proxy.inject({ on: call, action });
    expect(await store.transact([write])).toEqual({ applied: true });
    expect(proxy.count(call)).toBe(2);
    expect(await direct.get(key)).toMatchObject(next);
  });

  test('that a retry finds replaced by another item is refused, and hands back that item', async () => {
    const { proxy, direct, store } = world();
    const { write, key } = await versioned();
    const other = { ...key, version: 3, by: 'another' };
    const { promise, resolve } = Promise.withResolvers<void>();
    proxy.inject({ on: call, action: { kind: 'reset-after' } });
    proxy.inject({ on: call, from: 2, action: { kind: 'hold', until: promise } });
    const outcome = store.transact([write]);
    await proxy.reached(call, 2);
    await direct.transact([{ put: other }]);
    resolve();
    expect(await outcome).toEqual({ applied: false, writes: [{ conditionFailed: true, item: other }] });
  });

  test('that another writer made first is refused, though both write the same item', async () => {
    const { direct, store } = world();
    const { write, next } = await versioned();
    expect(await direct.transact([write])).toEqual({ applied: true });
    expect(await store.transact([write])).toMatchObject({
      applied: false,
      writes: [{ conditionFailed: true, item: next }],
    });
  });

  test('of one item by ten at once has one winner', async () => {
    const { store } = world();
    const { write } = await versioned();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.transact([write])));
    expect(outcomes.filter(({ applied }) => applied)).toHaveLength(1);
  });

  test('that a transaction is in the way of is tried again', async () => {
    const { proxy, store } = world();
    const { write } = await versioned();
    proxy.inject({ on: call, times: 2, action: conflict('TransactionConflictException') });
    expect(await store.transact([write])).toEqual({ applied: true });
    expect(proxy.count(call)).toBe(3);
  });

  test('whose every answer is lost is unknown, and may be written (rule 1)', async () => {
    const { proxy, direct, storeWith } = world();
    const { write, key, next } = await versioned();
    proxy.inject({ on: call, times: 9, action: { kind: 'reset-after' } });
    expect(await failureOf(storeWith({ maxAttempts: 1 }).transact([write]))).toMatchObject({ outcome: 'unknown' });
    expect(await direct.get(key)).toMatchObject(next);
  });
};

const loneRemovalTests = (world: () => StoreWorld): void => {
  test('on a condition is no transaction; a lost answer leaves the row gone, and the retry finds none', async () => {
    const { proxy, direct, store } = world();
    const [kept, gone] = [newKey(), newKey()];
    await putRows(direct, [
      { ...kept, version: 2 },
      { ...gone, version: 1 },
    ]);
    const removed = (key: Key) => store.transact([{ remove: key, onlyIf: atVersion(1), isLone: true }]);
    expect(await removed(kept)).toMatchObject({ applied: false, writes: [{ conditionFailed: true }] });
    proxy.inject({ on: 'DeleteItem', action: { kind: 'reset-after' } });
    expect(await removed(gone)).toMatchObject({ applied: false, writes: [{ item: undefined }] });
    expect([await direct.get(kept), await direct.get(gone)]).toEqual([{ ...kept, version: 2 }, undefined]);
    expect([proxy.count('DeleteItem'), proxy.count('TransactWriteItems')]).toEqual([3, 0]);
  });
};

/** Failures of the store, injected between the production adapter and the engine. */
export const failuresSuite = (world: () => StoreWorld): void => {
  describe('failures become our own errors', () => translationTests(world));
  describe('attempts', () => retryTests(world));
  describe('a put of one item', () => loneWriteTests(world, 'PutItem'));
  describe('an update of one item', () => loneWriteTests(world, 'UpdateItem'));
  describe('a removal of one item', () => loneRemovalTests(world));
};
