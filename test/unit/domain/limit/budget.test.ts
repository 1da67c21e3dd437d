import { describe, expect, test } from 'vitest';
import { planBudget, shareOf } from '../../../../shared/domain/limit/budget.ts';
import type { LimitAmount } from '../../../../shared/domain/limit/limits.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

const limitOf = (amount: number | 'unlimited'): LimitAmount => (amount === 'unlimited' ? amount : minor(amount));

/** What is planned in a dealer's day and month, in the buckets of these used amounts. */
const planned = (
  amount: number,
  {
    daily = 'unlimited',
    monthly = 'unlimited',
    shards = 1,
    day = [],
    month = [],
    first = 0,
    monthChanged,
  }: {
    readonly daily?: number | 'unlimited';
    readonly monthly?: number | 'unlimited';
    readonly shards?: number;
    readonly day?: readonly number[];
    readonly month?: readonly number[];
    readonly first?: number;
    readonly monthChanged?: boolean;
  },
) => {
  const limits = { daily: limitOf(daily), monthly: limitOf(monthly), shards };
  const question = { limits, currency: 'TL', day: '20270115', amount: minor(amount) } as const;
  const plan = planBudget(
    { ...question, ...(monthChanged === undefined ? {} : { monthChanged }) },
    { day, month },
    first,
  );
  return plan.kind === 'short'
    ? plan.period
    : plan.takes.map((take) => [take.kind, take.name, take.shard, take.amount, take.share]);
};

describe('The shares of a limit in its buckets (rule 17)', () => {
  test('add up to the limit: the first ones have the minor units that do not divide', () => {
    expect([0, 1, 2].map((shard) => shareOf(minor(11), 3, shard))).toEqual([4, 4, 3]);
  });
});

describe('The buckets that a payment is taken from (rule 17)', () => {
  test('are one of the day and one of the month, each with the limit that is its condition', () => {
    expect(planned(60, { daily: 100, monthly: 500 })).toEqual([
      ['day', '20270115', 0, 60, 100],
      ['month', '202701', 0, 60, 500],
    ]);
  });

  test('without a limit are none', () => {
    expect(planned(60, {})).toEqual([]);
  });

  test.each([
    [40, { daily: 100, day: [60] }, [['day', '20270115', 0, 40, 100]]],
    [41, { daily: 100, day: [60] }, 'day'],
    [40, { monthly: 100, month: [60] }, [['month', '202701', 0, 40, 100]]],
    [41, { monthly: 100, month: [60] }, 'month'],
    [41, { daily: 100, day: [60], monthly: 100, month: [60] }, 'day'],
  ])('%d of %j: exactly what is left fits, one more does not, and the day refuses first', (amount, state, expected) => {
    expect(planned(amount, state)).toEqual(expected);
  });

  test('are one where one has room for all, also exactly, beginning with the given one', () => {
    const spread = { daily: 100, shards: 2 };
    expect(planned(50, { ...spread, first: 1 })).toEqual([['day', '20270115', 1, 50, 50]]);
    expect(planned(50, { ...spread, day: [1, 0] })).toEqual([['day', '20270115', 1, 50, 50]]);
  });

  test('are several where none has room for all; a bucket that is full is left alone', () => {
    expect(planned(60, { daily: 150, shards: 3, day: [50, 10, 10] })).toEqual([
      ['day', '20270115', 1, 40, 50],
      ['day', '20270115', 2, 20, 50],
    ]);
  });
});

describe('The bucket of a month whose limit changed (rule 18)', () => {
  const changed = { monthly: 100, shards: 4, monthChanged: true };

  test('is the first alone, whose share is what the others leave of the limit', () => {
    expect(planned(30, { ...changed, month: [10, 20, 30] })).toEqual([['month', '202701', 0, 30, 50]]);
    expect(planned(40, { ...changed, month: [10, 20, 30] })).toEqual([['month', '202701', 0, 40, 50]]);
    expect(planned(41, { ...changed, month: [10, 20, 30] })).toBe('month');
    expect(planned(100, { ...changed, month: [] })).toEqual([['month', '202701', 0, 100, 100]]);
  });

  test('leaves the buckets of the day as they are', () => {
    expect(planned(20, { ...changed, daily: 100, first: 2 })).toEqual([
      ['day', '20270115', 2, 20, 25],
      ['month', '202701', 0, 20, 100],
    ]);
  });

  test('is any of them in a month without a change', () => {
    expect(planned(20, { monthly: 100, shards: 4, first: 2 })).toEqual([['month', '202701', 2, 20, 25]]);
  });
});
