import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { atVersion } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { dynamoSaleBook } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { SaleFile } from '../../../shared/domain/sale/changed-step.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { stepAfter } from '../../../shared/domain/sale/planning.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { SaleSchedule } from '../../../shared/domain/sale/schedule-rules.ts';
import { refuseSale } from '../../../shared/http/sale-members.ts';
import { newSaleChange, saleChange } from '../../../shared/payment-flow/change-sale.ts';
import type { SaleChange } from '../../../shared/ports/sales.ts';
import { customerOf, saleOf } from '../dealer/records.ts';

// Sales at the store, with what they use, and what the engine does to their steps.

/** 15 January 2026, 10:00 in Istanbul: before the first slot of the day. */
export const MORNING = Date.UTC(2026, 0, 15, 7);

export const newSaleId = (): number => randomInt(100_000, 2_000_000_000);

/** A customer and a monthly schedule of a new dealer, as they are stored. */
export const newSaleScene = async (store: Table) => {
  const dealerCode = `T${randomBytes(6).toString('hex')}`;
  const customer: Customer = { ...customerOf(dealerCode), createdAtMs: MORNING };
  const moment = { changeId: randomUUID(), nowMs: MORNING, listingShards: 1 };
  await dynamoCustomerBook(store).add(customer, { moment });
  const schedule: SaleSchedule = {
    dealerCode,
    dealerSaleScheduleId: newSaleId(),
    version: 1,
    scheduleName: 'On the 15th',
    period: 'month',
    every: 1,
    daysOfWeek: [],
    daysOfMonth: [15],
    createdAtMs: MORNING,
  };
  await dynamoSaleSchedules(store).add(schedule);
  const newSale = (changes: Partial<Sale> = {}): Sale => {
    const { dealerProductId: _id, productCode: _code, endDate: _end, ...sale } = saleOf(dealerCode);
    const { customerCode, dealerCustomerId } = customer;
    const uses = { customerCode, dealerCustomerId, dealerSaleScheduleId: schedule.dealerSaleScheduleId };
    return { ...sale, ...uses, beginDate: '20260101', dealerSaleId: newSaleId(), createdAtMs: MORNING, ...changes };
  };
  return { dealerCode, customer, schedule, newSale };
};

/** The engine takes a step in a slot. False: the step has changed since it was read. */
export const takeStep = async (store: Table, step: PaymentPlan): Promise<boolean> => {
  const taken = { place: 1, token: randomUUID(), attempt: 1, slotMs: step.dueAtMs ?? 0 } as const;
  const put = planItem({ ...step, version: step.version + 1, state: 'charging', taken });
  return (await store.transact([{ put, onlyIf: atVersion(step.version) }])).applied;
};

/** The engine lets a step wait for its next slot. */
export const letStepWait = async (store: Table, { taken: _taken, ...step }: PaymentPlan): Promise<boolean> => {
  const progress = { ...step.progress, tries: step.progress.tries + 1 };
  const put = planItem({ ...step, version: step.version + 1, state: 'planned', progress });
  return (await store.transact([{ put, onlyIf: atVersion(step.version) }])).applied;
};

/**
 * The engine ends a step as paid and plans the next one in the same transaction, as long as the sale is as it was read. The
 * step of a deleted sale ends alone.
 */
export const endStep = async (
  store: Table,
  { sale, step, schedule }: { readonly sale: Sale; readonly step: PaymentPlan; readonly schedule: SaleSchedule },
  nowMs: number,
): Promise<boolean> => {
  const { dueAtMs: _due, taken: _taken, ...ended } = step;
  const paid: PaymentPlan = { ...ended, version: step.version + 1, state: 'paid', endedAtMs: nowMs };
  const next = stepAfter({ sale, schedule, nowMs }, step, { dealerPaymentPlanId: newSaleId(), listingShards: 1 });
  const plannedStep = sale.deletedAtMs === undefined ? { plannedStep: step.dealerPaymentPlanId } : {};
  const conclusion = next === undefined || sale.deletedAtMs !== undefined ? { plan: paid } : { plan: paid, next };
  return (await dynamoPlanEngine(store).conclude(conclusion, { sale, ...plannedStep })) === 'concluded';
};

/** A file that must be there. */
export const opened = (file: SaleFile | undefined): SaleFile & { readonly step: PaymentPlan } => {
  if (file?.step === undefined) throw new Error('the sale has no step');
  return { ...file, step: file.step };
};

const parts = { identifiers: { next: async () => newSaleId() }, nowMs: MORNING, listingShards: 1 };

/** The book of sales of a new dealer, with what adds and changes sales as AddSale and UpdateSale do. */
export const newBookScene = async (store: Table) => {
  const scene = await newSaleScene(store);
  const book = dynamoSaleBook(store);
  const { dealerCode, customer, schedule } = scene;
  const checked = { customer, schedule, details: scene.newSale() };
  const planned = (sale: Sale) => newSaleChange({ sale, checked }, { ...parts, refuse: refuseSale });
  /** A sale that was added, with its first step on 15 January. */
  const added = async (changes: Partial<Sale> = {}): Promise<SaleFile & { readonly step: PaymentPlan }> => {
    const { customer: _used, ...change } = await planned(scene.newSale(changes));
    expect(await book.add(change)).toBe('added');
    return opened(await book.open(dealerCode, change.sale.dealerSaleId));
  };
  const changeOf = (before: SaleFile, changes: Partial<Sale>): Promise<SaleChange> => {
    const sale = { ...before.sale, ...changes, version: before.sale.version + 1 };
    return saleChange({ sale, checked }, before, parts);
  };
  const reopened = async ({ sale }: SaleFile) => opened(await book.open(dealerCode, sale.dealerSaleId));
  return { ...scene, book, planned, added, changeOf, reopened };
};

/** The name of the step that a sale has planned. */
export const planName = ({ step }: SaleFile & { readonly step: PaymentPlan }) => ({
  dealerSaleId: step.dealerSaleId,
  dealerPaymentPlanId: step.dealerPaymentPlanId,
});
