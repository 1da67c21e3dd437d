import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readScheduleRow } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { type DayText, dayBefore, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { nextDueDays } from '../../../shared/domain/sale/due-days.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { demand } from '../invariants.ts';
import { plansIn, salesIn } from './plan-invariants.ts';
import type { PlanPast } from './plan-past.ts';

/** The days behind which a new step may fall due first: the one before it, and the day before it was planned. */
const daysBefore = ({ followsDay, createdAtMs }: PaymentPlan): readonly DayText[] => {
  const yesterday = dayBefore(istanbulDayOf(createdAtMs));
  return followsDay === undefined ? [yesterday] : [followsDay, yesterday];
};

const schedulesOf = (sale: Sale, rows: readonly Row[], past: PlanPast) => {
  const isOf = (row: Row): boolean =>
    row.entity === 'schedule' && row.dealerSaleScheduleId === sale.dealerSaleScheduleId;
  return past.schedulesLately(rows.filter(isOf)).map(readScheduleRow);
};

const mayFallOn = (plan: PaymentPlan, sale: Sale, of: { rows: readonly Row[]; past: PlanPast }): boolean => {
  const { beginDate: begin = '', endDate: end } = sale;
  return schedulesOf(sale, of.rows, of.past).some((schedule) =>
    daysBefore(plan).some((after) => nextDueDays(schedule, { begin, end }, after)[0] === plan.dueDay),
  );
};

/**
 * Each step that was planned since this was asked last falls on the first due day behind the one before it, by sale and
 * schedule as they are, or were while it was planned: so a changed schedule holds for each step that is planned behind the
 * change.
 */
export const checkNewSteps = (rows: readonly Row[], past: PlanPast): void => {
  const news = plansIn(rows).filter((plan) => plan.madeBy === 'schedule' && !past.steps.has(plan.dealerPaymentPlanId));
  if (news.length === 0) return;
  const sales = new Map(salesIn(rows).map(({ sale }) => [sale.dealerSaleId, sale]));
  for (const plan of news) {
    past.steps.add(plan.dealerPaymentPlanId);
    const sale = sales.get(plan.dealerSaleId);
    if (sale === undefined) throw new Error('a step of no sale');
    // A change of the sale that came since then may have moved it.
    const { dealerPaymentPlanId: id } = plan;
    const dueDay = past.plannedDays.get(id) ?? plan.dueDay;
    const holds = past.salesLately(sale).some((one) => mayFallOn({ ...plan, dueDay }, one, { rows, past }));
    demand(holds, `step ${id} was planned for ${dueDay}, no day of its schedule`);
  }
};
