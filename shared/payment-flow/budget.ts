import type { DayText } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import { type BucketTake, type BudgetQuestion, planBudget, type UsedByShard } from '../domain/limit/budget.ts';
import { changedWithinMonth, type LimitValues, limitsInForce } from '../domain/limit/limits.ts';
import type { Currency, MinorUnits } from '../domain/money/money.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';

/**
 * How often a plan is made anew when another payment took from the same bucket in between. After the last plan the
 * payment is refused as above the limit (rule 17), so this is more than the concurrent payments of a dealer near its
 * limit.
 */
const MAX_PLANS = 24;

export interface BudgetNeed {
  readonly dealer: Dealer;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly day: DayText;
  /** A whole number that picks the shard a plan begins with. */
  readonly first: number;
  /**
   * The month's limit counts payment requests and mobile payments alone (decisions: limits). A direct payment takes
   * from the day's.
   */
  readonly periods: 'day' | 'day-and-month';
}

export type BudgetResult<Outcome> =
  | { readonly kind: 'short'; readonly period: 'day' | 'month' }
  | { readonly kind: 'done'; readonly outcome: Outcome };

/** The amount with the limits in force; undefined when the currency has no setting. */
const questionOf = ({ dealer, currency, day, amount, periods }: BudgetNeed): BudgetQuestion | undefined => {
  const setting = dealer.limits[currency];
  if (setting === undefined) return undefined;
  const inForce = limitsInForce(setting, day);
  const limits: LimitValues = periods === 'day' ? { ...inForce, monthly: 'unlimited' } : inForce;
  const monthChanged = limits.monthly !== 'unlimited' && changedWithinMonth(setting, day);
  return { limits, currency, day, amount, monthChanged };
};

const readUsage = ({ dealer }: BudgetNeed, { limits, currency, day }: BudgetQuestion, usage: LimitUsage) =>
  usage.usedByShard({ dealerCode: dealer.dealerCode, currency, day, shards: limits.shards });

/** True when the limits have no room for the amount, read strongly. Nothing is reserved. */
export const isShort = async (need: BudgetNeed, usage: LimitUsage): Promise<boolean> => {
  const question = questionOf(need);
  if (question === undefined) return true;
  return planBudget(question, await readUsage(need, question, usage), 0).kind === 'short';
};

const NOTHING_USED: { readonly day: UsedByShard; readonly month: UsedByShard } = { day: [], month: [] };

/**
 * Reserves a dealer's budget inside the transaction that `attempt` makes. The first plan is made without reading, since
 * the buckets' conditions decide. Only when a condition fails are the buckets read, strongly (rule 17). In a month
 * whose limit changed they are read first. A currency without a limit setting is refused (rule 18).
 */
export const withBudget = async <Outcome extends { readonly kind: string }>(
  need: BudgetNeed,
  usage: LimitUsage,
  attempt: (takes: readonly BucketTake[]) => Promise<Outcome>,
): Promise<BudgetResult<Outcome>> => {
  const question = questionOf(need);
  if (question === undefined) return { kind: 'short', period: 'day' };
  let used = question.monthChanged === true ? await readUsage(need, question, usage) : NOTHING_USED;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const planned = planBudget(question, used, need.first % question.limits.shards);
    if (planned.kind === 'short') return planned;
    const outcome = await attempt(planned.takes);
    if (outcome.kind !== 'budget-changed') return { kind: 'done', outcome };
    used = await readUsage(need, question, usage);
  }
  return { kind: 'short', period: 'day' };
};
