import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { planItem, readPlanItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleItems, saleWrites } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { SaleFile } from '../../../shared/domain/sale/changed-step.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { saleDeletion } from '../../../shared/payment-flow/change-sale.ts';
import {
  endStep,
  letStepWait,
  MORNING,
  newBookScene,
  newSaleId,
  opened,
  planName,
  takeStep,
} from '../../support/sale/sale-files.ts';

/** Tests of changed sales. */
export const changeTests = (storeOf: () => Table): void => {
  test('of two changes of one sale that were read before either was written, the second is refused', async () => {
    const { book, added, changeOf, reopened } = await newBookScene(storeOf());
    const before = await added();
    const [one, other] = [await changeOf(before, { howManyTrial: 5 }), await changeOf(before, { howManyTrial: 6 })];
    expect(await book.replace(before, one)).toBe(true);
    expect(await book.replace(before, other)).toBe(false);
    const after = await reopened(before);
    expect(after.sale).toMatchObject({ howManyTrial: 5, version: 2 });
    expect(after.step).toMatchObject({ version: 2, ...planName(before) });
  });

  test('a change beside the engine that takes the step, lets it wait or plans the next one is refused', async () => {
    const store = storeOf();
    const { book, added, changeOf, reopened, schedule } = await newBookScene(store);
    const moves = [
      (file: SaleFile & { readonly step: PaymentPlan }) => takeStep(store, file.step),
      (file: SaleFile & { readonly step: PaymentPlan }) => letStepWait(store, file.step),
      (file: SaleFile & { readonly step: PaymentPlan }) => endStep(store, { ...file, schedule }, MORNING),
    ];
    for (const move of moves) {
      const before = await added();
      const change = await changeOf(before, { beginDate: '20260116' });
      expect(await move(before)).toBe(true);
      expect(await book.replace(before, change)).toBe(false);
      expect(await book.replace(before, saleDeletion(before, MORNING))).toBe(false);
      const after = await reopened(before);
      expect(after.sale).toEqual(before.sale);
      expect(await book.replace(after, await changeOf(after, { howManyTrial: 9 }))).toBe(true);
    }
  });

  test('the engine that ends a step beside a change or a deletion of its sale is refused', async () => {
    const store = storeOf();
    const { book, added, changeOf, schedule } = await newBookScene(store);
    const changes = [
      (before: SaleFile) => changeOf(before, { howManyTrial: 5 }),
      async (before: SaleFile) => saleDeletion(before, MORNING),
    ];
    for (const change of changes) {
      const planned = await added();
      await takeStep(store, planned.step);
      const before = opened(await book.open(planned.sale.dealerCode, planned.sale.dealerSaleId));
      expect(await book.replace(before, await change(before))).toBe(true);
      expect(await endStep(store, { ...before, schedule }, MORNING)).toBe(false);
    }
  });

  test('a change beside the end of the last step is refused, so that a sale that is prolonged then goes on', async () => {
    const store = storeOf();
    const { book, added, changeOf, reopened } = await newBookScene(store);
    const planned = await added({ endDate: '20260131' });
    await takeStep(store, planned.step);
    const before = await reopened(planned);
    const prolonged = await changeOf(before, { endDate: '20261231' });
    const { dueAtMs: _due, taken: _taken, ...step } = before.step;
    const plan: PaymentPlan = { ...step, version: step.version + 1, state: 'paid', endedAtMs: MORNING };
    expect(await dynamoPlanEngine(store).conclude({ plan }, before)).toBe('concluded');
    expect(await book.replace(before, prolonged)).toBe(false);
    const after = await book.open(before.sale.dealerCode, before.sale.dealerSaleId);
    if (after === undefined) throw new Error('no sale');
    expect(after).toEqual({ sale: before.sale, plannedThrough: '20260115' });
    expect(await book.replace(after, await changeOf(after, { endDate: '20261231' }))).toBe(true);
    expect((await reopened(after)).step).toMatchObject({ state: 'planned', dueDay: '20260215' });
  });

  test('a step that is being charged keeps its terms; one that nobody began has those of the changed sale', async () => {
    const store = storeOf();
    const { book, added, changeOf, reopened } = await newBookScene(store);
    const [begun, untouched] = [await added(), await added()];
    await takeStep(store, begun.step);
    for (const [file, installmentNumber] of [
      [await reopened(begun), 1],
      [untouched, 6],
    ] as const) {
      expect(await book.replace(file, await changeOf(file, { installmentNumber: 6 }))).toBe(true);
      expect((await reopened(file)).step.terms.installmentNumber).toBe(installmentNumber);
    }
  });

  test('a schedule that is changed for another one counts its sales; a sale of before those counts can be changed too', async () => {
    const store = storeOf();
    const { book, dealerCode, added, changeOf, schedule, newSale } = await newBookScene(store);
    const schedules = dynamoSaleSchedules(store);
    const other = { ...schedule, dealerSaleScheduleId: newSaleId() };
    await schedules.add(other);
    const { dealerSaleScheduleId } = other;
    const counted = await added();
    const old = newSale({ saleCode: randomUUID() });
    await store.transact(saleItems(old).map((put) => ({ put })));
    for (const before of [counted, { sale: old }]) {
      expect(await book.replace(before, await changeOf(before, { dealerSaleScheduleId }))).toBe(true);
    }
    expect(await schedules.remove(dealerCode, schedule.dealerSaleScheduleId)).toBe('removed');
    expect(await schedules.remove(dealerCode, dealerSaleScheduleId)).toHaveProperty('usedBy');
  });

  test('the largest change of a sale and the two rows of its audit entry fit into one transaction (rule 11)', async () => {
    const { added, changeOf, customer } = await newBookScene(storeOf());
    const before = await added();
    const uses = { dealerCustomerId: 1, customerCode: 'other', dealerSaleScheduleId: 2, dealerProductId: 3 };
    const change = await changeOf({ ...before, sale: { ...before.sale, dealerProductId: 4 } }, uses);
    const writes = saleWrites(before, { ...change, customer, planned: { ...before.step, ...planName(before) } });
    expect(writes.length).toBeLessThanOrEqual(18);
  });
};

