import { type DayText, dayBefore, istanbulDayOf } from '../calendar.ts';
import { nextDueDays } from './due-days.ts';
import { type NewPlan, newPlan, type PaymentPlan } from './payment-plan.ts';
import { isScheduled, type Sale, type StepTerms } from './sale.ts';
import type { SaleProblem } from './sale-rules.ts';
import type { Schedule } from './schedule.ts';
import { firstSlotBehind, firstSlotOf } from './slots.ts';

/** What every step of a sale charges now. */
export const termsOf = ({ amount, currency, installmentNumber }: Sale): StepTerms => ({
  amount,
  currency,
  installmentNumber,
});

/** Ids and numbers that a plan takes from outside. */
export type PlanNames = Pick<NewPlan, 'dealerPaymentPlanId' | 'listingShards'>;

/** What plans the next step: the sale, its schedule, and the moment. */
export interface Planning {
  readonly sale: Sale;
  /** The schedule of the sale; absent where it has none. */
  readonly schedule: Schedule | undefined;
  readonly nowMs: number;
}

/** The first due day after a day. Undefined where the schedule has none, or the sale was deleted. */
export const dueDayAfter = ({ sale, schedule }: Planning, after: DayText): DayText | undefined => {
  const { beginDate: begin, endDate: end } = sale;
  if (!isScheduled(sale) || sale.deletedAtMs !== undefined || schedule === undefined || begin === undefined) {
    return undefined;
  }
  return nextDueDays(schedule, { begin, end }, after)[0];
};

/** When a step falls due, the slot that it waits for, and the due day of the step before it. */
export interface PlannedDay {
  readonly dueDay: DayText;
  readonly slotMs: number;
  readonly followsDay?: DayText | undefined;
}

/** The step of a sale on a day of its schedule. */
export const stepOn = (
  { sale, nowMs }: Pick<Planning, 'sale' | 'nowMs'>,
  { dueDay, slotMs, followsDay }: PlannedDay,
  names: PlanNames,
): PaymentPlan => {
  const { dealerCode, dealerSaleId } = sale;
  return newPlan(
    {
      ...names,
      dealerCode,
      dealerSaleId,
      madeBy: 'schedule',
      dueDay,
      followsDay,
      terms: termsOf(sale),
      dealerCustomerTypeId: requestDefinitionOf(sale),
    },
    { slotMs, nowMs },
  );
};

/** The cards that a sale names, in their order. */
export const cardTokensOf = ({
  defaultCard1Token,
  defaultCard2Token,
  defaultCard3Token,
}: Pick<Sale, 'defaultCard1Token' | 'defaultCard2Token' | 'defaultCard3Token'>): readonly string[] =>
  [defaultCard1Token, defaultCard2Token, defaultCard3Token].filter((token) => token !== undefined);

/** The definition of the payment request that a step sends instead of a charge; undefined where the sale names a card. */
export const requestDefinitionOf = (sale: Sale): number | undefined =>
  cardTokensOf(sale).length > 0 ? undefined : sale.dealerCustomerTypeId;

/**
 * The step that a new sale plans first: on the first due day from today on. Days before today are never
 * charged. Undefined where the schedule plans none.
 */
export const firstStepOf = (planning: Planning, names: PlanNames): PaymentPlan | undefined => {
  const dueDay = dueDayAfter(planning, dayBefore(istanbulDayOf(planning.nowMs)));
  return dueDay === undefined
    ? undefined
    : stepOn(planning, { dueDay, slotMs: firstSlotOf(dueDay, planning.nowMs) }, names);
};

/**
 * Why a new sale can never charge: a typing error in a year would make a sale without income, and without a word. A
 * change may still end a sale by an EndDate that has passed.
 */
export const problemOfNewSale = (planning: Planning): SaleProblem | undefined => {
  const { sale, nowMs } = planning;
  const today = istanbulDayOf(nowMs);
  if (sale.endDate !== undefined && sale.endDate < today) {
    return { field: 'EndDate', problem: 'must not be before today' };
  }
  if (!isScheduled(sale) || dueDayAfter(planning, dayBefore(today)) !== undefined) return undefined;
  return { field: 'EndDate', problem: 'must leave a due day of the schedule from today on' };
};

/**
 * The step that follows one that ended. After an outage or a pause its day may have passed: then it is charged in the slot
 * that is under way, or in the next one. Undefined once the last day of the sale has passed, or the sale was deleted.
 */
export const stepAfter = (
  planning: Planning,
  ended: Pick<PaymentPlan, 'dueDay'>,
  names: PlanNames,
): PaymentPlan | undefined => {
  const dueDay = dueDayAfter(planning, ended.dueDay);
  return dueDay === undefined
    ? undefined
    : stepOn(planning, { dueDay, slotMs: firstSlotBehind(dueDay, planning.nowMs), followsDay: ended.dueDay }, names);
};
