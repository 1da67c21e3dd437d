import { describe, expect, test } from 'vitest';
import { addProduct } from '../../../functions/sale/add-product/add-product.ts';
import { addSchedule } from '../../../functions/sale/add-schedule/add-schedule.ts';
import { deletePaymentPlan } from '../../../functions/sale/delete-payment-plan/delete-payment-plan.ts';
import { deleteSale } from '../../../functions/sale/delete-sale/delete-sale.ts';
import { deleteSchedule } from '../../../functions/sale/delete-schedule/delete-schedule.ts';
import { updatePaymentPlan } from '../../../functions/sale/update-payment-plan/update-payment-plan.ts';
import { updateSchedule } from '../../../functions/sale/update-schedule/update-schedule.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { saleOf, scheduleOf } from '../../support/dealer/records.ts';
import { planOf } from '../../support/sale/payment-plans.ts';

const dealer = dealerWith();
const { dealerCode } = dealer;
const clock = new FakeClock(Date.UTC(2026, 11, 1, 9));
const sale = saleOf(dealerCode);
const plan = planOf(sale);
const schedule = scheduleOf(dealerCode);

const callOf = <Value>(operation: OperationName, value: Value) => ({
  dealer,
  operation,
  sourceAddress: '192.0.2.1',
  read: { ok: true, value } as const,
});
const identifiers = { next: async () => 100_000 };
const randomness = { guid: () => 'GUID' };

/** A write that loses so many times, and how often it was tried. */
const losing = (times: number) => {
  let tried = 0;
  const wins = (): boolean => {
    tried += 1;
    return tried > times;
  };
  return { wins, tried: () => tried };
};

type Wins = ReturnType<typeof losing>['wins'];

const noPlanFields = {
  SaleCode: undefined,
  DealerSaleId: undefined,
  Amount: undefined,
  Currency: undefined,
  InstallmentNumber: undefined,
  DueDate: undefined,
  DueTime: undefined,
};
const noScheduleFields = {
  ScheduleName: undefined,
  DailyWeeklyMonthly: undefined,
  EveryX: undefined,
  DaysOfWeek: undefined,
  DaysOfMonth: undefined,
};
const { dealerPaymentPlanId: DealerPaymentPlanId } = plan;
const { dealerSaleScheduleId: DealerSaleScheduleId } = schedule;

const operations: readonly (readonly [string, (wins: Wins) => Promise<{ readonly data: unknown }>])[] = [
  [
    'AddProduct',
    (wins) => {
      const products = { add: async () => (wins() ? ('added' as const) : ('id-taken' as const)) };
      return addProduct({ products, identifiers, randomness, clock })(
        callOf('AddProduct', { ProductCode: 'GYM', ProductName: 'Membership' }),
      );
    },
  ],
  [
    'AddSchedule',
    (wins) => {
      const schedules = { add: async () => (wins() ? ('added' as const) : ('id-taken' as const)) };
      const value = { ...noScheduleFields, ScheduleName: 'Daily', DailyWeeklyMonthly: 1, EveryX: 1 };
      return addSchedule({ schedules, identifiers, clock })(callOf('AddSchedule', value));
    },
  ],
  [
    'UpdateSchedule',
    (wins) => {
      const schedules = { find: async () => schedule, replace: async () => wins() };
      return updateSchedule({ schedules })(
        callOf('UpdateSchedule', { ...noScheduleFields, DealerSaleScheduleId, EveryX: 2 }),
      );
    },
  ],
  [
    'DeletePaymentPlan',
    (wins) => {
      const plans = { find: async () => ({ plan, sale, saleCode: sale.saleCode }), replace: async () => wins() };
      return deletePaymentPlan({ plans, clock })(callOf('DeletePaymentPlan', { DealerPaymentPlanId }));
    },
  ],
  [
    'UpdatePaymentPlan',
    (wins) => {
      const plans = { find: async () => ({ plan, sale, saleCode: sale.saleCode }), replace: async () => wins() };
      const deps = { plans, clock } as unknown as Parameters<typeof updatePaymentPlan>[0];
      return updatePaymentPlan(deps)(
        callOf('UpdatePaymentPlan', { ...noPlanFields, DealerPaymentPlanId, Amount: 99 } as never),
      );
    },
  ],
  [
    'DeleteSale',
    (wins) => {
      const sales = { find: async () => ({ byId: sale }), open: async () => ({ sale }), replace: async () => wins() };
      const plans = { ofSale: async () => ({ sale, plans: [] }), replace: async () => true };
      const deps = { sales, plans, clock } as unknown as Parameters<typeof deleteSale>[0];
      return deleteSale(deps)(callOf('DeleteSale', { DealerSaleId: sale.dealerSaleId, SaleCode: undefined }));
    },
  ],
];

describe.each(operations)('%s, whose write meets another one', (_operation, run) => {
  test('is tried again, five times at most', async () => {
    const [late, never] = [losing(4), losing(5)];
    await expect(run(late.wins)).resolves.toHaveProperty('data');
    await expect(run(never.wins)).rejects.toThrow('again and again');
    expect([late.tried(), never.tried()]).toEqual([5, 5]);
  });
});

test.each([
  ['removed', undefined],
  ['not-there', 'ScheduleNotFound'],
  [{ usedBy: [7] }, 'ScheduleIsUsed'],
] as const)('DeleteSchedule of one that is %j', async (outcome, reason) => {
  const schedules = { remove: async () => outcome } as unknown as Parameters<typeof deleteSchedule>[0]['schedules'];
  const answer = deleteSchedule({ schedules })(callOf('DeleteSchedule', { DealerSaleScheduleId }));
  if (reason === undefined) await expect(answer).resolves.toEqual({ data: true });
  else await expect(answer).rejects.toHaveProperty('reason');
});

describe('The other plans of a sale that is deleted (decisions: recurring sales)', () => {
  const deleted = async (plans: readonly PaymentPlan[], ofSale?: () => Promise<never>) => {
    const written: PaymentPlan[] = [];
    const deps = {
      sales: { find: async () => ({ byId: sale }), open: async () => ({ sale }), replace: async () => true },
      plans: {
        ofSale: ofSale ?? (async () => ({ sale, plans })),
        replace: async (one: PaymentPlan) => {
          written.push(one);
          return true;
        },
      },
      clock,
    } as unknown as Parameters<typeof deleteSale>[0];
    const answer = await deleteSale(deps)(
      callOf('DeleteSale', { DealerSaleId: sale.dealerSaleId, SaleCode: undefined }),
    );
    return { data: answer.data, written };
  };

  test('are withdrawn, all of them', async () => {
    const plans = Array.from({ length: 23 }, () => planOf(sale));
    const { data, written } = await deleted(plans);
    expect(data).toBe(true);
    expect(new Set(written.map((one) => one.dealerPaymentPlanId)).size).toBe(23);
    expect(new Set(written.map(({ state }) => state))).toEqual(new Set(['withdrawn']));
  });

  test('are left to the engine where the store fails: the sale is deleted, and the answer says so', async () => {
    const fails = () => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError'));
    expect(await deleted([], fails)).toEqual({ data: true, written: [] });
    await expect(deleted([], () => Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect');
  });
});
