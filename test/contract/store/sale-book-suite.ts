import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { planItem, planTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { dynamoSaleReferences } from '../../../shared/adapters/dynamodb/sale/sale-references.ts';
import type { SaleFile } from '../../../shared/domain/sale/changed-step.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { saleDeletion } from '../../../shared/payment-flow/change-sale.ts';
import type { SaleChange } from '../../../shared/ports/sales.ts';
import { MORNING, newBookScene, newSaleId, newSaleScene, planName } from '../../support/sale/sale-files.ts';
import { changeTests, deletionTests } from './sale-change-suite.ts';

const DAY_MS = 86_400_000;

/** A table to which somebody writes after every other read of the same moment, and before a customer's rows are read. */
const writtenBeforeRows = (store: Table, write: () => Promise<void>): Table => {
  const others: Promise<unknown>[] = [];
  return new Proxy(store, {
    get: (target, name: keyof Table) => {
      if (name === 'query') {
        return (...asked: Parameters<Table['query']>) => {
          const found = target.query(...asked);
          others.push(found);
          return found;
        };
      }
      if (name !== 'get') return target[name].bind(target);
      return async (...asked: Parameters<Table['get']>) => {
        await new Promise(setImmediate);
        await Promise.all(others);
        await write();
        return target.get(...asked);
      };
    },
  });
};

const additionTests = (storeOf: () => Table): void => {
  test('a new sale is found by either identifier, listed, and opened with its first step', async () => {
    const store = storeOf();
    const { book, dealerCode, newSale, planned, customer } = await newBookScene(store);
    const change = await planned(newSale());
    const { sale, planned: step } = change;
    expect(await book.add(change)).toBe('added');
    const { dealerSaleId, saleCode } = sale;
    expect(await book.find(dealerCode, { dealerSaleId, saleCode })).toEqual({ byId: sale, byCode: sale });
    const { dealerPaymentPlanId = 0 } = step ?? {};
    expect(step).toMatchObject({ dueDay: '20260115', state: 'planned', madeBy: 'schedule' });
    expect(await book.open(dealerCode, dealerSaleId)).toEqual({ sale, step, plannedStep: dealerPaymentPlanId });
    expect(await book.newest(dealerCode, 10)).toEqual({ sales: [sale] });
    expect(await store.get(planKeys.pointer(dealerCode, dealerPaymentPlanId))).toMatchObject({ dealerSaleId });
    const file = await dynamoCustomerBook(store).open(dealerCode, customer);
    expect(file).toMatchObject({ hasSales: true, byId: { version: customer.version + 1 } });
  });

  test('a customer whom a sale begins to use between two reads is not removed', async () => {
    const store = storeOf();
    const { book, dealerCode, newSale, planned, customer } = await newBookScene(store);
    const change = await planned(newSale());
    const between = writtenBeforeRows(store, async () => expect(await book.add(change)).toBe('added'));
    const { byId = customer } = await dynamoCustomerBook(between).open(dealerCode, {
      dealerCustomerId: customer.dealerCustomerId,
    });
    expect(byId.version).toBe(customer.version + 1);
    const moment = { changeId: randomUUID(), nowMs: MORNING, listingShards: 1 };
    const customers = dynamoCustomerBook(store);
    expect(await customers.remove(byId, moment)).toBe(false);
    expect(await customers.open(dealerCode, customer)).toMatchObject({ byId, hasSales: true });
  });

  test('a code that is taken, an id that is taken, and a customer, schedule or product that changed: nothing is written', async () => {
    const store = storeOf();
    const { book, dealerCode, newSale, planned, added } = await newBookScene(store);
    const first = await added();
    const { customer: _used, ...good } = await planned(newSale());
    const { planned: step } = good;
    const { saleCode, dealerSaleId } = first.sale;
    const stepOfFirst = step === undefined ? {} : { planned: { ...step, ...planName(first) }, plannedStep: 1 };
    const bad = (changes: Partial<Sale>): SaleChange => ({ ...good, sale: { ...good.sale, ...changes } });
    const { customer: old } = await planned(newSale());
    const outcomes: readonly (readonly [SaleChange, string])[] = [
      [bad({ saleCode }), 'code-taken'],
      [bad({ dealerSaleId }), 'id-taken'],
      [{ ...good, ...stepOfFirst }, 'id-taken'],
      [bad({ dealerSaleScheduleId: 9 }), 'changed'],
      [bad({ dealerProductId: 9, productCode: 'none' }), 'changed'],
      [{ ...good, ...(old === undefined ? {} : { customer: { ...old, version: 7 } }) }, 'changed'],
    ];
    for (const [change, outcome] of outcomes) expect(await book.add(change)).toBe(outcome);
    expect(await book.open(dealerCode, good.sale.dealerSaleId)).toBeUndefined();
    expect(await book.newest(dealerCode, 10)).toEqual({ sales: [first.sale] });
    expect(await book.add(good)).toBe('added');
  });

  test('the newest sales come first, without deleted ones', async () => {
    const { book, dealerCode, added } = await newBookScene(storeOf());
    const files: SaleFile[] = [];
    for (const day of [0, 2, 1, 3]) files.push(await added({ createdAtMs: MORNING + day * DAY_MS }));
    const [oldest, third, second, newest] = files;
    const page = await book.newest(dealerCode, 2);
    expect(page).toEqual({ sales: [newest?.sale, third?.sale], goesOnBehind: third?.sale.dealerSaleId });
    if (third === undefined) throw new Error('no sale');
    expect(await book.replace(third, saleDeletion(third, MORNING))).toBe(true);
    expect(await book.newest(dealerCode, 3)).toEqual({ sales: [newest?.sale, second?.sale, oldest?.sale] });
    // The list goes on behind a sale that was deleted since, and behind none that never was.
    expect(await book.newest(dealerCode, 2, page?.goesOnBehind)).toEqual({ sales: [second?.sale, oldest?.sale] });
    expect(await book.newest(dealerCode, 2, 1)).toBeUndefined();
  });

  test('the latest plans and tries of a sale are read newest first, however long their ids are', async () => {
    const store = storeOf();
    const { book, dealerCode, added } = await newBookScene(store);
    const { sale, step } = await added();
    const ids = [99_999, 100_001, 1_000_000];
    const plans = ids.map((dealerPaymentPlanId) => ({ ...step, dealerPaymentPlanId }));
    const { listingShards, terms, dealerSaleId } = step;
    const tries = plans.flatMap(({ dealerPaymentPlanId }) =>
      [1, 2].map((number) => ({
        dealerCode,
        dealerSaleId,
        dealerPaymentPlanId,
        number,
        listingShards,
        terms,
        dealerPaymentPlanHistoryId: newSaleId(),
        atMs: MORNING,
        result: { kind: 'paid' } as const,
      })),
    );
    await store.transact([...plans.map(planItem), ...tries.map(planTryItem)].map((put) => ({ put })));
    const found = await book.history(dealerCode, sale.dealerSaleId, 2);
    const latest = [step.dealerPaymentPlanId, ...ids].toSorted((one, other) => other - one).slice(0, 2);
    expect(found?.file.sale).toEqual(sale);
    expect(found?.plans.map((plan) => plan.dealerPaymentPlanId)).toEqual(latest);
    expect(found?.tries.map(({ dealerPaymentPlanId, number }) => [dealerPaymentPlanId, number])).toEqual([
      [1_000_000, 2],
      [1_000_000, 1],
    ]);
    expect(await book.history(dealerCode, newSaleId(), 2)).toBeUndefined();
  });
};

const referenceTests = (storeOf: () => Table): void => {
  test('what a sale names is read by either identifier, and nothing of another dealer is (rule 37)', async () => {
    const store = storeOf();
    const { dealerCode, customer, schedule } = await newSaleScene(store);
    const { customerCode, dealerCustomerId } = customer;
    const { dealerSaleScheduleId } = schedule;
    const references = dynamoSaleReferences(store);
    const names = { customerCode, dealerCustomerId, dealerSaleScheduleId, cardTokens: [randomUUID()] };
    const found = { customers: { byId: customer, byCode: customer }, schedule, products: {}, cards: [] };
    expect(await references.load(dealerCode, names)).toEqual(found);
    const [byId] = [await references.load(dealerCode, { dealerCustomerId, dealerSaleScheduleId: 0, cardTokens: [] })];
    expect(byId).toEqual({ customers: { byId: customer }, products: {}, cards: [] });
    expect(await references.load('another', names)).toEqual({ customers: {}, products: {}, cards: [] });
  });
};

/** The contract of the book of sales, on a table. */
export const saleBookSuite = (storeOf: () => Table): void => {
  describe('new sales', () => additionTests(storeOf));
  describe('changed sales', () => changeTests(storeOf));
  describe('deleted sales', () => deletionTests(storeOf));
  describe('what sales name', () => referenceTests(storeOf));
};
