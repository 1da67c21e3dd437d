import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { transactPlanned } from '../../../shared/adapters/dynamodb/engine/planned-writes.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleUses } from '../../../shared/adapters/dynamodb/sale/uses.ts';
import { MAX_PRODUCTS, type Product } from '../../../shared/domain/sale/product.ts';
import { MAX_SCHEDULES, type SaleSchedule } from '../../../shared/domain/sale/schedule-rules.ts';
import { productOf, scheduleOf } from '../../support/dealer/records.ts';

const newDealerCode = (): string => `T${randomBytes(6).toString('hex')}`;

type Uses = Parameters<typeof saleUses>[0];

/** Writes what a sale's transaction holds for its schedule and product; undefined, or the first purpose that was refused. */
const writeUses = async (store: Table, uses: Uses): Promise<string | undefined> => {
  const outcome = await transactPlanned(store, saleUses(uses));
  if (outcome.applied) return undefined;
  return (['former-schedule', 'former-product', 'schedule', 'product'] as const).find(
    (purpose) => outcome.refusalOf(purpose) !== undefined,
  );
};

/** What the two kinds of records have in common: how one is added, removed, used by a sale and found. */
const KINDS = [
  {
    kind: 'product',
    counter: keys.productCount,
    most: MAX_PRODUCTS,
    newRecord: (store: Table, dealerCode: string) => {
      const [products, record] = [dynamoProducts(store), productOf(dealerCode)];
      const { dealerProductId: id } = record;
      return {
        id,
        add: () => products.add(record),
        addAnother: () => products.add(productOf(dealerCode)),
        remove: () => products.remove(record),
        isThere: async () => (await products.find(dealerCode, { dealerProductId: id })).byId !== undefined,
        usedBy: (dealerSaleId: number) => ({ dealerCode, dealerSaleId, dealerSaleScheduleId: 0, dealerProductId: id }),
      };
    },
  },
  {
    kind: 'schedule',
    counter: keys.scheduleCount,
    most: MAX_SCHEDULES,
    newRecord: (store: Table, dealerCode: string) => {
      const [schedules, record] = [dynamoSaleSchedules(store), scheduleOf(dealerCode)];
      const { dealerSaleScheduleId: id } = record;
      return {
        id,
        add: () => schedules.add(record),
        addAnother: () => schedules.add(scheduleOf(dealerCode)),
        remove: () => schedules.remove(dealerCode, id),
        isThere: async () => (await schedules.find(dealerCode, id)) !== undefined,
        usedBy: (dealerSaleId: number) => ({ dealerCode, dealerSaleId, dealerSaleScheduleId: id }),
      };
    },
  },
] as const;

const MOMENTS = 10;

