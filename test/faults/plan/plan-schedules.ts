import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readScheduleRow } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { type DayText, dayBefore, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { nextDueDays } from '../../../shared/domain/sale/due-days.ts';
import { isFinalPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { OpenSale } from '../../../shared/domain/sale/sale.ts';
import { demand } from '../invariants.ts';
import { idOf } from '../payments-in.ts';
import { plansIn, salesIn, stuckPlansIn } from './plan-invariants.ts';
import type { PlanScene } from './plan-scene.ts';

const MOST_DAYS = 1000;

/** All due days of a sale from the day on which it was added. */
const dueDaysOf = ({ sale }: OpenSale, rows: readonly Row[]): readonly DayText[] => {
  const { dealerCode, dealerSaleScheduleId, beginDate: begin = '', endDate: end, createdAtMs = 0 } = sale;
  const id = idOf(keys.schedule(dealerCode, dealerSaleScheduleId));
  const row = rows.find((one) => idOf(one) === id);
  if (row === undefined) throw new Error('a sale of no schedule');
  return nextDueDays(readScheduleRow(row), { begin, end }, dayBefore(istanbulDayOf(createdAtMs)), MOST_DAYS);
};

interface DaysOf {
  readonly rows: readonly Row[];
  /** The sale got other days. */
  readonly moved: boolean;
  /** The sale was deleted, or its last step waits for an operator: it has the first days alone. */
  readonly ended: boolean;
}

const checkDays = (open: OpenSale, steps: readonly PaymentPlan[], of: DaysOf) => {
  const days = steps.map(({ dueDay }) => dueDay);
  const named = `sale ${open.sale.dealerSaleId}`;
  demand(new Set(days).size === days.length, `${named} has two steps for one day: ${days.join()}`);
  demand(days.join() === days.toSorted().join(), `${named} has a later day before an earlier one: ${days.join()}`);
  if (of.moved) return;
  const due = dueDaysOf(open, of.rows);
  const expected = of.ended ? due.slice(0, days.length) : due;
  demand(days.join() === expected.join(), `${named} is due on ${expected.join()} and has steps of ${days.join()}`);
};

/**
 * Every day on which a sale fell due has one plan of its schedule, in their order: one began only after the one before it
 * had ended.
 */
export const checkSchedules = (
  rows: readonly Row[],
  { moved, movedSchedules }: PlanScene,
  { begunAtMs, endedAtMs }: Record<'begunAtMs' | 'endedAtMs', (plan: PaymentPlan) => number>,
): void => {
  const bySale = Map.groupBy(plansIn(rows), ({ dealerSaleId }) => dealerSaleId);
  const stuck = stuckPlansIn(rows);
  for (const open of salesIn(rows)) {
    const { dealerSaleId } = open.sale;
    const wasMoved = moved.has(dealerSaleId) || movedSchedules.has(open.sale.dealerSaleScheduleId);
    const ofSchedule = (bySale.get(dealerSaleId) ?? []).filter(({ madeBy }) => madeBy === 'schedule');
    // The change of a sale withdraws a step and may plan the same day again.
    const steps = ofSchedule
      .filter(({ state }) => !wasMoved || state !== 'withdrawn')
      .toSorted((one, other) => one.createdAtMs - other.createdAtMs);
    const ended = open.sale.deletedAtMs !== undefined || steps.some((step) => stuck.has(step.dealerPaymentPlanId));
    checkDays(open, steps, { rows, moved: wasMoved, ended });
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1];
      if (before === undefined) continue;
      const isBehind = isFinalPlan(before) && begunAtMs(step) >= endedAtMs(before);
      demand(isBehind, `step ${step.dealerPaymentPlanId} began before the one before it had ended`);
    }
  }
};
