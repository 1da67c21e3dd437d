import { describe, expect, test } from 'vitest';
import { listPaymentPlans } from '../../../functions/sale/list-payment-plans/list-payment-plans.ts';
import { listPlanTries } from '../../../functions/sale/list-plan-tries/list-plan-tries.ts';
import { listProducts } from '../../../functions/sale/list-products/list-products.ts';
import { listSales } from '../../../functions/sale/list-sales/list-sales.ts';
import { listSchedules } from '../../../functions/sale/list-schedules/list-schedules.ts';
import { reportPaymentPlans } from '../../../functions/sale/report-payment-plans/report-payment-plans.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { PlansRead } from '../../../shared/domain/sale/plan-list.ts';
import type { ListedTry, PlanReading, PlanTries, TryEntry } from '../../../shared/ports/payment-plans.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { productOf, saleOf, scheduleOf } from '../../support/dealer/records.ts';
import { declinedTryOf, endedPlan, planOf } from '../../support/sale/payment-plans.ts';

const NOON = Date.UTC(2027, 0, 15, 9);
const dealer = dealerWith({ listingShards: 2 });
const { dealerCode } = dealer;
const clock = new FakeClock(NOON);
const sale = saleOf(dealerCode);

const callOf = <Value>(operation: OperationName, value: Partial<Value>) => ({
  dealer,
  operation,
  sourceAddress: '192.0.2.1',
  read: { ok: true, value: value as Value } as const,
});
const unread = {
  ...callOf('GetProductList', {}),
  read: { ok: false, refusal: new Refusal('InvalidRequest', 'bad') },
} as const;

describe('Lists of products, schedules and sales', () => {
  const products = { newest: async () => [productOf(dealerCode, { dealerProductId: 7 })] };
  const schedules = { all: async () => [scheduleOf(dealerCode, { dealerSaleScheduleId: 8 })] };

  test('hold what the dealer has, and count it', async () => {
    expect((await listProducts({ products })(callOf('GetProductList', {}))).data).toMatchObject({
      ProductListCount: 1,
      ProductList: [{ DealerProductId: 7 }],
    });
    expect((await listSchedules({ schedules })(callOf('GetScheduleList', {}))).data).toMatchObject({
      SaleScheduleListCount: 1,
      SaleScheduleList: [{ DealerSaleScheduleId: 8 }],
    });
  });

  test('are refused where the request cannot be read', async () => {
    await expect(listProducts({ products })(unread)).rejects.toBe(unread.read.refusal);
    await expect(listSchedules({ schedules })(unread)).rejects.toBe(unread.read.refusal);
  });

  test.each([
    [{ sales: [sale], goesOnBehind: 5 }, 5],
    [{ sales: [sale] }, 0],
  ])('of sales say behind which one they go on: %#', async (newest, BeforeDealerSaleId) => {
    const { data } = await listSales({ sales: { newest: async () => newest } })(callOf('GetSaleList', {}));
    const DealerSaleList = [{ SaleCode: sale.saleCode }];
    expect(data).toMatchObject({ DealerSaleListCount: 1, DealerSaleList, BeforeDealerSaleId });
  });

  test('of sales are refused behind one that was never in the list', async () => {
    const call = callOf('GetSaleList', { BeforeDealerSaleId: 9 });
    await expect(listSales({ sales: { newest: async () => undefined } })(call)).rejects.toMatchObject({
      reason: 'InvalidRequest',
    });
  });
});

const readingOf = (found: PlansRead): PlanReading => ({
  find: async (_dealer, id) => {
    const plan = found.plans.find((one) => one.dealerPaymentPlanId === id);
    return plan === undefined ? undefined : { plan, sale, saleCode: sale.saleCode };
  },
  ofPeriod: async () => found,
  ofSale: async () => ({ sale, plans: found.plans }),
  shown: async (plans) => plans.map((plan) => ({ plan, saleCode: sale.saleCode })),
});

const dueOn = (dueDay: string, dealerPaymentPlanId: number, changes: Partial<PaymentPlan> = {}): PaymentPlan =>
  planOf(sale, { dueDay, dealerPaymentPlanId, ...changes });

const termsOf = (amount: number, currency: 'TL' | 'USD') => ({ amount: minor(amount), currency, installmentNumber: 1 });

describe('GetPaymentPlanList (decisions: recurring sales)', () => {
  const plans = [dueOn('20270109', 1), dueOn('20270110', 2), dueOn('20270112', 3), dueOn('20270113', 4)];
  const list = async (value: object) => {
    const deps = { sales: { find: async () => ({ byId: sale }) }, plans: readingOf({ plans }), clock };
    const { data } = await listPaymentPlans(deps)(callOf('GetPaymentPlanList', value));
    return (
      data as { readonly PaymentPlanList: readonly { readonly DealerPaymentPlanId: number }[] }
    ).PaymentPlanList.map((one) => one.DealerPaymentPlanId);
  };
  const ofSale = { DealerSaleId: sale.dealerSaleId };
  const days = { PaymentPlanPaymentDateStart: '20270110', PaymentPlanPaymentDateEnd: '20270112' };

  test('holds the plans of a sale from the first day to the last one, both included, the latest first', async () => {
    expect(await list({ ...ofSale, ...days })).toEqual([3, 2]);
    expect(await list(ofSale)).toEqual([4, 3, 2, 1]);
    expect(await list({})).toEqual([1, 2, 3, 4]);
  });

  test('goes on behind a plan', async () => {
    expect(await list({ ...ofSale, PaymentPlanPaymentDateEnd: '20270112', BeforeDealerPaymentPlanId: 3 })).toEqual([
      2, 1,
    ]);
  });
});

