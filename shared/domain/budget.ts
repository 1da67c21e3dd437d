import type { DayText } from './calendar.ts';
import { type LimitAmount, type LimitValues, limitPeriods } from './limits.ts';
import { type Currency, type MinorUnits, minor } from './money.ts';

/** What is to be taken from one bucket: only while it then holds at most `share` (rule 17). */
export interface BucketTake {
  readonly kind: 'day' | 'month';
  readonly name: string;
  readonly currency: Currency;
  readonly shard: number;
  readonly amount: MinorUnits;
  readonly share: MinorUnits;
}

/** What is used in each shard of a period; shards that are not there hold nothing. */
export type UsedByShard = readonly number[];

export interface BudgetQuestion {
  readonly limits: LimitValues;
  readonly currency: Currency;
  readonly day: DayText;
  readonly amount: MinorUnits;
}

/** A limit's share of one shard: shares add up exactly to the limit. */
export const shareOf = (limit: MinorUnits, shards: number, shard: number): MinorUnits =>
  minor(Math.floor(limit / shards) + (shard < limit % shards ? 1 : 0));

/**
 * Takes an amount from as few shards as it needs, beginning with `first`; undefined when the sum is short. One shard that
 * holds all of it is better than the rests of several: the more buckets a plan touches, the more payments it meets.
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
  // What older settings used in shards that are no more counts all the same.
  const stray = used.slice(shards).reduce((sum, value) => sum + value, 0);
  const total = used.reduce((sum, value) => sum + value, 0);
  return left > 0 || (stray > 0 && total + amount > limit) ? undefined : takes;
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
  const takes = spread(limit, question.limits.shards, used, question.amount, first);
  return takes?.map((take) => ({ ...period, ...take, currency: question.currency }));
};

export type BudgetPlan =
  | { readonly kind: 'takes'; readonly takes: readonly BucketTake[] }
  | { readonly kind: 'short'; readonly period: 'day' | 'month' };

/**
 * Which buckets an amount is taken from, given what they hold; the day's limit is the first to refuse. Each take
 * stands under a condition at the table, so that two plans made from the same reading never pass the limit together.
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
