import { type DayText, dayTextOf, isRealDay, istanbulDayOf, numberOfDay } from '../calendar.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import { MAX_LIST_DAYS } from '../payment-list/list-period.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { SaleCurrency, StepTerms } from './sale.ts';

/** Most days between the first and the last one: as many lie ahead of today as behind it where no day is given. */
export const MAX_PLAN_DAYS = 2 * MAX_LIST_DAYS;

/** Most plans of an answer. */
const MAX_LISTED = 500;

/** Days on which plans fall due, both included. */
export interface PlanDays {
  readonly from: DayText;
  readonly until: DayText;
}

/** A place in a list of plans: the latest due day first; within a day by id as text, descending. */
export interface PlanPlace {
  readonly dueDay: DayText;
  readonly dealerPaymentPlanId: number;
}

/** The period of a list as a request writes it. Absent means not given. */
interface DayTexts {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Why a period cannot be listed. */
export type DaysProblem = 'start' | 'end' | 'order' | 'length';

/** Before and behind every day that has a plan. */
export const FIRST_DAY = '19700102';
const LAST_DAY = '99991231';

const DASHED = /^(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?$/;

/** A day as text: `20261122`, or `2026-11-22` as in the other lists, where a time behind it changes nothing. */
const dayIn = (text: string): DayText | undefined => {
  const [, year, month, date] = DASHED.exec(text.trim()) ?? [];
  const day = year === undefined ? text.trim() : `${year}${month}${date}`;
  return isRealDay(day) ? day : undefined;
};

const daysFrom = (day: DayText, days: number): DayText => dayTextOf(numberOfDay(day) + days);

const bothGiven = (start: DayText | undefined, end: DayText | undefined, nowMs: number): PlanDays => {
  if (start !== undefined) return { from: start, until: end ?? daysFrom(start, MAX_LIST_DAYS) };
  if (end !== undefined) return { from: daysFrom(end, -MAX_LIST_DAYS), until: end };
  const today = istanbulDayOf(nowMs);
  return { from: daysFrom(today, -MAX_LIST_DAYS), until: daysFrom(today, MAX_LIST_DAYS) };
};

/**
 * The days that a request names: at most 62 lie between the first and the last one. With one of them alone the period is
 * 31 days from or until it, with neither it is the 31 days before and behind today, so that what falls due next is seen too.
 * The plans of one sale (`ofSale`) have no such bound.
 */
export const planDaysOf = (
  { start, end }: DayTexts,
  { nowMs, ofSale }: { readonly nowMs: number; readonly ofSale: boolean },
): PlanDays | DaysProblem => {
  const [first, last] = [start, end].map((text) => (text === undefined ? undefined : dayIn(text)));
  if (start !== undefined && first === undefined) return 'start';
  if (end !== undefined && last === undefined) return 'end';
  const days = ofSale ? { from: first ?? FIRST_DAY, until: last ?? LAST_DAY } : bothGiven(first, last, nowMs);
  if (days.until < days.from) return 'order';
  return !ofSale && numberOfDay(days.until) - numberOfDay(days.from) > MAX_PLAN_DAYS ? 'length' : days;
};

const orderText = ({ dueDay, dealerPaymentPlanId }: PlanPlace): string => `${dueDay}#${dealerPaymentPlanId}`;

/** Sorts plans as lists show them. */
export const inListOrder = (one: PlanPlace, other: PlanPlace): number => (orderText(one) < orderText(other) ? 1 : -1);

/** True of a plan that stands behind a place. */
export const isBehind = (plan: PlanPlace, place: PlanPlace): boolean => orderText(plan) < orderText(place);

/** Plans that were read, as lists show them. */
export interface PlansRead {
  readonly plans: readonly PaymentPlan[];
  /** The last place that was read, where the period has plans behind it. */
  readonly readUntil?: PlanPlace;
}

/** The plans that an answer lists; `readUntil` is the last of them where there are more. */
export const cutPlans = ({ plans, readUntil }: PlansRead, most = MAX_LISTED): PlansRead => {
  const listed = plans.slice(0, most);
  const last = plans.length > most ? listed.at(-1) : readUntil;
  return last === undefined ? { plans: listed } : { plans: listed, readUntil: last };
};

/** Number and sum of the plans of one currency and one status. */
export interface PlanTotal {
  readonly currency: SaleCurrency;
  readonly status: number;
  readonly count: number;
  readonly amount: MinorUnits;
}

/** The sums of plans for each currency and status that occurs. They may be larger than the largest payment. */
export const totalsOfPlans = (
  plans: readonly { readonly status: number; readonly terms: StepTerms }[],
): readonly PlanTotal[] => {
  const totals = new Map<string, PlanTotal>();
  for (const { status, terms } of plans) {
    const { currency } = terms;
    const before = totals.get(`${currency} ${status}`) ?? { currency, status, count: 0, amount: minor(0) };
    const amount = minor(before.amount + terms.amount);
    totals.set(`${currency} ${status}`, { ...before, count: before.count + 1, amount });
  }
  return [...totals.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total);
};
