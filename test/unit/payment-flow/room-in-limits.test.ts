import { describe, expect, test } from 'vitest';
import type { BucketTake } from '../../../shared/domain/limit/budget.ts';
import type { LimitSetting, LimitValues } from '../../../shared/domain/limit/limits.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { type BudgetNeed, isShort, withBudget } from '../../../shared/payment-flow/budget.ts';
import { shortageUnderLimits } from '../../../shared/payment-flow/room-in-limits.ts';
import type { LimitUsage, UsageQuery } from '../../../shared/ports/limit-usage.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';

const DAY = '20270115';

const valuesOf = (daily: number | 'unlimited', monthly: number | 'unlimited', shards = 1): LimitValues => ({
  daily: daily === 'unlimited' ? daily : minor(daily),
  monthly: monthly === 'unlimited' ? monthly : minor(monthly),
  shards,
});

/** What a dealer has used, and who asked for it. */
const usageOf = (daily: number, monthly: number) => {
  const asked: UsageQuery[] = [];
  const usage: LimitUsage = {
    used: async (query) => {
      asked.push(query);
      return { daily: minor(daily), monthly: minor(monthly) };
    },
    usedByShard: async (query) => {
      asked.push(query);
      return { day: [daily], month: [monthly] };
    },
  };
  return { usage, asked };
};

const dealerOf = (setting: LimitSetting | undefined) =>
  dealerWith({ dealerCode: 'D1', limits: setting === undefined ? {} : { TL: setting } });

describe('whether a payment has room in the limits of its dealer (rule 17)', () => {
  const shortage = async (values: LimitValues | undefined, daily = 0, monthly = 0) => {
    const { usage, asked } = usageOf(daily, monthly);
    const dealer = dealerOf(values && { values });
    const terms = { amount: minor(100), currency: 'TL' } as const;
    return { short: await shortageUnderLimits(usage, { dealer, terms, day: DAY }), asked };
  };
  const QUERY = { dealerCode: 'D1', currency: 'TL', day: DAY, shards: 3 };

  test.each([
    ['the day has room', valuesOf(1000, 'unlimited', 3), 900, 0, undefined],
    ['the day is used up', valuesOf(1000, 'unlimited', 3), 901, 0, 'day'],
    ['the month has room', valuesOf('unlimited', 1000, 3), 0, 900, undefined],
    ['the month is used up', valuesOf('unlimited', 1000, 3), 0, 901, 'month'],
  ])('%s', async (_what, values, daily, monthly, short) => {
    expect(await shortage(values, daily, monthly)).toEqual({ short, asked: [QUERY] });
  });

  test('without a limit nothing is read, and without a setting there is no room', async () => {
    expect(await shortage(valuesOf('unlimited', 'unlimited'))).toEqual({ short: undefined, asked: [] });
    expect(await shortage(undefined)).toEqual({ short: 'no-setting', asked: [] });
  });
});

describe('a budget is reserved in the transaction of its payment (rules 17, 18)', () => {
  const needOf = (setting: LimitSetting | undefined, changes: Partial<BudgetNeed> = {}): BudgetNeed => ({
    dealer: dealerOf(setting),
    currency: 'TL',
    amount: minor(100),
    day: DAY,
    first: 7,
    periods: 'day-and-month',
    ...changes,
  });
  const reserve = async (need: BudgetNeed, { daily = 0, monthly = 0, changes = 0 } = {}) => {
    const { usage, asked } = usageOf(daily, monthly);
    const plans: (readonly BucketTake[])[] = [];
    const result = await withBudget(need, usage, async (takes) => {
      plans.push(takes);
      return { kind: plans.length <= changes ? 'budget-changed' : 'written' };
    });
    return { result, plans, reads: asked.length };
  };
  const WRITTEN = { kind: 'done', outcome: { kind: 'written' } };

  test('the first plan is made without reading, from the shard that is named', async () => {
    const { result, plans, reads } = await reserve(needOf({ values: valuesOf(9000, 9000, 3) }));
    expect(result).toEqual(WRITTEN);
    expect(reads).toBe(0);
    expect(plans).toHaveLength(1);
    expect(plans[0]?.map(({ kind, shard, amount }) => [kind, shard, amount])).toEqual([
      ['day', 1, 100],
      ['month', 1, 100],
    ]);
  });

  test('a direct payment takes from the day alone', async () => {
    const { plans } = await reserve(needOf({ values: valuesOf(9000, 50) }, { periods: 'day' }));
    expect(plans[0]?.map(({ kind }) => kind)).toEqual(['day']);
  });

  test('a bucket that changed is read before the next plan', async () => {
    const { result, plans, reads } = await reserve(needOf({ values: valuesOf(9000, 9000) }), { changes: 2 });
    expect(result).toEqual(WRITTEN);
    expect(plans).toHaveLength(3);
    expect(reads).toBe(2);
  });

  test('what the buckets then hold may be too much', async () => {
    const day = await reserve(needOf({ values: valuesOf(1000, 'unlimited') }), { daily: 950, changes: 1 });
    expect(day).toMatchObject({ result: { kind: 'short', period: 'day' }, reads: 1 });
    const month = await reserve(needOf({ values: valuesOf('unlimited', 1000) }), { monthly: 950, changes: 1 });
    expect(month).toMatchObject({ result: { kind: 'short', period: 'month' } });
  });

  test('after 24 plans the payment is above the limit', async () => {
    const { result, plans } = await reserve(needOf({ values: valuesOf(9000, 9000) }), { changes: 99 });
    expect(result).toEqual({ kind: 'short', period: 'day' });
    expect(plans).toHaveLength(24);
  });

  test('a month whose limit changed is read first', async () => {
    const values = valuesOf('unlimited', 1000);
    const changed = await reserve(needOf({ values, since: '20270110' }), { monthly: 950 });
    expect(changed).toMatchObject({ result: { kind: 'short', period: 'month' }, reads: 1, plans: [] });
    const direct = await reserve(needOf({ values, since: '20270110' }, { periods: 'day' }), { monthly: 950 });
    expect(direct).toMatchObject({ result: WRITTEN, reads: 0 });
    const unlimited = valuesOf(1000, 'unlimited');
    expect(await reserve(needOf({ values: unlimited, since: '20270110' }))).toMatchObject({ reads: 0 });
    expect(await reserve(needOf({ values, since: '20270101' }))).toMatchObject({ reads: 0 });
  });

  test('a currency without a setting has no room', async () => {
    expect(await reserve(needOf(undefined))).toEqual({ result: { kind: 'short', period: 'day' }, plans: [], reads: 0 });
    const { usage, asked } = usageOf(0, 0);
    expect(await isShort(needOf(undefined), usage)).toBe(true);
    expect(asked).toEqual([]);
  });

  test.each([
    [900, false],
    [901, true],
  ])('with %i used of the day the answer is %s, and nothing is reserved', async (daily, short) => {
    const { usage } = usageOf(daily, 0);
    expect(await isShort(needOf({ values: valuesOf(1000, 'unlimited') }), usage)).toBe(short);
  });
});
