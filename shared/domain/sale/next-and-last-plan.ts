import { isFinalPlan, type PaymentPlan } from './payment-plan.ts';

/** What a person asks first about a sale: what is charged next, and what became of the last plan. */
export interface NextAndLastPlan {
  /** The plan with the earliest due day of those that have not ended. */
  readonly next?: PaymentPlan;
  /** The plan with the latest due day of those that were paid or failed. */
  readonly last?: PaymentPlan;
}

const byDueDay = (one: PaymentPlan, other: PaymentPlan): number => (one.dueDay < other.dueDay ? -1 : 1);

/** Of a sale's latest plans the one that comes next and the one that ended last. A withdrawn plan is neither. */
export const nextAndLastPlan = (plans: readonly PaymentPlan[]): NextAndLastPlan => {
  const next = plans.filter((plan) => !isFinalPlan(plan)).toSorted(byDueDay)[0];
  const last = plans
    .filter(({ state }) => state === 'paid' || state === 'failed')
    .toSorted(byDueDay)
    .at(-1);
  return { ...(next === undefined ? {} : { next }), ...(last === undefined ? {} : { last }) };
};