/** Tests of deleted sales. */
export const deletionTests = (storeOf: () => Table): void => {
  test('a deleted sale is not found; its code, customer, schedule and product are free; its step is withdrawn and stays', async () => {
    const store = storeOf();
    const { book, dealerCode, added, customer, schedule, newSale, planned } = await newBookScene(store);
    const product = {
      dealerCode,
      dealerProductId: newSaleId(),
      productCode: 'GYM',
      productName: 'Gym',
      createdAtMs: 0,
    };
    await dynamoProducts(store).add(product);
    const { dealerProductId, productCode } = product;
    const before = await added({ dealerProductId, productCode });
    const { dealerSaleId, saleCode } = before.sale;
    expect(await book.replace(before, saleDeletion(before, MORNING))).toBe(true);
    expect(await book.find(dealerCode, { dealerSaleId, saleCode })).toEqual({});
    expect(await book.open(dealerCode, dealerSaleId)).toBeUndefined();
    expect(await dynamoCustomerBook(store).open(dealerCode, customer)).toMatchObject({ hasSales: false });
    expect(await dynamoProducts(store).remove(product)).toBe('removed');
    const step = await store.get(planKeys.plan({ dealerCode, ...planName(before) }));
    expect(readPlanItem(step)).toMatchObject({ state: 'withdrawn', endedAtMs: MORNING });
    expect(step).not.toHaveProperty('duePk');
    expect(await store.get(keys.saleById(dealerCode, dealerSaleId))).toMatchObject({ deletedAtMs: MORNING });
    const { customer: _used, ...again } = await planned(newSale({ saleCode }));
    expect(await book.add(again)).toBe('added');
    expect(await book.find(dealerCode, { saleCode })).toEqual({ byCode: again.sale });
    expect(await dynamoSaleSchedules(store).remove(dealerCode, schedule.dealerSaleScheduleId)).toEqual({
      usedBy: again.sale.dealerSaleId,
    });
  });

  test('a sale whose product alone counts it frees the product when it is deleted', async () => {
    const store = storeOf();
    const { book, dealerCode, added, schedule } = await newBookScene(store);
    const product = { dealerCode, dealerProductId: newSaleId(), productCode: 'P', productName: 'P', createdAtMs: 0 };
    await dynamoProducts(store).add(product);
    const { dealerProductId, productCode } = product;
    const before = await added({ dealerProductId, productCode });
    const marker = keys.saleOfSchedule(dealerCode, schedule.dealerSaleScheduleId, before.sale.dealerSaleId);
    await store.transact([{ remove: marker }]);
    expect(await book.replace(before, saleDeletion(before, MORNING))).toBe(true);
    expect(await dynamoProducts(store).remove(product)).toBe('removed');
  });

  test('a step that is being charged is left to end; one that waits for its next slot is withdrawn', async () => {
    const store = storeOf();
    const { book, dealerCode, added, reopened } = await newBookScene(store);
    const moves: readonly (readonly [(step: PaymentPlan) => Promise<boolean>, string])[] = [
      [(step) => takeStep(store, step), 'charging'],
      [(step) => letStepWait(store, step), 'withdrawn'],
    ];
    for (const [move, state] of moves) {
      const planned = await added();
      await move(planned.step);
      const before = await reopened(planned);
      expect(await book.replace(before, saleDeletion(before, MORNING))).toBe(true);
      const { dealerSaleId } = before.sale;
      const row = await store.get(planKeys.plan({ dealerCode, ...planName(before) }));
      expect(readPlanItem(row)).toMatchObject({ state, dealerSaleId });
    }
  });

  test('a step whose payment request was sent is due with the deletion, and its engine’s older look is refused', async () => {
    const store = storeOf();
    const { book, dealerCode, added, reopened } = await newBookScene(store);
    const planned = await added();
    const hourLaterMs = MORNING + 3_600_000;
    const requested = {
      ...planned.step,
      version: 2,
      state: 'requested',
      userPosPaymentId: 9,
      dueAtMs: hourLaterMs,
    } as const;
    await store.transact([{ put: planItem(requested) }]);
    const before = await reopened(planned);
    expect(await book.replace(before, saleDeletion(before, MORNING))).toBe(true);
    const name = { dealerCode, ...planName(before) };
    const row = await store.get(planKeys.plan(name));
    expect(readPlanItem(row)).toEqual({ ...requested, version: 3, dueAtMs: MORNING });
    const engine = dynamoPlanEngine(store);
    const pages = Array.from({ length: engine.shards }, (_, shard) =>
      engine.due(shard, { nowMs: MORNING, limit: 250 }),
    );
    const due = (await Promise.all(pages)).flat().filter((one) => one.dealerSaleId === name.dealerSaleId);
    expect(due).toMatchObject([name]);
    const waiting = { plan: { ...requested, version: 3 } };
    expect(await engine.conclude(waiting, before)).toBe('plan-changed');
  });
};
