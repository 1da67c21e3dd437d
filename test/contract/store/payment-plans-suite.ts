import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { planItem, planPointerItem, planTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoPlanTries } from '../../../shared/adapters/dynamodb/sale/plan-tries.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { PlanPlace } from '../../../shared/domain/sale/plan-list.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { SaleWithPlans } from '../../../shared/ports/payment-plans.ts';
import { saleOf } from '../../support/dealer/records.ts';
import { declinedTryOf, endedPlan, planOf } from '../../support/sale/payment-plans.ts';
import { putRows } from '../../support/store/store.ts';

type World = () => { readonly store: Table };

const DAYS = { from: '20270101', until: '20270201' };
const SECOND_MS = 1000;

const newSale = async (store: Table, changes: Partial<Sale> = {}): Promise<Sale> => {
  const sale = saleOf(`D-${randomUUID().slice(0, 18)}`, { planType: 2, ...changes });
  await putRows(store, saleItems(sale));
  return sale;
};

const readFile = async (store: Table, { dealerCode, dealerSaleId }: Sale): Promise<SaleWithPlans> => {
  const file = await dynamoPlanReading(store).ofSale(dealerCode, dealerSaleId);
  return file ?? expect.unreachable('the sale is not there');
};

const putPlans = (store: Table, plans: readonly PaymentPlan[]) =>
  putRows(store, [...plans.map(planItem), ...plans.map(planPointerItem)]);

/** Ids of all plans of a period, read in pages of at most so many plans. */
const idsInPages = async (store: Table, sale: Sale, { most, shards }: { most: number; shards: number }) => {
  const { dealerCode } = sale;
  const ids: number[] = [];
  let behind: PlanPlace | undefined;
  for (let page = 0; page < 50; page += 1) {
    const until = behind?.dueDay ?? DAYS.until;
    const query = { dealerCode, listingShards: shards, days: { ...DAYS, until }, behind, most };
    const { plans, readUntil } = await dynamoPlanReading(store).ofPeriod(query);
    ids.push(...plans.map(({ dealerPaymentPlanId }) => dealerPaymentPlanId));
    if (readUntil === undefined) return ids;
    behind = readUntil;
  }
  return expect.unreachable('the list does not end');
};

const keepingTests = (world: World): void => {
  test('a plan of a sale as it was read is found by its id with the sale, and by the sale', async () => {
    const { store } = world();
    const sale = await newSale(store);
    const plan = planOf(sale);
    expect(await dynamoPlanKeeping(store).add(plan, await readFile(store, sale))).toBe('added');
    const found = await dynamoPlanReading(store).find(sale.dealerCode, plan.dealerPaymentPlanId);
    expect(found).toEqual({ plan, sale, saleCode: sale.saleCode });
    expect(await readFile(store, sale)).toEqual({ sale, handPlan: plan.dealerPaymentPlanId, plans: [plan] });
    expect(await dynamoPlanReading(store).find(sale.dealerCode, 1)).toBeUndefined();
    expect(await dynamoPlanReading(store).ofSale(sale.dealerCode, 1)).toBeUndefined();
  });

  test('is not added behind another one that nobody had read, nor under an id that is taken', async () => {
    const { store } = world();
    const [keeping, sale] = [dynamoPlanKeeping(store), await newSale(store)];
    const [file, first] = [await readFile(store, sale), planOf(sale)];
    expect(await keeping.add(first, file)).toBe('added');
    expect(await keeping.add(planOf(sale), file)).toBe('sale-changed');
    expect(await keeping.add(first, await readFile(store, sale))).toBe('id-taken');
    expect(await keeping.add(planOf(sale), await readFile(store, sale))).toBe('added');
  });

  test.each<readonly [string, Partial<Sale>]>([
    ['changed', { version: 2 }],
    ['deleted', { deletedAtMs: 5 }],
  ])('is not added to a sale that was %s since it was read', async (_name, changes) => {
    const { store } = world();
    const sale = await newSale(store);
    const file = await readFile(store, sale);
    await putRows(store, saleItems({ ...sale, ...changes }));
    expect(await dynamoPlanKeeping(store).add(planOf(sale), file)).toBe('sale-changed');
    expect((await readFile(store, sale)).plans).toEqual([]);
  });

  test('is not added behind one that came between two reads: a repeat never adds a second plan', async () => {
    const { store } = world();
    const sale = await newSale(store);
    const first = planOf(sale);
    const others: Promise<unknown>[] = [];
    const query: Table['query'] = async (options) => {
      const isOfSale = 'between' in options && options.between?.from === 'SALE';
      const read = isOfSale ? undefined : store.query(options);
      if (read !== undefined) others.push(read);
      if (read !== undefined) return read;
      await new Promise(setImmediate);
      await Promise.all(others);
      expect(await dynamoPlanKeeping(store).add(first, await readFile(store, sale))).toBe('added');
      return store.query(options);
    };
    const between = new Proxy(store, {
      get: (target, name: keyof Table) => (name === 'query' ? query : target[name].bind(target)),
    });
    expect((await readFile(between, sale)).plans).toEqual([first]);
  });

  test('is replaced once as it was read', async () => {
    const { store } = world();
    const [keeping, sale] = [dynamoPlanKeeping(store), await newSale(store)];
    const plan = planOf(sale);
    await putPlans(store, [plan]);
    expect(await keeping.replace({ ...plan, version: 2, state: 'withdrawn' })).toBe(true);
    expect(await keeping.replace({ ...plan, version: 2, dueDay: '20270120' })).toBe(false);
    const found = await dynamoPlanReading(store).find(sale.dealerCode, plan.dealerPaymentPlanId);
    expect(found?.plan).toEqual({ ...plan, version: 2, state: 'withdrawn' });
  });
};

