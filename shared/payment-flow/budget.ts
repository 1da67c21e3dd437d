import { type BucketTake, planBudget, type UsedByShard } from '../domain/budget.ts';
import type { DayText } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer.ts';
import { type LimitValues, limitsInForce } from '../domain/limits.ts';
import type { Currency, MinorUnits } from '../domain/money.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';

/**
 * How often a plan is made anew when another payment took from the same bucket in between. A refusal says that the sum is
 * short (rule 17), so this is more than the payments that one dealer has in the rests of a used-up day at once.
 */
const MAX_PLANS = 24;

export interface BudgetNeed {
  readonly dealer: Dealer;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly day: DayText;
  /** Picks the shard that a plan begins with. */
  readonly first: number;
  /** The month's limit is for payment requests alone (7.2, 7.4): a direct payment takes from the day's. */
  readonly periods: 'day' | 'day-and-month';
}

export type BudgetResult<Outcome> =
  | { readonly kind: 'short'; readonly period: 'day' | 'month' }
  | { readonly kind: 'done'; readonly outcome: Outcome };

const limitsOf = ({ dealer, currency, day, periods }: BudgetNeed): LimitValues | undefined => {
  const setting = dealer.limits[currency];
  if (setting === undefined) return undefined;
  const inForce = limitsInForce(setting, day);
  return periods === 'day' ? { ...inForce, monthly: 'unlimited' } : inForce;
};

/** True when what is used already leaves no room for the amount, read strongly; nothing is taken. */
export const isShort = async (need: BudgetNeed, usage: LimitUsage): Promise<boolean> => {
  const limits = limitsOf(need);
  if (limits === undefined) return true;
  const { currency, day, amount, dealer } = need;
  const used = await usage.usedByShard({ dealerCode: dealer.dealerCode, currency, day, shards: limits.shards });
  return planBudget({ limits, currency, day, amount }, used, 0).kind === 'short';
};

const NOTHING_USED: { readonly day: UsedByShard; readonly month: UsedByShard } = { day: [], month: [] };

/**
 * Takes a dealer's budget inside the transaction that `attempt` makes. The first plan is made without reading, since
 * the buckets' conditions decide; only when one of them refuses are the buckets read, strongly (rule 17). A currency
 * without a limit setting is short (rule 18).
 */
export const withBudget = async <Outcome extends { readonly kind: string }>(
  need: BudgetNeed,
  usage: LimitUsage,
  attempt: (takes: readonly BucketTake[]) => Promise<Outcome>,
): Promise<BudgetResult<Outcome>> => {
  const limits = limitsOf(need);
  if (limits === undefined) return { kind: 'short', period: 'day' };
  const { currency, day, amount } = need;
  let used = NOTHING_USED;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const planned = planBudget({ limits, currency, day, amount }, used, need.first % limits.shards);
    if (planned.kind === 'short') return planned;
    const outcome = await attempt(planned.takes);
    if (outcome.kind !== 'budget-changed') return { kind: 'done', outcome };
    used = await usage.usedByShard({ dealerCode: need.dealer.dealerCode, currency, day, shards: limits.shards });
  }
  return { kind: 'short', period: 'day' };
};
