import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { dynamoChargingPause } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { FakeClock } from '../../fakes/clock.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The one record of a stage, shared by operators and the functions that charge (rule 18). */
export const stageSuite = (world: () => StoreWorld): void => {
  describe("the stage's record", () => {
    const clock = new FakeClock();
    const brakeOf = ({ store, tableName }: StoreWorld) => dynamoChargingPause({ store, tableName, clock, lifeMs: 0 });

    const put = async (paused: boolean, version: number) => {
      const { store, tableName } = world();
      const record = { version, paused, tableName, changedAtMs: clock.now() };
      const [commandId, inputFingerprint] = [randomUUID(), 'x'];
      const entry = { commandId, command: 'test', atMs: clock.now(), changed: [], inputFingerprint, result: {} };
      return dynamoOperatorChanges(store).apply({ kind: 'stage', record }, entry);
    };

    beforeEach(async () => {
      await world().direct.transact([{ remove: keys.stage() }]);
    });

    test('of ten readings of a fresh stage at once one signs it, and the stage runs', async () => {
      const brakes = Array.from({ length: 10 }, () => brakeOf(world()));
      expect(await Promise.all(brakes.map((brake) => brake.isOn()))).toEqual(brakes.map(() => false));
      const { store, tableName } = world();
      expect(await dynamoOperatorRecords(store).stage()).toMatchObject({ version: 1, paused: false, tableName });
    });

    test('is replaced from the version that was read: of two operators at once one has to look again', async () => {
      expect(await put(true, 1)).toEqual({ kind: 'applied' });
      const kinds = (await Promise.all([put(true, 2), put(false, 2)])).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['applied', 'conflict']);
      expect(await put(false, 1)).toEqual({ kind: 'conflict' });
      expect(await brakeOf(world()).isOn()).toBe(kinds[0] === 'applied');
    });

    test('is read by one trip, also when it says another table', async () => {
      const { store, proxy } = world();
      await put(false, 1);
      proxy.reset();
      const copied = dynamoChargingPause({ store, tableName: 'a-restored-table', clock, lifeMs: 0 });
      expect([await copied.isOn(), proxy.count()]).toEqual([true, 1]);
    });
  });
};
