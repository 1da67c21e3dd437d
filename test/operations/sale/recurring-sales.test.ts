import { describe, expect, test } from 'vitest';
import { dynamoSaleBook } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { istanbulDayOf, numberOfDay } from '../../../shared/domain/calendar.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { sentCard } from '../../../shared/openapi/customer-words.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';

const CUSTOMER = { CustomerCode: 'C-1' };

const data = async <Data>(dealer: TestDealer, operation: OperationName, fields: unknown): Promise<Data> => {
  const answer = await callOperation(dealer, operation, fields);
  expect(answer).toMatchObject({ ResultCode: 'Success' });
  return answer.Data as Data;
};

const codeOf = async (dealer: TestDealer, operation: OperationName, fields: unknown): Promise<string> =>
  (await callOperation(dealer, operation, fields)).ResultCode;

interface SaleRecord {
  readonly DealerSaleId: number;
  readonly SaleCode: string;
}

/** A dealer with a customer, its card, a schedule of every month, a product, and what a sale needs. */
const saleScene = async () => {
  const dealer = await newDealer();
  const { CardList } = await data<{ readonly CardList: readonly { readonly CardToken: string }[] }>(
    dealer,
    'AddCustomerWithCard',
    { ...CUSTOMER, ...sentCard },
  );
  const { DealerSaleScheduleId } = await data<{ readonly DealerSaleScheduleId: number }>(dealer, 'AddSchedule', {
    ScheduleName: 'Monthly',
    DailyWeeklyMonthly: 3,
  });
  const { DealerProductId } = await data<{ readonly DealerProductId: number }>(dealer, 'AddProduct', {
    ProductCode: 'GYM',
    ProductName: 'Gym',
  });
  const DefaultCard1Token = CardList[0]?.CardToken ?? '';
  const least = { ...CUSTOMER, Amount: 27.5, DealerSaleScheduleId, BeginDate: '20300131', DefaultCard1Token };
  return { dealer, least, DealerProductId };
};

const stepOf = async ({ dealer: { dealerCode }, store }: TestDealer, { DealerSaleId }: SaleRecord) =>
  (await dynamoSaleBook(store).open(dealerCode, DealerSaleId))?.step;

