import { type DayText, dayBefore, istanbulDayOf } from '../calendar.ts';
import { nextDueDays } from './due-days.ts';
import { type NewPlan, newPlan, type PaymentPlan } from './payment-plan.ts';
import { isScheduled, type Sale, type StepTerms } from './sale.ts';
import type { Schedule } from './schedule.ts';
import { firstSlotBehind, firstSlotOf } from './slots.ts';

/** What every step of a sale charges now. */
export const termsOf = ({ amount, currency, installmentNumber }: Sale): StepTerms => ({
  amount,
  currency,
  installmentNumber,
});

/** Ids and numbers that a plan takes from outside. */
type PlanNames = Pick<NewPlan, 'dealerPaymentPlanId' | 'listingShards'>;

/** What plans the next step: the sale, its schedule, and the moment. */
interface Planning {
  readonly sale: Sale;
  /** The schedule of the sale; absent where it has none. */
  readonly schedule: Schedule | undefined;
  readonly nowMs: number;
}

const dueDayAfter = ({ sale, schedule }: Planning, after: DayText): DayText | undefined => {
  const { beginDate: begin, endDate: end } = sale;
  if (!isScheduled(sale) || sale.deletedAtMs !== undefined || schedule === undefined || begin === undefined) {
    return undefined;
  }
  return nextDueDays(schedule, { begin, end }, after)[0];
};

const planFor = (
  { sale, nowMs }: Planning,
  { dueDay, slotMs }: { readonly dueDay: DayText; readonly slotMs: number },
  names: PlanNames,
): PaymentPlan => {
  const { dealerCode, dealerSaleId, dealerCustomerTypeId } = sale;
  const hasCard = cardTokensOf(sale).length > 0;
  return newPlan(
    {
      ...names,
      dealerCode,
      dealerSaleId,
      madeBy: 'schedule',
      dueDay,
      terms: termsOf(sale),
      dealerCustomerTypeId: hasCard ? undefined : dealerCustomerTypeId,
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

/**
 * The step that a new or changed sale plans first: on the first due day from today on. Days before today are not charged
 * afterwards. Undefined where the schedule plans none.
 */
export const firstStepOf = (planning: Planning, names: PlanNames): PaymentPlan | undefined => {
  const dueDay = dueDayAfter(planning, dayBefore(istanbulDayOf(planning.nowMs)));
  return dueDay === undefined
    ? undefined
    : planFor(planning, { dueDay, slotMs: firstSlotOf(dueDay, planning.nowMs) }, names);
};

/**
 * The step behind one that ended. After an outage or a pause its day may have passed: then it is charged in the slot that is
 * under way, or in the next one. Undefined once the last day of the sale has passed, or the sale was deleted.
 */
export const stepAfter = (
  planning: Planning,
  ended: Pick<PaymentPlan, 'dueDay'>,
  names: PlanNames,
): PaymentPlan | undefined => {
  const dueDay = dueDayAfter(planning, ended.dueDay);
  return dueDay === undefined
    ? undefined
    : planFor(planning, { dueDay, slotMs: firstSlotBehind(dueDay, planning.nowMs) }, names);
};
