import type { DayText } from '../calendar.ts';
import { type Currency, type MinorUnits, minor } from '../money/money.ts';
import { type LimitAmount, type LimitValues, limitPeriods } from './limits.ts';

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
  /** Whether the month's limit or shards changed in its middle: then it is planned from a reading alone. */
  readonly monthChanged?: boolean;
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
  return left > 0 ? undefined : takes;
};

const ONLY_SHARD = 0;

/**
 * Takes an amount in a month whose limit or shards changed in its middle. What each bucket holds then says nothing of its
 * share any more: one may hold the whole of the old limit, and some stand in shards that are no more. So one shard alone
 * is taken from until the month is over, and the others only ever shrink: what they held when they were read is the most
 * that they take of the limit.
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
