import * as fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { taken } from '../../shared/adapters/dynamodb/limit/budget-writes.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit/limit-usage.ts';
import type { BucketTake } from '../../shared/domain/limit/budget.ts';
import { changeLimits, type LimitSetting, type LimitValues } from '../../shared/domain/limit/limits.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { withBudget } from '../../shared/payment-flow/budget.ts';
import { dealerWith } from '../support/dealer/dealers.ts';
import { engineTable } from '../support/store/store.ts';

const monthly = (limit: number, shards: number): LimitValues => ({ daily: 'unlimited', monthly: minor(limit), shards });
const dayOf = (day: number): string => `202601${String(day).padStart(2, '0')}`;

/** Takes amounts from one dealer's month, as charges of links do. */
const budgetOf = (setting: LimitSetting) => {
  const store = engineTable(inject('stack'));
  const usage = dynamoLimitUsage(store);
  const { dealerCode } = dealerWith();
  let limits = setting;

  const write = async (takes: readonly BucketTake[]) =>
    (await store.transact(takes.map((take) => taken(dealerCode, take)))).applied
      ? ({ kind: 'begun' } as const)
      : ({ kind: 'budget-changed' } as const);

  const take = async (day: number, amount: number, first = 0) => {
    const dealer = dealerWith({ dealerCode, limits: { TL: limits } });
    const need = { dealer, currency: 'TL', amount: minor(amount), day: dayOf(day), first } as const;
    return (await withBudget({ ...need, periods: 'day-and-month' }, usage, write)).kind;
  };

  return {
    take,
    used: async (day: number) => (await usage.used({ dealerCode, currency: 'TL', day: dayOf(day), shards: 8 })).monthly,
    change: (day: number, values: LimitValues) => {
      limits = changeLimits(limits, values, { today: dayOf(day), tomorrow: dayOf(day + 1) });
    },
  };
};

describe('A month whose limit or shards change in its middle (rules 17, 18)', () => {
  test('is not passed where the one bucket that is full becomes eight', async () => {
    const budget = budgetOf({ values: monthly(800, 1) });
    expect(await budget.take(15, 800)).toBe('done');
    budget.change(15, monthly(800, 8));
    expect(await budget.take(15, 1)).toBe('short');
    for (let shard = 0; shard < 8; shard += 1) expect(await budget.take(16, 1, shard)).toBe('short');
    expect(await budget.used(16)).toBe(800);
  });

  test('counts what stands in shards that are no more', async () => {
    const budget = budgetOf({ values: monthly(800, 8) });
    for (let shard = 0; shard < 8; shard += 1) expect(await budget.take(15, 90, shard)).toBe('done');
    budget.change(15, monthly(800, 1));
    expect(await budget.take(16, 81)).toBe('short');
    expect(await budget.take(16, 80)).toBe('done');
    expect(await budget.used(16)).toBe(800);
  });

  test('ends with the lower limit where more is used than that, whichever bucket has room', async () => {
    const budget = budgetOf({ values: monthly(100, 2) });
    expect(await budget.take(15, 45, 0)).toBe('done');
    expect(await budget.take(15, 5, 1)).toBe('done');
    budget.change(15, monthly(50, 2));
    expect(await budget.take(16, 1, 1)).toBe('short');
  });

  test('is not passed by many payments at once', async () => {
    const budget = budgetOf({ values: monthly(400, 4) });
    for (let shard = 0; shard < 4; shard += 1) await budget.take(15, 50, shard);
    budget.change(15, monthly(300, 8));
    const answers = await Promise.all(Array.from({ length: 16 }, (_, first) => budget.take(16, 10, first)));
    expect(answers.filter((kind) => kind === 'done')).toHaveLength(10);
    expect(await budget.used(16)).toBe(300);
  });

  test('is counted as before where only the daily limit changed', async () => {
    const budget = budgetOf({ values: monthly(800, 8) });
    budget.change(15, { ...monthly(800, 8), daily: minor(800) });
    expect(await budget.take(16, 100, 5)).toBe('done');
    expect(await budget.used(16)).toBe(100);
  });

  test('no history of changes and payments ever passes the limit of its day', async () => {
    const event = fc.oneof(
      fc.record({ amount: fc.integer({ min: 1, max: 120 }), first: fc.nat(7) }),
      fc.record({ limit: fc.integer({ min: 100, max: 600 }), shards: fc.integer({ min: 1, max: 8 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
        const budget = budgetOf({ values: monthly(500, 3) });
        let [day, inForce] = [2, 500];
        for (const one of events) {
          if ('limit' in one) {
            budget.change(day, monthly(one.limit, one.shards));
            [day, inForce] = [day + 1, one.limit];
            continue;
          }
          const before = await budget.used(day);
          const kind = await budget.take(day, one.amount, one.first);
          expect(kind).toBe(before + one.amount <= inForce ? 'done' : 'short');
        }
      }),
      { numRuns: 25 },
    );
  });
});