const listTests = (world: World): void => {
  test('plans are listed by their due days, the latest first, each once in pages of any size', async () => {
    const { store } = world();
    const sale = await newSale(store);
    const days = ['20270201', '20270131', '20270115', '20270115', '20270115', '20270101'];
    const plans = days.map((dueDay, index) =>
      // Half of them are of the time before the dealer had a second shard.
      planOf(sale, { dueDay, dealerPaymentPlanId: 900_000 - index, listingShards: (index % 2) + 1 }),
    );
    const outside = ['20270202', '20261231'].map((dueDay) => planOf(sale, { dueDay }));
    await putPlans(store, [...plans, ...outside]);
    for (const most of [1, 2, 5, 6, 500]) {
      expect(await idsInPages(store, sale, { most, shards: 2 })).toEqual(
        plans.map(({ dealerPaymentPlanId }) => dealerPaymentPlanId),
      );
    }
  });

  test('a plan that moves to another day is listed there, and left out of a list that was read meanwhile', async () => {
    const { store } = world();
    const sale = await newSale(store);
    const [moved, other] = [planOf(sale), planOf(sale, { dueDay: '20270114' })];
    await putPlans(store, [moved, other]);
    const reading = dynamoPlanReading({
      get: (key) => store.get(key),
      getMany: (keys) => store.getMany(keys),
      query: (options) => store.query(options),
      list: async (query) => {
        const rows = await store.list(query);
        await dynamoPlanKeeping(store).replace({ ...moved, version: 2, dueDay: '20270120' });
        return rows;
      },
    });
    const query = { dealerCode: sale.dealerCode, listingShards: 1, days: DAYS, most: 500 };
    expect((await reading.ofPeriod(query)).plans).toEqual([other]);
    expect((await dynamoPlanReading(store).ofPeriod(query)).plans.map(({ dueDay }) => dueDay)).toEqual([
      '20270120',
      '20270114',
    ]);
  });

  test('plans are shown with the code of their sale, also of a deleted one, and their latest try', async () => {
    const { store } = world();
    const sale = await newSale(store, { deletedAtMs: 5 });
    const waiting = planOf(sale);
    const failed = endedPlan(sale, { state: 'failed', historyCount: 2 });
    const tries = [1, 2].map((number) => declinedTryOf(failed, { number }));
    await putPlans(store, [waiting, failed]);
    await putRows(store, tries.map(planTryItem));
    const { saleCode } = sale;
    expect(await dynamoPlanReading(store).shown([failed, waiting])).toEqual([
      { plan: failed, saleCode, latest: tries[1] },
      { plan: waiting, saleCode },
    ]);
    const found = await dynamoPlanReading(store).find(sale.dealerCode, failed.dealerPaymentPlanId);
    expect(found).toEqual({ plan: failed, sale, saleCode, latest: tries[1] });
  });

  test('tries are listed by their moments with their plans, and those of one plan alone', async () => {
    const { store } = world();
    const [sale, firstMs] = [await newSale(store), Date.UTC(2027, 0, 31, 20, 59, 58)];
    const plans = [planOf(sale), planOf(sale)];
    const tries = [0, 1, 2, 3].map((index) => {
      const plan = plans[index % 2] ?? expect.unreachable();
      // The last two stand in the next month of Istanbul.
      return {
        plan,
        tried: declinedTryOf(plan, { number: 1 + Math.floor(index / 2), atMs: firstMs + index * SECOND_MS }),
      };
    });
    await putPlans(store, plans);
    await putRows(
      store,
      tries.map(({ tried }) => planTryItem(tried)),
    );
    const { dealerCode } = sale;
    const period = { fromMs: firstMs + SECOND_MS, untilMs: firstMs + 3 * SECOND_MS };
    const reading = dynamoPlanTries(store);
    const { entries, unreadMs } = await reading.entries({ dealerCode, listingShards: 2, period, most: 10 });
    expect(unreadMs).toBeUndefined();
    const listed = tries.map((one) => ({ ...one, atMs: one.tried.atMs }));
    expect(await reading.read(dealerCode, entries)).toEqual(listed.slice(1).toReversed());
    const [first] = plans;
    expect(await reading.ofPlan(first ?? expect.unreachable())).toEqual([listed[2], listed[0]]);
  });
};

/** The contract of PlanReading, PlanTries and PlanKeeping. */
export const paymentPlansSuite = (world: World): void => {
  describe('Payment plans made by hand', () => keepingTests(world));
  describe('Lists of payment plans', () => listTests(world));
};
