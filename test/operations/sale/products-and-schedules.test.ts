import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { saleUses } from '../../../shared/adapters/dynamodb/sale/uses.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { putRows } from '../../support/store/store.ts';

interface Product {
  readonly DealerProductId: number;
  readonly ProductCode: string;
  readonly ProductName: string;
}
interface Schedule {
  readonly DealerSaleScheduleId: number;
  readonly ScheduleName: string;
}

const GUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const DAILY = { ScheduleName: 'Every day', DailyWeeklyMonthly: 1 };

/** Data of a call that succeeds. */
const data = async <Data>(dealer: TestDealer, operation: OperationName, fields: unknown): Promise<Data> => {
  const answer = await callOperation(dealer, operation, fields);
  expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '' });
  return answer.Data as Data;
};

const refusal = async (dealer: TestDealer, operation: OperationName, fields: unknown) => {
  const { Data, ResultCode, ResultMessage } = await callOperation(dealer, operation, fields);
  expect(Data).toBeNull();
  return { ResultCode, ResultMessage };
};

describe('A product (decisions: products and schedules)', () => {
  test('is added, listed from the newest on, and deleted; then its code is free again', async () => {
    const dealer = await newDealer();
    const added: Product[] = [];
    for (const fields of [{ ProductCode: 'GYM' }, { ProductCode: '' }, {}]) {
      added.push(await data<Product>(dealer, 'AddProduct', { ...fields, ProductName: 'Üyelik' }));
    }
    const [gym, ...others] = added;
    expect(gym).toEqual({ DealerProductId: expect.any(Number), ProductCode: 'GYM', ProductName: 'Üyelik' });
    expect(gym?.DealerProductId).toBeGreaterThanOrEqual(100_000);
    for (const { ProductCode } of others) expect(ProductCode).toMatch(GUID);
    const list = { ProductListCount: 3, ProductList: added.toReversed() };
    for (const block of [{}, undefined, [], '']) expect(await data(dealer, 'GetProductList', block)).toEqual(list);
    expect(await refusal(dealer, 'AddProduct', { ProductCode: 'GYM', ProductName: 'Other' })).toMatchObject({
      ResultCode: 'DealerSale.AddProduct.ProductCodeAlreadyUsing',
    });
    expect(await data(dealer, 'DeleteProduct', { ProductCode: 'GYM' })).toBe(true);
    expect(await data(dealer, 'DeleteProduct', { DealerProductId: others[0]?.DealerProductId })).toBe(true);
    const { DealerProductId, ProductCode } = others[1] ?? {};
    expect(await data(dealer, 'DeleteProduct', { DealerProductId, ProductCode })).toBe(true);
    expect(await refusal(dealer, 'DeleteProduct', { ProductCode: 'GYM' })).toMatchObject({
      ResultCode: 'DealerSale.DeleteProduct.ProductNotFound',
    });
    await data(dealer, 'AddProduct', { ProductCode: 'GYM', ProductName: 'Üyelik' });
    expect(await data(dealer, 'GetProductList', {})).toMatchObject({ ProductListCount: 1 });
  });

  test('of another dealer is neither found nor listed (rule 37), and its code is free', async () => {
    const [one, other] = [await newDealer(), await newDealer()];
    const product = await data<Product>(one, 'AddProduct', { ProductCode: 'GYM', ProductName: 'Membership' });
    for (const fields of [{ ProductCode: 'GYM' }, { DealerProductId: product.DealerProductId }]) {
      expect(await refusal(other, 'DeleteProduct', fields)).toMatchObject({
        ResultCode: 'DealerSale.DeleteProduct.ProductNotFound',
      });
    }
    expect(await data(other, 'GetProductList', {})).toEqual({ ProductListCount: 0, ProductList: [] });
    await data(other, 'AddProduct', { ProductCode: 'GYM', ProductName: 'Membership' });
  });

  test('needs a name without a card number (rule 32), and one may have 1,000 of them', async () => {
    const dealer = await newDealer();
    const ResultCode = 'DealerSale.AddProduct.InvalidRequest';
    expect(await refusal(dealer, 'AddProduct', { ProductCode: 'GYM', ProductName: '' })).toMatchObject({
      ResultCode: 'DealerSale.AddProduct.ProductNameIsRequired',
    });
    expect(await refusal(dealer, 'AddProduct', { ProductName: 'Card 4111111111111111' })).toEqual({
      ResultCode,
      ResultMessage: 'ProductName must not hold a card number.',
    });
    expect(await refusal(dealer, 'AddProduct', { ProductName: 'x'.repeat(101) })).toEqual({
      ResultCode,
      ResultMessage: 'ProductName must be at most 100 characters long.',
    });
    await putRows(dealer.store, [{ ...keys.productCount(dealer.dealer.dealerCode), count: 1000 }]);
    expect(await refusal(dealer, 'AddProduct', { ProductName: 'One more' })).toEqual({
      ResultCode,
      ResultMessage: 'This dealer has 1000 products, and may not have more.',
    });
  });
});