describe('GetPaymentPlanReport (decisions: recurring sales)', () => {
  const report = async (found: PlansRead) => {
    const { data } = await reportPaymentPlans({ plans: readingOf(found), clock })(callOf('GetPaymentPlanReport', {}));
    return data as { readonly ResultMessage: string; readonly PaymentPlanTotalList: readonly unknown[] };
  };

  test('adds plans up by currency and status, also those that it does not list', async () => {
    const paid = endedPlan(sale, { state: 'paid', terms: termsOf(500, 'TL') });
    const many = Array.from({ length: 501 }, (_, index) =>
      dueOn('20270110', 1000 + index, { terms: termsOf(150, 'TL') }),
    );
    const found = await report({ plans: [paid, ...many, dueOn('20270110', 1, { terms: termsOf(99, 'USD') })] });
    expect(found).toMatchObject({ PaymentPlanListCount: 500 });
    expect(found.PaymentPlanTotalList).toHaveLength(3);
    expect(found.PaymentPlanTotalList).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ Currency: 'TL', PlanCount: 1, TotalAmount: 5 }),
        expect.objectContaining({ Currency: 'TL', PlanCount: 501, TotalAmount: 751.5 }),
        expect.objectContaining({ Currency: 'USD', PlanCount: 1, TotalAmount: 0.99 }),
      ]),
    );
  });

  test('says where its sums end, if one call could not add up the whole period', async () => {
    const plans = [dueOn('20270110', 4)];
    expect((await report({ plans })).ResultMessage.trim()).toBe('');
    const { ResultMessage } = await report({ plans, readUntil: { dueDay: '20270110', dealerPaymentPlanId: 4 } });
    expect(ResultMessage).toMatch(
      /BeforeDealerPaymentPlanId 4 for the rest\. PaymentPlanTotalList ends at plan 4 of 20270110/,
    );
  });
});

describe('GetPaymentPlanHistoryList (decisions: recurring sales)', () => {
  const plan = dueOn('20270110', 4);
  const tried = (minute: number, number: number): ListedTry => {
    const atMs = Date.UTC(2027, 0, 10, 9, minute);
    return { atMs, plan, tried: declinedTryOf(plan, { atMs, number, dealerPaymentPlanHistoryId: number }) };
  };
  const all = [tried(3, 4), tried(2, 3), tried(1, 2), tried(0, 1)];
  const asked = { rounds: 0 };
  const tries: PlanTries = {
    ofPlan: async () => all,
    entries: async ({ period }) => {
      asked.rounds += 1;
      const entries = all
        .filter(({ atMs }) => atMs <= period.untilMs)
        .map(({ atMs, tried: { number } }): TryEntry => ({ atMs, dealerSaleId: 1, dealerPaymentPlanId: 4, number }));
      const [first] = entries;
      const next = entries[1];
      return { entries: first === undefined ? [] : [first], ...(next === undefined ? {} : { unreadMs: next.atMs }) };
    },
    read: async (_dealer, entries) => all.filter(({ atMs }) => entries.some((entry) => entry.atMs === atMs)),
  };
  const list = async (value: object) => {
    const deps = { plans: readingOf({ plans: [plan] }), tries, clock };
    const { data } = await listPlanTries(deps)(callOf('GetPaymentPlanHistoryList', value));
    const { PaymentPlanHistoryList: items, ...rest } = data as {
      readonly PaymentPlanHistoryList: readonly { readonly DealerPaymentPlanHistoryId: number }[];
      readonly ResultMessage: string;
    };
    return { ids: items.map((one) => one.DealerPaymentPlanHistoryId), ...rest };
  };

  test('holds the tries of a plan from the first moment to the last one, both included', async () => {
    const period = { HistoryDateStart: '2027-01-10 12:01:00', HistoryDateEnd: '2027-01-10 12:02:00' };
    expect((await list({ DealerPaymentPlanId: 4, ...period })).ids).toEqual([3, 2]);
    expect((await list({ DealerPaymentPlanId: 4 })).ids).toEqual([4, 3, 2, 1]);
  });

  test('of a period ends with what one read finds, and says with which end to ask on', async () => {
    const { ids, ResultMessage } = await list({});
    expect(ids).toEqual([4]);
    expect(ResultMessage).toMatch(/Ask on with HistoryDateEnd 2027-01-10 12:02/);
    expect(asked.rounds).toBe(1);
  });

  test('names the end of its period that is not a moment', async () => {
    const bad = { DealerPaymentPlanId: 4, HistoryDateStart: 'soon' };
    await expect(list(bad)).rejects.toMatchObject({ sentence: expect.stringMatching(/^HistoryDateStart must/) });
  });
});