/** The contract of Products and SaleSchedules, and of the uses that sales write of them. */
export const productsAndSchedulesSuite = (storeOf: () => Table): void => {
  describe.each(KINDS)('Records of recurring sales: a $kind', ({ kind, newRecord, counter, most }) => {
    test('that a sale uses is not removed, and the refusal names a sale; it is, once no sale uses it', async () => {
      const store = storeOf();
      const { add, remove, isThere, usedBy } = newRecord(store, newDealerCode());
      expect(await add()).toBe('added');
      expect(await writeUses(store, { after: usedBy(7) })).toBeUndefined();
      expect(await writeUses(store, { after: usedBy(8) })).toBeUndefined();
      expect(await remove()).toEqual({ usedBy: 7 });
      expect(await writeUses(store, { before: usedBy(7) })).toBeUndefined();
      expect(await remove()).toEqual({ usedBy: 8 });
      expect(await isThere()).toBe(true);
      expect(await writeUses(store, { before: usedBy(8) })).toBeUndefined();
      expect(await remove()).toBe('removed');
      expect(await isThere()).toBe(false);
      expect(await remove()).toBe('not-there');
    });

    test('counts a sale once, however often its writes are repeated', async () => {
      const store = storeOf();
      const { add, remove, usedBy } = newRecord(store, newDealerCode());
      await add();
      expect(await writeUses(store, { after: usedBy(7) })).toBeUndefined();
      expect(await writeUses(store, { after: usedBy(7) })).toBe(kind);
      expect(await writeUses(store, { before: usedBy(7) })).toBeUndefined();
      expect(await writeUses(store, { before: usedBy(7) })).toBe(`former-${kind}`);
      expect(await remove()).toBe('removed');
    });

    test('that is gone is used by no new sale', async () => {
      const store = storeOf();
      const { add, remove, usedBy, isThere } = newRecord(store, newDealerCode());
      await add();
      await remove();
      expect(await writeUses(store, { after: usedBy(7) })).toBe(kind);
      expect(await isThere()).toBe(false);
    });

    test('passes from one to another with its sale; a change of the sale that keeps it writes nothing', async () => {
      const [store, dealerCode] = [storeOf(), newDealerCode()];
      const [one, other] = [newRecord(store, dealerCode), newRecord(store, dealerCode)];
      await one.add();
      await other.add();
      expect(await writeUses(store, { after: one.usedBy(7) })).toBeUndefined();
      expect(saleUses({ before: one.usedBy(7), after: one.usedBy(7) })).toEqual([]);
      expect(await writeUses(store, { before: one.usedBy(7), after: other.usedBy(7) })).toBeUndefined();
      expect(await one.remove()).toBe('removed');
      expect(await other.remove()).toEqual({ usedBy: 7 });
    });

    test('is removed or used, never both, when a sale begins to use it at the same moment', async () => {
      const store = storeOf();
      for (let moment = 0; moment < MOMENTS; moment += 1) {
        const { add, remove, usedBy, isThere } = newRecord(store, newDealerCode());
        await add();
        const began = () => writeUses(store, { after: usedBy(7) });
        const both = moment % 2 === 0 ? [remove(), began()] : [began(), remove()];
        const [first, second] = await Promise.all(both);
        const [removed, refused] = moment % 2 === 0 ? [first, second] : [second, first];
        if (removed === 'removed') expect(refused).toBe(kind);
        else expect({ removed, refused }).toEqual({ removed: { usedBy: 7 }, refused: undefined });
        expect(await isThere()).toBe(removed !== 'removed');
      }
    });

    test(`is one of ${most} at the most; a removal makes room for one`, async () => {
      const [store, dealerCode] = [storeOf(), newDealerCode()];
      const { add, addAnother, remove } = newRecord(store, dealerCode);
      await add();
      await store.transact([{ put: { ...counter(dealerCode), count: most } }]);
      expect(await addAnother()).toBe('too-many');
      expect(await remove()).toBe('removed');
      expect(await addAnother()).toBe('added');
      expect(await addAnother()).toBe('too-many');
      expect(await newRecord(store, newDealerCode()).add()).toBe('added');
    });
  });

  describe('Products', () => {
    test('are found by either identifier in one dealer; code and id are taken once', async () => {
      const [products, dealerCode] = [dynamoProducts(storeOf()), newDealerCode()];
      const product = productOf(dealerCode);
      const { dealerProductId, productCode } = product;
      expect(await products.add(product)).toBe('added');
      expect(await products.find(dealerCode, { dealerProductId })).toEqual({ byId: product });
      expect(await products.find(dealerCode, { productCode })).toEqual({ byCode: product });
      const both = { dealerProductId, productCode };
      expect(await products.find(dealerCode, both)).toEqual({ byId: product, byCode: product });
      expect(await products.find(newDealerCode(), both)).toEqual({});
      expect(await products.add(productOf(dealerCode, { productCode }))).toBe('code-taken');
      expect(await products.add(productOf(dealerCode, { dealerProductId }))).toBe('id-taken');
      expect(await products.remove(product)).toBe('removed');
      expect(await products.find(dealerCode, both)).toEqual({});
      expect(await products.add(productOf(dealerCode, { productCode }))).toBe('added');
    });

    test('are listed from the latest id on, whatever its length; sales that use them stand apart', async () => {
      const [store, dealerCode] = [storeOf(), newDealerCode()];
      const products = dynamoProducts(store);
      for (const dealerProductId of [999_999, 5, 1_000_000])
        await products.add(productOf(dealerCode, { dealerProductId }));
      await writeUses(store, { after: { dealerCode, dealerSaleId: 7, dealerSaleScheduleId: 0, dealerProductId: 5 } });
      const idsOf = (listed: readonly Product[]) => listed.map(({ dealerProductId }) => dealerProductId);
      expect(idsOf(await products.newest(dealerCode, 9))).toEqual([1_000_000, 999_999, 5]);
      expect(idsOf(await products.newest(dealerCode, 2))).toEqual([1_000_000, 999_999]);
    });
  });

  describe('Schedules', () => {
    test('are found, listed from the latest id on, and replaced by their next version alone', async () => {
      const [schedules, dealerCode] = [dynamoSaleSchedules(storeOf()), newDealerCode()];
      const [first, second] = [99_999, 100_000].map((dealerSaleScheduleId) =>
        scheduleOf(dealerCode, { dealerSaleScheduleId }),
      );
      if (first === undefined || second === undefined) throw new Error('two schedules are needed');
      for (const schedule of [first, second]) expect(await schedules.add(schedule)).toBe('added');
      expect(await schedules.add(first)).toBe('id-taken');
      expect(await schedules.all(dealerCode)).toEqual([second, first]);
      const changed: SaleSchedule = { ...first, version: 2, period: 'week', daysOfWeek: [1, 3], daysOfMonth: [] };
      expect(await schedules.replace(changed)).toBe(true);
      expect(await schedules.replace({ ...changed, scheduleName: 'Late' })).toBe(false);
      expect(await schedules.find(dealerCode, first.dealerSaleScheduleId)).toEqual(changed);
      expect(await schedules.find(newDealerCode(), first.dealerSaleScheduleId)).toBeUndefined();
      expect(await schedules.replace(scheduleOf(dealerCode, { version: 2 }))).toBe(false);
    });

    test('are changed while sales use them, and stay used', async () => {
      const [store, dealerCode] = [storeOf(), newDealerCode()];
      const [schedules, schedule] = [dynamoSaleSchedules(store), scheduleOf(dealerCode)];
      await schedules.add(schedule);
      const { dealerSaleScheduleId } = schedule;
      const sale = { dealerCode, dealerSaleId: 7, dealerSaleScheduleId };
      // The sale comes between the reading of the schedule and its change.
      await writeUses(store, { after: sale });
      expect(await schedules.replace({ ...schedule, version: 2, every: 2 })).toBe(true);
      expect(await schedules.remove(dealerCode, dealerSaleScheduleId)).toEqual({ usedBy: 7 });
      expect(await writeUses(store, { before: sale })).toBeUndefined();
      expect(await schedules.remove(dealerCode, dealerSaleScheduleId)).toBe('removed');
    });
  });
};
