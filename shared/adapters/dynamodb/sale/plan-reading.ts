import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { PaymentPlan, PlanTry } from '../../../domain/sale/payment-plan.ts';
import type { PlanReading, PlanView, SaleWithPlans } from '../../../ports/payment-plans.ts';
import { optionalId, parseRow } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { type Key, keys, salePartition } from '../keys.ts';
import { readRange } from './partition-range.ts';
import { readPlanItem, readPlanPointer, readPlanTryItem } from './payment-plan-item.ts';
import { PLAN_PREFIX, type PlanName, planKeys, planTryPrefix } from './plan-keys.ts';
import { readPlansOfPeriod } from './plan-listing.ts';
import { rowsOfKeys } from './rows-of-keys.ts';
import { readOpenSale, readSaleRow } from './sales.ts';

/** Most plans of a sale that are read: those of ten years and more of a daily schedule. */
const MOST_PLANS_OF_SALE = 5000;
const SALE = 'SALE';

const handPlanRow = z.object({ handPlan: optionalId });

const isSale = ({ sk }: Row): boolean => sk === SALE;
const isPlan = ({ sk }: Row): boolean => String(sk).startsWith(PLAN_PREFIX);

const latestTry = async (table: Pick<Table, 'query'>, plan: PlanName): Promise<PlanTry | undefined> => {
  const pk = salePartition(plan.dealerCode, plan.dealerSaleId);
  const skPrefix = planTryPrefix(plan.dealerPaymentPlanId);
  const [row] = await table.query({ pk, skPrefix, limit: 1, newestFirst: true });
  return row === undefined ? undefined : readPlanTryItem(row);
};

const findPlan = async (
  table: Pick<Table, 'get' | 'getMany' | 'query'>,
  dealerCode: string,
  dealerPaymentPlanId: number,
): ReturnType<PlanReading['find']> => {
  const pointer = await table.get(planKeys.pointer(dealerCode, dealerPaymentPlanId));
  if (pointer === undefined) return undefined;
  const name = { dealerCode, dealerSaleId: readPlanPointer(pointer), dealerPaymentPlanId };
  const [rows, latest] = await Promise.all([
    table.getMany([planKeys.plan(name), keys.saleById(dealerCode, name.dealerSaleId)]),
    latestTry(table, name),
  ]);
  const sale = readSaleRow(rows.find(isSale));
  const plan = readPlanItem(rows.find(isPlan));
  return { plan, sale, saleCode: sale.saleCode, ...(latest === undefined ? {} : { latest }) };
};

/**
 * The row of the sale is read first. A plan that is added behind it changes the sale, so that no other one is added to the
 * sale as it was read here; one that was added before it is among the plans. Were the plans read beside it, the repeat of a
 * call could miss the plan that the first one adds, and add a second.
 */
const readSaleWithPlans = async (
  table: Pick<Table, 'query'>,
  dealerCode: string,
  dealerSaleId: number,
): Promise<SaleWithPlans | undefined> => {
  const pk = salePartition(dealerCode, dealerSaleId);
  const most = MOST_PLANS_OF_SALE;
  const [row] = await table.query({ pk, between: { from: SALE, until: SALE }, limit: 1 });
  if (row === undefined) return undefined;
  const plans = await readRange(table, { pk, from: PLAN_PREFIX, until: `${PLAN_PREFIX}~`, most });
  const { handPlan } = parseRow('sale', handPlanRow, row);
  return { ...readOpenSale(row), ...omitUndefined({ handPlan }), plans: plans.map(readPlanItem) };
};

const tryKeyOf = (plan: PaymentPlan): readonly Key[] =>
  plan.historyCount === 0 ? [] : [planKeys.try({ ...plan, number: plan.historyCount })];

const readShown = async (
  table: Pick<Table, 'getMany'>,
  plans: readonly PaymentPlan[],
): Promise<readonly PlanView[]> => {
  const saleKey = ({ dealerCode, dealerSaleId }: PaymentPlan): Key => keys.saleById(dealerCode, dealerSaleId);
  const rowOf = await rowsOfKeys(
    table,
    plans.flatMap((plan) => [saleKey(plan), ...tryKeyOf(plan)]),
  );
  return plans.map((plan) => {
    const { saleCode } = readSaleRow(rowOf(saleKey(plan)));
    const [latest] = tryKeyOf(plan).flatMap((key) => rowOf(key) ?? []);
    return { plan, saleCode, ...(latest === undefined ? {} : { latest: readPlanTryItem(latest) }) };
  });
};

export const dynamoPlanReading = (table: Pick<Table, 'get' | 'getMany' | 'query' | 'list'>): PlanReading => ({
  find: (dealerCode, dealerPaymentPlanId) => findPlan(table, dealerCode, dealerPaymentPlanId),
  ofPeriod: (query) => readPlansOfPeriod(table, query),
  ofSale: (dealerCode, dealerSaleId) => readSaleWithPlans(table, dealerCode, dealerSaleId),
  shown: (plans) => readShown(table, plans),
});
