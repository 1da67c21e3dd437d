import { describe, expect, test } from 'vitest';
import type { Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { boxMade, boxOpened, boxSwept, dynamoBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import type { StoredBox } from '../../../shared/ports/boxes.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** Boxes stand in a table of their own, and are written and deleted together with rows of the other one. */
export const boxesSuite = (world: () => StoreWorld): void => {
  describe('boxes', () => {
    let payments = 0;
    const newBox = (change: Partial<StoredBox> = {}): StoredBox => {
      payments += 1;
      const payment = `p${'a'.repeat(25 - String(payments).length)}${payments}`;
      return { payment, number: 1, sealed: 'sealed-1', madeAtMs: 1_000, ...change };
    };
    const rowOf = ({ payment }: StoredBox) => ({ pk: `PAY#${payment}`, sk: '9#BOX' });
    const find = (box: StoredBox) => dynamoBoxes(world().boxes).find(box.payment);
    const make = (box: StoredBox, ...others: readonly Write[]) => world().store.transact([boxMade(box), ...others]);

    test('a box is found by its payment until it is opened', async () => {
      const box = newBox();
      expect(await find(box)).toBeUndefined();
      await make(box);
      expect(await find(box)).toEqual(box);
      expect(await world().store.transact([boxOpened(box)])).toEqual({ applied: true });
      expect(await find(box)).toBeUndefined();
    });

    test('a new call replaces the box: the one that was read before opens nothing, and stays', async () => {
      const box = newBox();
      const next = { ...box, sealed: 'sealed-2', madeAtMs: 2_000 };
      await make(box);
      await make(next);
      const refused = await world().store.transact([boxOpened(box)]);
      expect(refused).toEqual({ applied: false, writes: [{ conditionFailed: true, item: undefined }] });
      expect(await find(box)).toEqual(next);
    });

    test('of ten that open it at once one wins', async () => {
      const box = newBox();
      await make(box);
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => world().store.transact([boxOpened(box)])));
      expect(outcomes.filter(({ applied }) => applied)).toHaveLength(1);
    });

    test('box and row are written together or not at all', async () => {
      const box = newBox();
      const onlyIf = { expression: 'attribute_exists(pk)' };
      await make(box, { put: rowOf(box), onlyIf });
      expect(await find(box)).toBeUndefined();
      await make(box, { put: rowOf(box) });
      expect([await find(box), await world().store.get(rowOf(box))]).toEqual([box, rowOf(box)]);
      await world().store.transact([boxOpened({ ...box, sealed: 'other' }), { remove: rowOf(box) }]);
      expect([await find(box), await world().store.get(rowOf(box))]).toEqual([box, rowOf(box)]);
      await world().store.transact([boxOpened(box), { remove: rowOf(box) }]);
      expect([await find(box), await world().store.get(rowOf(box))]).toEqual([undefined, undefined]);
    });

    test('the sweeper deletes a box without reading it, also one that is gone, and no newer one', async () => {
      const box = newBox();
      await make({ ...box, sealed: 'sealed-2', madeAtMs: 2_000 });
      expect(await world().store.transact([boxSwept(box)])).toMatchObject({ applied: false });
      expect(await world().store.transact([boxSwept({ ...box, madeAtMs: 2_000 })])).toEqual({ applied: true });
      expect(await world().store.transact([boxSwept(box)])).toEqual({ applied: true });
      expect(await find(box)).toBeUndefined();
    });

    test('TTL follows half an hour after the call, as a second net', async () => {
      const box = newBox({ madeAtMs: 1_700_000_000_000 });
      await make(box);
      expect(await world().boxes.get({ pk: box.payment })).toMatchObject({ expiresAt: 1_700_001_800 });
    });
  });
};
