import { describe, expect, test } from 'vitest';
import { dynamoChargingPause, stageItem } from '../../../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import type { TransactOutcome } from '../../../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row, Write } from '../../../../../shared/adapters/dynamodb/engine/writes.ts';
import { type Key, keys } from '../../../../../shared/adapters/dynamodb/keys.ts';
import { StoreUnavailable } from '../../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../../fakes/clock.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const LIFE_MS = 30_000;

class CountedTable extends MemoryTable {
  readonly calls: string[] = [];
  failing = false;
  beforeTransact: () => Promise<unknown> = async () => undefined;

  override async get(key: Key): Promise<Row | undefined> {
    this.calls.push('get');
    if (this.failing) throw new StoreUnavailable('unknown', 'TimeoutError');
    return super.get(key);
  }

  override async transact(writes: readonly Write[]): Promise<TransactOutcome> {
    this.calls.push('transact');
    await this.beforeTransact();
    return super.transact(writes);
  }
}

const scene = () => {
  const store = new CountedTable();
  const clock = new FakeClock();
  const put = (changes: { readonly paused?: boolean; readonly tableName?: string }) => {
    store.beforeTransact = async () => undefined;
    const record = { version: 1, paused: false, tableName: 'own', changedAtMs: clock.now(), ...changes };
    return store.transact([{ put: stageItem(record) }]);
  };
  const brake = dynamoChargingPause({ store, tableName: 'own', clock, lifeMs: LIFE_MS });
  return { store, calls: store.calls, clock, put, brake };
};

describe("The stage's brake (rule 18)", () => {
  test.each([
    ['a record that says so', { paused: true }, true],
    ['a record of another table', { tableName: 'copied' }, true],
    ['a record of this table', {}, false],
  ])('%s', async (_name, changes, on) => {
    const { put, brake } = scene();
    await put(changes);
    expect(await brake.isOn()).toBe(on);
  });

  test('is read once in the life of the cache, in both states, and seen to change after it', async () => {
    const { put, brake, calls, clock } = scene();
    await put({});
    for (const on of [false, true]) {
      await put({ paused: on });
      clock.advance(LIFE_MS);
      calls.length = 0;
      for (let call = 0; call < 5; call += 1) expect(await brake.isOn()).toBe(on);
      await put({ paused: !on });
      clock.advance(LIFE_MS - 1);
      expect(await brake.isOn()).toBe(on);
      expect(calls.filter((call) => call === 'get')).toHaveLength(1);
    }
  });

  test('a fresh stage runs, and its first reading signs the table, once', async () => {
    const { brake, calls, clock, store } = scene();
    expect(await brake.isOn()).toBe(false);
    expect(calls).toEqual(['get', 'transact']);
    expect(await store.get(keys.stage())).toMatchObject({ version: 1, paused: false, tableName: 'own' });
    clock.advance(LIFE_MS);
    calls.length = 0;
    expect(await brake.isOn()).toBe(false);
    expect(calls).toEqual(['get']);
  });

  test('an operator who pauses between the reading and the signing wins', async () => {
    const { put, store, brake } = scene();
    store.beforeTransact = () => put({ paused: true });
    expect(await brake.isOn()).toBe(true);
  });

  test('what cannot be read is no permission', async () => {
    const { store, brake } = scene();
    store.failing = true;
    await expect(brake.isOn()).rejects.toThrow(StoreUnavailable);
  });
});
