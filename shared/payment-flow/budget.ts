import { type BucketTake, planBudget, type UsedByShard } from '../domain/budget.ts';
import type { DayText } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer.ts';
import { limitsInForce } from '../domain/limits.ts';
import type { Currency, MinorUnits } from '../domain/money.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';

/** How often a plan is made anew when another payment took from the same bucket in between. */
const MAX_PLANS = 4;

export interface BudgetNeed {
  readonly dealer: Dealer;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly day: DayText;
  /** Picks the shard that a plan begins with. */
  readonly first: number;
}

export type BudgetResult<Outcome> =
  | { readonly kind: 'short'; readonly period: 'day' | 'month' }
  | { readonly kind: 'done'; readonly outcome: Outcome };

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
  const setting = need.dealer.limits[need.currency];
  if (setting === undefined) return { kind: 'short', period: 'day' };
  const limits = limitsInForce(setting, need.day);
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
