import { describe, expect, test } from 'vitest';
import { addProduct } from '../../../functions/sale/add-product/add-product.ts';
import { deleteProduct } from '../../../functions/sale/delete-product/delete-product.ts';
import { updateSchedule } from '../../../functions/sale/update-schedule/update-schedule.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { productOf, scheduleOf } from '../../support/dealer/records.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const dealer = dealerWith();
const { dealerCode } = dealer;

const callOf = <Value>(operation: OperationName, value: Value) => ({
  dealer,
  operation,
  sourceAddress: '192.0.2.1',
  read: { ok: true, value } as const,
});

const unchanged = {
  ScheduleName: undefined,
  DailyWeeklyMonthly: undefined,
  EveryX: undefined,
  DaysOfWeek: undefined,
  DaysOfMonth: undefined,
};

describe('Calls about one record at the same moment (decisions: products and schedules)', () => {
  test('UpdateSchedule reads again when another change came in between, and keeps both', async () => {
    const schedules = dynamoSaleSchedules(new MemoryTable());
    const schedule = scheduleOf(dealerCode);
    await schedules.add(schedule);
    let reads = 0;
    const find: typeof schedules.find = async (...asked) => {
      const found = await schedules.find(...asked);
      reads += 1;
      if (reads === 1) await schedules.replace({ ...schedule, version: 2, scheduleName: 'Renamed' });
      return found;
    };
    const { dealerSaleScheduleId: DealerSaleScheduleId } = schedule;
    const answer = await updateSchedule({ schedules: { ...schedules, find } })(
      callOf('UpdateSchedule', { ...unchanged, DealerSaleScheduleId, EveryX: 2 }),
    );
    expect(answer.data).toMatchObject({ ScheduleName: 'Renamed', EveryX: 2, DaysOfMonth: '1,15' });
    expect(reads).toBe(2);
  });

  test('UpdateSchedule of a schedule that is deleted in between is not found', async () => {
    const schedules = dynamoSaleSchedules(new MemoryTable());
    const schedule = scheduleOf(dealerCode);
    const { dealerSaleScheduleId: DealerSaleScheduleId } = schedule;
    await schedules.add(schedule);
    const find: typeof schedules.find = async (...asked) => {
      const found = await schedules.find(...asked);
      await schedules.remove(...asked);
      return found;
    };
    const call = callOf('UpdateSchedule', { ...unchanged, DealerSaleScheduleId, EveryX: 2 });
    await expect(updateSchedule({ schedules: { ...schedules, find } })(call)).rejects.toMatchObject({
      reason: 'ScheduleNotFound',
    });
  });

  test('of two deletions of one product the later one does not find it, and it is counted once', async () => {
    const table = new MemoryTable();
    const products = dynamoProducts(table);
    const product = productOf(dealerCode, { productCode: 'GYM' });
    await products.add(product);
    await products.add(productOf(dealerCode));
    const find: typeof products.find = async (...asked) => {
      const found = await products.find(...asked);
      await products.remove(product);
      return found;
    };
    const call = callOf('DeleteProduct', { DealerProductId: undefined, ProductCode: 'GYM' });
    await expect(deleteProduct({ products: { ...products, find } })(call)).rejects.toMatchObject({
      reason: 'ProductNotFound',
    });
    expect(table.peek(keys.productCount(dealerCode))).toMatchObject({ count: 1 });
  });

  test('AddProduct passes over an id that is in use', async () => {
    const products = dynamoProducts(new MemoryTable());
    await products.add(productOf(dealerCode, { dealerProductId: 100_000 }));
    const ids = [100_000, 100_001];
    const identifiers = { next: async () => ids.shift() ?? expect.unreachable() };
    const deps = { products, identifiers, randomness: { guid: () => 'GUID' }, clock: { now: () => 5 } };
    const answer = await addProduct(deps)(callOf('AddProduct', { ProductCode: undefined, ProductName: 'Membership' }));
    expect(answer.data).toEqual({ DealerProductId: 100_001, ProductCode: 'GUID', ProductName: 'Membership' });
  });
});