describe('A schedule (decisions: products and schedules)', () => {
  test('is added, read, changed in part, listed and deleted', async () => {
    const dealer = await newDealer();
    const daily = await data<Schedule>(dealer, 'AddSchedule', DAILY);
    expect(daily).toEqual({
      DealerSaleScheduleId: expect.any(Number),
      ...DAILY,
      EveryX: 1,
      DaysOfWeek: '',
      DaysOfMonth: '',
    });
    const { DealerSaleScheduleId } = daily;
    const monthly = await data<Schedule>(dealer, 'AddSchedule', {
      ScheduleName: 'Monthly',
      DailyWeeklyMonthly: '3',
      EveryX: 2,
      DaysOfWeek: null,
      DaysOfMonth: 15,
    });
    expect(monthly).toMatchObject({ DailyWeeklyMonthly: 3, EveryX: 2, DaysOfWeek: '', DaysOfMonth: '15' });
    const weekly = { ...daily, DailyWeeklyMonthly: 2, DaysOfWeek: '1,3' };
    const change = { DealerSaleScheduleId, DailyWeeklyMonthly: 2, DaysOfWeek: '3,1' };
    expect(await data(dealer, 'UpdateSchedule', change)).toEqual(weekly);
    expect(await data(dealer, 'UpdateSchedule', { DealerSaleScheduleId, ScheduleName: 'Weekly' })).toEqual({
      ...weekly,
      ScheduleName: 'Weekly',
    });
    expect(await data(dealer, 'GetSchedule', { DealerSaleScheduleId })).toEqual({ ...weekly, ScheduleName: 'Weekly' });
    const list = {
      SaleScheduleListCount: 2,
      SaleScheduleList: [monthly, { ...weekly, ScheduleName: 'Weekly' }],
    };
    for (const block of [{}, undefined, []]) expect(await data(dealer, 'GetScheduleList', block)).toEqual(list);
    expect(await data(dealer, 'DeleteSchedule', { DealerSaleScheduleId })).toBe(true);
    for (const operation of ['GetSchedule', 'UpdateSchedule', 'DeleteSchedule'] as const) {
      expect(await refusal(dealer, operation, { DealerSaleScheduleId })).toMatchObject({
        ResultCode: `DealerSale.${operation}.ScheduleNotFound`,
      });
      expect(await refusal(dealer, operation, { DealerSaleScheduleId: '', ScheduleName: 'Weekly' })).toMatchObject({
        ResultCode: `DealerSale.${operation}.DealerSaleScheduleIdIsRequired`,
      });
    }
    expect(await data(dealer, 'GetScheduleList', {})).toMatchObject({ SaleScheduleListCount: 1 });
  });

  test('of another dealer is neither read nor changed nor deleted (rule 37)', async () => {
    const [one, other] = [await newDealer(), await newDealer()];
    const { DealerSaleScheduleId } = await data<Schedule>(one, 'AddSchedule', DAILY);
    for (const operation of ['GetSchedule', 'UpdateSchedule', 'DeleteSchedule'] as const) {
      expect(await refusal(other, operation, { DealerSaleScheduleId, ScheduleName: 'Mine' })).toMatchObject({
        ResultCode: `DealerSale.${operation}.ScheduleNotFound`,
      });
    }
    expect(await data(one, 'GetSchedule', { DealerSaleScheduleId })).toMatchObject(DAILY);
  });

  test('is one of 200 at the most', async () => {
    const dealer = await newDealer();
    await putRows(dealer.store, [{ ...keys.scheduleCount(dealer.dealer.dealerCode), count: 200 }]);
    expect(await refusal(dealer, 'AddSchedule', DAILY)).toEqual({
      ResultCode: 'DealerSale.AddSchedule.InvalidRequest',
      ResultMessage: 'This dealer has 200 schedules, and may not have more.',
    });
  });

  test('that a sale uses is not deleted, nor is its product; both are once the sale has ended', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const { DealerSaleScheduleId } = await data<Schedule>(dealer, 'AddSchedule', DAILY);
    const { DealerProductId } = await data<Product>(dealer, 'AddProduct', { ProductName: 'Membership' });
    const sale = {
      dealerCode,
      dealerSaleId: 77,
      dealerSaleScheduleId: DealerSaleScheduleId,
      dealerProductId: DealerProductId,
    };
    await dealer.store.transact(saleUses({ after: sale }).map(({ write }) => write));
    expect(await refusal(dealer, 'DeleteSchedule', { DealerSaleScheduleId })).toEqual({
      ResultCode: 'DealerSale.DeleteSchedule.InvalidRequest',
      ResultMessage: 'The sale with DealerSaleId 77 uses this schedule, so it cannot be deleted.',
    });
    expect(await refusal(dealer, 'DeleteProduct', { DealerProductId })).toEqual({
      ResultCode: 'DealerSale.DeleteProduct.InvalidRequest',
      ResultMessage: 'The sale with DealerSaleId 77 uses this product, so it cannot be deleted.',
    });
    await dealer.store.transact(saleUses({ before: sale }).map(({ write }) => write));
    expect(await data(dealer, 'DeleteSchedule', { DealerSaleScheduleId })).toBe(true);
    expect(await data(dealer, 'DeleteProduct', { DealerProductId })).toBe(true);
  });
});
