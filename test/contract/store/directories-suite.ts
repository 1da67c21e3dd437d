import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { binItem, dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoDealerDirectory, listedDealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
  virtualPosItems,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const binTests = (world: () => StoreWorld): void => {
  test('a BIN of 8 digits wins over one of 6, in one trip', async () => {
    const { store, direct, proxy } = world();
    const bin = String(randomInt(100_000, 999_999));
    await putRows(direct, [
      binItem({ bin, bankCode: '64', brand: 'Visa' }),
      binItem({ bin: `${bin}12`, bankCode: '46' }),
    ]);
    const directory = dynamoBinDirectory(store);
    expect(await directory.find(`${bin}1200000000`)).toMatchObject({ bankCode: '46' });
    expect(await directory.find(`${bin}12`)).toMatchObject({ bankCode: '46' });
    expect(await directory.find(`${bin}1300000000`)).toMatchObject({ bankCode: '64' });
    expect(proxy.count()).toBe(3);
    expect(await directory.find(`${bin}1`)).toMatchObject({ bankCode: '64' });
    expect(await directory.find(bin)).toMatchObject({ bankCode: '64' });
  });

  test('a card that no BIN begins with, or fewer than 6 digits, have no bank', async () => {
    const directory = dynamoBinDirectory(world().store);
    expect(await directory.find('0000000000000000')).toBeUndefined();
    expect(await directory.find('00000')).toBeUndefined();
    expect(await directory.find('')).toBeUndefined();
  });
};

const virtualPosTests = (world: () => StoreWorld): void => {
  test('every virtual POS of a dealer comes back in its current version only, in one trip', async () => {
    const { store, direct, proxy } = world();
    const dealerCode = `T${randomUUID().slice(0, 8)}`;
    const [first, second, off] = [
      posWith({ dealerCode, posId: 'akbank', bankCode: '46' }),
      posWith({ dealerCode, posId: 'akbank', bankCode: '46', version: 2 }),
      posWith({ dealerCode, posId: 'isbank', enabled: false }),
    ];
    const items = [first, second, off].map(virtualPosItems);
    await putRows(direct, items.flatMap(({ current, version }) => [current, version]).slice(0, 2));
    await putRows(
      direct,
      items.slice(1).flatMap(({ current, version }) => [current, version]),
    );
    await putRows(direct, [virtualPosItems(posWith({ dealerCode: `${dealerCode}0` })).current]);
    expect(await dynamoVirtualPosDirectory(store).ofDealer(dealerCode)).toEqual([second, off]);
    expect(proxy.count()).toBe(1);
    expect(await dynamoVirtualPosDirectory(store).ofDealer('nobody')).toEqual([]);
  });
};

const versionTests = (world: () => StoreWorld): void => {
  test('a version that an attempt pins is read once by an instance, whatever becomes of the virtual POS (rule 14)', async () => {
    const { store, direct, proxy } = world();
    const dealerCode = `T${randomUUID().slice(0, 8)}`;
    const [first, second] = [
      posWith({ dealerCode }),
      posWith({ dealerCode, version: 2, gateway: 'https://b.example' }),
    ];
    await putRows(direct, Object.values(virtualPosItems(first)));
    await putRows(direct, Object.values(virtualPosItems(second)));
    const versions = dynamoVirtualPosVersions(store, { now: () => 0 });
    for (let call = 0; call < 3; call += 1) {
      expect(await versions.find(dealerCode, { posId: first.posId, version: 1 })).toEqual(first);
      expect(await versions.find(dealerCode, { posId: first.posId, version: 2 })).toEqual(second);
    }
    expect(proxy.count()).toBe(2);
    // What is not there is not remembered as missing.
    for (let call = 0; call < 2; call += 1) {
      await expect(versions.find(`${dealerCode}0`, { posId: first.posId, version: 1 })).rejects.toThrow(UnreadableRow);
    }
    expect(proxy.count()).toBe(4);
  });
};

const dealerTests = (world: () => StoreWorld): void => {
  test('all dealers are listed by their codes, page by page, with the last name that was put, in a trip a page', async () => {
    const { store, direct, proxy } = world();
    const prefix = `T${randomUUID().slice(0, 8)}`;
    const dealers = ['a', 'b', 'c'].map((end) => dealerWith({ dealerCode: `${prefix}${end}`, name: end }));
    await putRows(direct, dealers.map(listedDealerItem));
    const changes = dynamoOperatorChanges(direct);
    const record = dealerWith({ dealerCode: `${prefix}b`, name: 'New name', enabled: false });
    const entry = { commandId: randomUUID(), command: 'put-dealer', atMs: 0, changed: [], inputFingerprint: '' };
    expect(await changes.apply({ kind: 'dealer', record }, { ...entry, result: {} })).toEqual({ kind: 'applied' });
    const directory = dynamoDealerDirectory(store);
    const first = await directory.page({ after: prefix, limit: 2 });
    expect(first).toEqual([
      { dealerCode: `${prefix}a`, name: 'a', enabled: true },
      { dealerCode: `${prefix}b`, name: 'New name', enabled: false },
    ]);
    const [last] = await directory.page({ after: `${prefix}b`, limit: 1 });
    expect(last).toEqual({ dealerCode: `${prefix}c`, name: 'c', enabled: true });
    expect(proxy.count('Query')).toBe(2);
    expect(await directory.page({ after: '~', limit: 5 })).toEqual([]);
  });
};

/** The contract of the directories that choose a virtual POS, on any engine. */
export const directoriesSuite = (world: () => StoreWorld): void => {
  describe('the BIN directory', () => binTests(world));
  describe('the versions of a virtual POS', () => versionTests(world));
  describe('the list of all dealers', () => dealerTests(world));
  describe('the virtual POS of a dealer', () => virtualPosTests(world));
};
