import type * as z from 'zod/mini';
import { Refusal } from '../domain/refusal.ts';
import {
  type DaysProblem,
  FIRST_DAY,
  MAX_PLAN_DAYS,
  type PlanDays,
  type PlanPlace,
  type PlansRead,
  planDaysOf,
} from '../domain/sale/plan-list.ts';
import { recordId, text } from './fields.ts';

// The period of a list of payment plans, and how it is cut.

const START = 'PaymentPlanPaymentDateStart';
const END = 'PaymentPlanPaymentDateEnd';
const BEFORE = 'BeforeDealerPaymentPlanId';

export const planPeriodMembers = {
  PaymentPlanPaymentDateStart: text({ max: 30 }),
  PaymentPlanPaymentDateEnd: text({ max: 30 }),
  BeforeDealerPaymentPlanId: recordId(),
};

/** The days of a list, and the place behind which it begins. */
export interface PlanPeriod {
  readonly days: PlanDays;
  readonly behind?: PlanPlace;
}

const sentences = {
  start: `${START} must be a day, written YYYYMMDD.`,
  end: `${END} must be a day, written YYYYMMDD.`,
  order: `${END} must not be before ${START}.`,
  length: `${START} and ${END} must be at most ${MAX_PLAN_DAYS} days apart.`,
} as const satisfies Record<DaysProblem, string>;

/** The period of a request. Throws the Refusal of one that cannot be listed. */
export const readPlanPeriod = (
  members: z.output<z.ZodMiniObject<typeof planPeriodMembers>>,
  context: { readonly nowMs: number; readonly ofSale: boolean },
): PlanPeriod => {
  const { [START]: start, [END]: end, [BEFORE]: before } = members;
  const days = planDaysOf({ start, end }, context);
  if (typeof days === 'string') throw new Refusal('InvalidRequest', sentences[days]);
  if (before === undefined) return { days };
  if (end === undefined) throw new Refusal('InvalidRequest', `${END} must be given with ${BEFORE}.`);
  return { days, behind: { dueDay: days.until, dealerPaymentPlanId: before } };
};

/** What ResultMessage says of a list: how to ask on where it was cut, within the days that it has. */
export const cutSentence = ({ readUntil }: PlansRead, { days: { from } }: PlanPeriod): string => {
  if (readUntil === undefined) return '';
  const start = from === FIRST_DAY ? '' : `${START} ${from}, `;
  return `The list was cut. Ask on with ${start}${END} ${readUntil.dueDay} and ${BEFORE} ${readUntil.dealerPaymentPlanId} for the rest.`;
};