describe('A recurring sale (dealer interface 2.10; decisions: recurring sales)', () => {
  test('is added with its first step, read, listed, changed in part and deleted; what it used is free then', async () => {
    const { dealer, least, DealerProductId } = await saleScene();
    const fields = { ...least, SaleCode: 'S-1', ProductCode: 'GYM', Currency: 'EUR', EndDate: '20311231' };
    const sale = await data<SaleRecord>(dealer, 'AddSale', fields);
    expect(sale).toMatchObject({ ...fields, DealerProductId, InstallmentNumber: 1, HowManyTrial: 1, PlanType: 1 });
    expect((await dealer.getSale({ SaleCode: 'S-1' })).Data).toEqual(sale);
    expect(await stepOf(dealer, sale)).toMatchObject({ dueDay: '20300131', terms: { amount: 2750, currency: 'EUR' } });
    const second = await data<SaleRecord>(dealer, 'AddSale', { ...least, PlanType: 2 });
    expect(second.SaleCode).toMatch(/^[0-9A-F-]{36}$/);
    expect(await stepOf(dealer, second)).toBeUndefined();
    const listed = { DealerSaleListCount: 2, DealerSaleList: [second, sale], BeforeDealerSaleId: 0 };
    for (const block of [undefined, {}, []]) expect(await data(dealer, 'GetSaleList', block)).toEqual(listed);
    const { DealerSaleId: BeforeDealerSaleId } = second;
    const rest = await data(dealer, 'GetSaleList', { BeforeDealerSaleId });
    expect(rest).toEqual({ DealerSaleListCount: 1, DealerSaleList: [sale], BeforeDealerSaleId: 0 });

    const changes = { Amount: '29.90', BeginDate: '20300315', Description: '', EndDate: null, HowManyTrial: 0 };
    const changed = await data(dealer, 'UpdateSale', { SaleCode: 'S-1', ...changes });
    expect(changed).toEqual({ ...sale, Amount: 29.9, BeginDate: '20300315', HowManyTrial: 0 });
    expect((await dealer.getSale({ DealerSaleId: sale.DealerSaleId })).Data).toEqual(changed);
    expect(await stepOf(dealer, sale)).toMatchObject({ dueDay: '20300315', terms: { amount: 2990 }, version: 2 });

    // Nothing to change is no error, of a sale or of its customer (decisions: customers and cards).
    expect(await data(dealer, 'UpdateSale', { SaleCode: 'S-1' })).toEqual(changed);
    expect(await codeOf(dealer, 'UpdateCustomer', CUSTOMER)).toBe('Success');

    const using: readonly (readonly [OperationName, object])[] = [
      ['RemoveCustomer', CUSTOMER],
      ['DeleteSchedule', { DealerSaleScheduleId: least.DealerSaleScheduleId }],
      ['DeleteProduct', { ProductCode: 'GYM' }],
    ];
    for (const [operation, name] of using) expect(await codeOf(dealer, operation, name)).toContain('InvalidRequest');
    for (const { DealerSaleId } of [sale, second])
      expect(await data(dealer, 'DeleteSale', { DealerSaleId })).toBe(true);
    for (const [operation, name] of using) expect(await codeOf(dealer, operation, name)).toBe('Success');

    expect(await data(dealer, 'GetSaleList', {})).toEqual({
      DealerSaleListCount: 0,
      DealerSaleList: [],
      BeforeDealerSaleId: 0,
    });
    expect(await codeOf(dealer, 'GetSale', { SaleCode: 'S-1' })).toBe('DealerSale.GetSale.DealerSaleNotFound');
    for (const name of [{ SaleCode: 'S-1' }, { DealerSaleId: sale.DealerSaleId }]) {
      expect(await codeOf(dealer, 'DeleteSale', name)).toBe('DealerSale.DeleteDealer.DealerSaleNotFund');
      expect(await codeOf(dealer, 'UpdateSale', name)).toBe('DealerSale.UpdateSale.DealerSaleNotFound');
    }
  });

  test('goes over to another schedule and product, and is deleted by both its identifiers: what it used is free', async () => {
    const { dealer, least, DealerProductId } = await saleScene();
    const { DealerSaleId } = await data<SaleRecord>(dealer, 'AddSale', { ...least, SaleCode: 'S-1', DealerProductId });
    const daily = await data<{ readonly DealerSaleScheduleId: number }>(dealer, 'AddSchedule', {
      ScheduleName: 'Daily',
      DailyWeeklyMonthly: 1,
    });
    await data(dealer, 'AddProduct', { ProductCode: 'POOL', ProductName: 'Pool' });
    const both = { DealerSaleId, SaleCode: 'S-1' };
    const changes = { DealerSaleScheduleId: daily.DealerSaleScheduleId, ProductCode: 'POOL' };
    expect(await data(dealer, 'UpdateSale', { ...both, ...changes })).toMatchObject({ ...both, ...changes });
    for (const [operation, name] of [
      ['DeleteSchedule', daily],
      ['DeleteProduct', { ProductCode: 'POOL' }],
    ] as const) {
      expect(await codeOf(dealer, operation, name)).toContain('InvalidRequest');
    }
    const { DealerSaleScheduleId } = least;
    expect(await codeOf(dealer, 'DeleteSchedule', { DealerSaleScheduleId })).toBe('Success');
    expect(await codeOf(dealer, 'DeleteProduct', { DealerProductId, ProductCode: 'GYM' })).toBe('Success');
    expect(await data(dealer, 'DeleteSale', both)).toBe(true);
    expect(await codeOf(dealer, 'DeleteSchedule', daily)).toBe('Success');
    expect(await codeOf(dealer, 'DeleteProduct', { ProductCode: 'POOL' })).toBe('Success');
  });

  test('of one code is added once by calls at once, and changes at once are all there; a deleted code is free', async () => {
    const { dealer, least } = await saleScene();
    const add = () => codeOf(dealer, 'AddSale', { ...least, SaleCode: 'S-1' });
    const codes = await Promise.all([add(), add(), add()]);
    const taken = 'DealerSale.AddSale.SaleCodeAlreadyUsing';
    expect(codes.toSorted()).toEqual([taken, taken, 'Success']);
    await Promise.all([
      data(dealer, 'UpdateSale', { SaleCode: 'S-1', HowManyTrial: 7 }),
      data(dealer, 'UpdateSale', { SaleCode: 'S-1', Description: 'Membership' }),
    ]);
    const sale = (await dealer.getSale({ SaleCode: 'S-1' })).Data as SaleRecord;
    expect(sale).toMatchObject({ HowManyTrial: 7, Description: 'Membership' });
    expect(await stepOf(dealer, sale)).toMatchObject({ dueDay: '20300131', version: 3 });
    const deleted = await Promise.all([1, 2].map(() => codeOf(dealer, 'DeleteSale', { SaleCode: 'S-1' })));
    expect(deleted.toSorted()).toEqual(['DealerSale.DeleteDealer.DealerSaleNotFund', 'Success']);
    expect(await add()).toBe('Success');
  });

  test('that began in the past plans no day before today', async () => {
    const { dealer, least } = await saleScene();
    const today = istanbulDayOf(Date.now());
    const sale = await data<SaleRecord>(dealer, 'AddSale', { ...least, BeginDate: '20200131' });
    const { dueDay = '' } = (await stepOf(dealer, sale)) ?? {};
    expect(numberOfDay(dueDay)).toBeGreaterThanOrEqual(numberOfDay(today));
    expect(numberOfDay(dueDay)).toBeLessThanOrEqual(numberOfDay(today) + 32);
  });

  test('names nothing of another dealer, and no card of another customer (rule 37)', async () => {
    const [{ dealer, least }, other] = [await saleScene(), await saleScene()];
    await data(dealer, 'AddCustomer', { CustomerCode: 'C-2' });
    const { DealerSaleScheduleId, DefaultCard1Token } = other.least;
    const foreign: readonly (readonly [string, object])[] = [
      ['DefaultCard1Token', { DefaultCard1Token }],
      ['DefaultCard1Token', { CustomerCode: 'C-2' }],
      ['DealerSaleScheduleId', { DealerSaleScheduleId }],
      ['DealerProductId', { DealerProductId: other.DealerProductId }],
      ['DealerCustomerTypeId', { DealerCustomerTypeId: other.dealer.definition.dealerCustomerTypeId }],
    ];
    await data(dealer, 'AddSale', { ...least, SaleCode: 'S-1' });
    for (const [field, changes] of foreign) {
      for (const [operation, request] of [
        ['AddSale', { ...least, ...changes }],
        ['UpdateSale', { SaleCode: 'S-1', ...changes }],
      ] as const) {
        const refused = await callOperation(dealer, operation, request);
        expect(refused).toMatchObject({ Data: null, ResultCode: `DealerSale.${operation}.InvalidRequest` });
        expect(refused.ResultMessage).toMatch(new RegExp(`^${field} `));
      }
    }
    for (const operation of ['UpdateSale', 'DeleteSale'] as const) {
      expect(await codeOf(other.dealer, operation, { SaleCode: 'S-1' })).toContain('DealerSaleNotF');
    }
  });
});
