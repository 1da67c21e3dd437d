import { type DayText, dayBefore, istanbulDayOf } from '../calendar.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { withNewCards } from './cards-look.ts';
import { isFinalPlan, isUntouched, type PaymentPlan, withdrawn } from './payment-plan.ts';
import { movedTo } from './plan-notice.ts';
import { dueDayAfter, type PlannedDay, type Planning, requestDefinitionOf, termsOf } from './planning.ts';
import { isScheduled, type OpenSale, type Sale } from './sale.ts';
import { firstSlotOf } from './slots.ts';

/** A sale as it was read, with the plan that `plannedStep` names. */
export interface SaleFile extends OpenSale {
  readonly step?: PaymentPlan;
}

/** What a change of a sale makes of the step that its schedule has ahead. */
export type StepChange =
  /** It has begun, and ends by its tries. */
  | { readonly kind: 'stays' }
  /** There is none, and the schedule plans none. */
  | { readonly kind: 'none'; readonly plannedThrough?: DayText }
  /** It is written anew, perhaps with another day. */
  | { readonly kind: 'changes'; readonly step: PaymentPlan }
  /** The schedule has no step any more. */
  | { readonly kind: 'ends'; readonly step: PaymentPlan; readonly plannedThrough?: DayText }
  /** The schedule has a step again. */
  | { readonly kind: 'begins'; readonly day: PlannedDay };

const earlier = (one: DayText, other: DayText): DayText => (one < other ? one : other);
const later = (one: DayText, other: DayText | undefined): DayText => (other !== undefined && other > one ? other : one);

const through = (plannedThrough: DayText | undefined) => omitUndefined({ plannedThrough });

/** Whether both versions of a sale have the same due days. A changed schedule moves no step that is planned. */
const hasSameDays = (one: Sale, other: Sale): boolean =>
  isScheduled(one) === isScheduled(other) &&
  one.dealerSaleScheduleId === other.dealerSaleScheduleId &&
  one.beginDate === other.beginDate &&
  one.endDate === other.endDate;

/**
 * The last day that the schedule of a sale without a step may have charged. Where nothing tells, today counts as charged:
 * a day that is missed can be made up for, one that is charged twice cannot.
 */
const chargedThrough = ({ sale, step, plannedThrough }: SaleFile, today: DayText): DayText | undefined => {
  if (plannedThrough !== undefined) return plannedThrough;
  if (step !== undefined) return step.dueDay;
  const hasBegun = isScheduled(sale) && sale.beginDate !== undefined && sale.beginDate <= today;
  return hasBegun ? today : undefined;
};

const changedStep = (step: PaymentPlan, { sale, nowMs }: Planning): PaymentPlan => {
  const { dealerCustomerTypeId: _before, ...kept } = step;
  const dealerCustomerTypeId = requestDefinitionOf(sale);
  const request = dealerCustomerTypeId === undefined ? {} : { dealerCustomerTypeId };
  return withNewCards({ ...kept, ...request, terms: termsOf(sale), version: step.version + 1 }, nowMs);
};

const untouchedStepAfter = (step: PaymentPlan, before: Sale, planning: Planning): StepChange => {
  const { sale, nowMs } = planning;
  if (hasSameDays(before, sale)) return { kind: 'changes', step: changedStep(step, planning) };
  // A missed day stays due. No day is charged again that the step before had.
  const from = dayBefore(earlier(istanbulDayOf(nowMs), step.dueDay));
  const dueDay = dueDayAfter(planning, later(from, step.followsDay));
  if (dueDay === undefined) return { kind: 'ends', step: withdrawn(step, nowMs), ...through(step.followsDay) };
  const changed = changedStep(step, planning);
  if (dueDay === step.dueDay) return { kind: 'changes', step: changed };
  return { kind: 'changes', step: movedTo(changed, { dueDay, dueAtMs: firstSlotOf(dueDay, nowMs) }) };
};

/**
 * What a changed sale makes of its step (decisions: recurring sales): one that no slot has begun gets the terms and days
 * of the sale as it is now, one that was begun keeps its own. Without a step the next due day is planned that was surely
 * not charged yet.
 */
export const stepOfChangedSale = (before: SaleFile, planning: Planning): StepChange => {
  const { step } = before;
  if (step !== undefined && isUntouched(step)) return untouchedStepAfter(step, before.sale, planning);
  if (step !== undefined && !isFinalPlan(step)) return { kind: 'stays' };
  const today = istanbulDayOf(planning.nowMs);
  const followsDay = chargedThrough(before, today);
  const dueDay = dueDayAfter(planning, later(dayBefore(today), followsDay));
  if (dueDay === undefined) return { kind: 'none', ...through(followsDay) };
  return { kind: 'begins', day: { dueDay, slotMs: firstSlotOf(dueDay, planning.nowMs), followsDay } };
};

const endOf = (step: PaymentPlan, nowMs: number): StepChange => {
  if (step.state === 'planned') return { kind: 'ends', step: withdrawn(step, nowMs) };
  if (step.state !== 'requested' || step.userPosPaymentId === undefined) return { kind: 'stays' };
  if (step.dueAtMs !== undefined && step.dueAtMs <= nowMs) return { kind: 'stays' };
  return { kind: 'changes', step: { ...step, version: step.version + 1, dueAtMs: nowMs } };
};

/** Most plans that a deletion ends behind itself at once; the engine ends any other one at its next look. */
const MOST_ENDED_AT_ONCE = 100;

/**
 * The next versions of the plans that are still open once their sale is deleted: those made by hand, and failed ones that
 * were sent as payment requests. The planned step is among them where it was being charged, or its request was being made,
 * when the deletion read it.
 */
export const plansOfDeletedSale = (plans: readonly PaymentPlan[], nowMs: number): readonly PaymentPlan[] =>
  plans
    .map((step) => endOf(step, nowMs))
    .flatMap((change) => ('step' in change ? [change.step] : []))
    .slice(0, MOST_ENDED_AT_ONCE);

/**
 * What the deletion of a sale makes of its step: one that waits is withdrawn, so that no charge of it begins. One that is
 * being charged ends. One whose payment request was sent is due at once, so that the engine cancels the open link now and
 * not at its next look, an hour later. One whose request is being made ends once that is done.
 */
export const stepOfDeletedSale = ({ step }: SaleFile, nowMs: number): StepChange =>
  step === undefined ? { kind: 'stays' } : endOf(step, nowMs);
