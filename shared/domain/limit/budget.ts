import type { DayText } from '../calendar.ts';
import { type Currency, type MinorUnits, minor } from '../money/money.ts';
import { type LimitAmount, type LimitValues, limitPeriods } from './limits.ts';

/** An amount to reserve in one bucket, on condition that the bucket then holds at most `share` (rule 17). */
export interface BucketTake {
  readonly kind: 'day' | 'month';
  readonly name: string;
  readonly currency: Currency;
  readonly shard: number;
  readonly amount: MinorUnits;
  readonly share: MinorUnits;
}

/** The used amount in each shard of a period; a shard without a bucket has used nothing. */
export type UsedByShard = readonly number[];

export interface BudgetQuestion {
  readonly limits: LimitValues;
  readonly currency: Currency;
  readonly day: DayText;
  readonly amount: MinorUnits;
  /** Whether the month's limit or shards changed within the month. Then the buckets must be read before planning. */
  readonly monthChanged?: boolean;
}

/** The share of one shard in a limit. The shares add up exactly to the limit. */
export const shareOf = (limit: MinorUnits, shards: number, shard: number): MinorUnits =>
  minor(Math.floor(limit / shards) + (shard < limit % shards ? 1 : 0));

/**
 * Takes an amount from as few shards as possible, beginning with `first`; undefined if all of them together have too
 * little left. One shard with room for all of it is preferred: each further bucket may collide with another payment.
 */
const spread = (limit: MinorUnits, shards: number, used: UsedByShard, amount: MinorUnits, first: number) => {
  const rooms = Array.from({ length: shards }, (_, step) => {
    const shard = (first + step) % shards;
    const share = shareOf(limit, shards, shard);
    return { shard, share, room: Math.max(0, share - (used[shard] ?? 0)) };
  });
  const whole = rooms.find(({ room }) => room >= amount);
  const takes: { readonly shard: number; readonly amount: MinorUnits; readonly share: MinorUnits }[] = [];
  let left: number = amount;
  for (const { shard, share, room } of whole === undefined ? rooms : [whole]) {
    const taken = Math.min(left, room);
    if (taken > 0) takes.push({ shard, amount: minor(taken), share });
    left -= taken;
  }
  return left > 0 ? undefined : takes;
};

const ONLY_SHARD = 0;

/**
 * Takes an amount in a month whose limit or shards changed. A bucket may then hold more than its share, such as the
 * whole old limit, and some buckets belong to shards that no longer exist. So until the month ends only one shard is
 * taken from. The others can only shrink, so what was read is the most that they use of the limit.
 */
const fromOneShard = (limit: MinorUnits, used: UsedByShard, amount: MinorUnits) => {
  const others = used.reduce((sum, value, shard) => (shard === ONLY_SHARD ? sum : sum + value), 0);
  const share = minor(limit - others);
  return (used[ONLY_SHARD] ?? 0) + amount > share ? undefined : [{ shard: ONLY_SHARD, amount, share }];
};

const ofPeriod = (
  limit: LimitAmount,
  {
    used,
    period,
    question,
    first,
  }: {
    readonly used: UsedByShard;
    readonly period: { readonly kind: 'day' | 'month'; readonly name: string };
    readonly question: BudgetQuestion;
    readonly first: number;
  },
): readonly BucketTake[] | undefined => {
  if (limit === 'unlimited') return [];
  const { limits, amount, monthChanged = false } = question;
  const takes =
    period.kind === 'month' && monthChanged
      ? fromOneShard(limit, used, amount)
      : spread(limit, limits.shards, used, amount, first);
  return takes?.map((take) => ({ ...period, ...take, currency: question.currency }));
};

export type BudgetPlan =
  | { readonly kind: 'takes'; readonly takes: readonly BucketTake[] }
  | { readonly kind: 'short'; readonly period: 'day' | 'month' };

/**
 * Decides which buckets an amount is taken from. The limit of the day refuses first. Each take is also a condition at
 * the table, so two plans made from the same reading never exceed the limit together.
 */
export const planBudget = (
  question: BudgetQuestion,
  used: { readonly day: UsedByShard; readonly month: UsedByShard },
  first: number,
): BudgetPlan => {
  const { limits } = question;
  const periods = limitPeriods(question.day);
  const day = ofPeriod(limits.daily, { used: used.day, period: periods.day, question, first });
  if (day === undefined) return { kind: 'short', period: 'day' };
  const month = ofPeriod(limits.monthly, { used: used.month, period: periods.month, question, first });
  return month === undefined ? { kind: 'short', period: 'month' } : { kind: 'takes', takes: [...day, ...month] };
};
