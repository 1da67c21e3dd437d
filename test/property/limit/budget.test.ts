import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BucketTake, planBudget, shareOf } from '../../../shared/domain/limit/budget.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { withBudget } from '../../../shared/payment-flow/budget.ts';
import type { LimitUsage } from '../../../shared/ports/limit-usage.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';

const DAY = '20260115';
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const limits = fc.record({ limit: fc.integer({ min: 1, max: 50_000 }), shards: fc.integer({ min: 1, max: 8 }) });

/** A limit over shards, the used part of each share, an amount, and the shard that a plan begins with. */
const questions = limits.chain(({ limit, shards }) =>
  fc.record({
    limit: fc.constant(minor(limit)),
    used: fc.tuple(...Array.from({ length: shards }, (_, shard) => fc.nat(shareOf(minor(limit), shards, shard)))),
    amount: fc.integer({ min: 1, max: limit + 10 }).map(minor),
    first: fc.nat(shards - 1),
  }),
);

interface Question {
  readonly limit: MinorUnits;
  readonly used: readonly number[];
  readonly amount: MinorUnits;
  readonly first: number;
}

const plan = ({ limit, used, amount, first }: Question) =>
  planBudget(
    { limits: { daily: limit, monthly: 'unlimited', shards: used.length }, currency: 'TL', day: DAY, amount },
    { day: used, month: [] },
    first,
  );

describe('The plan of a budget (rule 17)', () => {
  test('takes the amount exactly, from no shard more than it has left, and is short only when the sum is', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { limit, used, amount } = question;
        const planned = plan(question);
        expect(planned.kind).toBe(sumOf(used) + amount > limit ? 'short' : 'takes');
        if (planned.kind === 'short') return;
        expect(sumOf(planned.takes.map((take) => take.amount))).toBe(amount);
        expect(new Set(planned.takes.map(({ shard }) => shard)).size).toBe(planned.takes.length);
        for (const take of planned.takes) {
          expect(take.share).toBe(shareOf(limit, used.length, take.shard));
          expect(take.amount).toBeGreaterThan(0);
          expect(take.amount).toBeLessThanOrEqual(take.share - (used[take.shard] ?? 0));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('takes from one shard where one holds the amount, the one it begins with before the others', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { limit, used, amount, first } = question;
        const holds = (shard: number) => shareOf(limit, used.length, shard) - (used[shard] ?? 0) >= amount;
        const order = used.map((_, step) => (first + step) % used.length);
        const expected = order.find(holds);
        fc.pre(expected !== undefined);
        expect(plan(question)).toMatchObject({ takes: [{ shard: expected, amount }] });
      }),
      { numRuns: 500 },
    );
  });
});

/** Buckets as the store reads and changes them: in parallel, and a take only if there is room. */
const buckets = (shards: number) => {
  const used = Array.from({ length: shards }, () => 0);
  const usage: Pick<LimitUsage, 'usedByShard'> = {
    usedByShard: async () => {
      await Promise.resolve();
      return { day: [...used], month: [] };
    },
  };
  const take = async (takes: readonly BucketTake[]): Promise<{ kind: 'begun' } | { kind: 'budget-changed' }> => {
    await Promise.resolve();
    if (takes.some(({ shard, share, amount }) => (used[shard] ?? 0) > share - amount))
      return { kind: 'budget-changed' };
    for (const { shard, amount } of takes) used[shard] = (used[shard] ?? 0) + amount;
    return { kind: 'begun' };
  };
  return { used, usage: { ...usage, used: async () => ({ daily: minor(0), monthly: minor(0) }) }, take };
};

test('payments at once never pass a limit together, and none is refused that would still have fitted (rule 17)', async () => {
  const scenes = fc.record({
    limit: fc.integer({ min: 1, max: 10_000 }),
    shards: fc.integer({ min: 1, max: 8 }),
    amounts: fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 20 }),
    apart: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(scenes, async ({ limit, shards, amounts, apart }) => {
      const { used, usage, take } = buckets(shards);
      const dealer = dealerWith({ limits: { TL: { values: { daily: minor(limit), monthly: 'unlimited', shards } } } });
      const results = await Promise.all(
        amounts.map((amount, index) => {
          const need = { dealer, currency: 'TL', amount: minor(amount), day: DAY, first: index * apart } as const;
          return withBudget({ ...need, periods: 'day' }, usage, take);
        }),
      );
      const [taken, refused] = (['done', 'short'] as const).map((kind) =>
        amounts.filter((_, index) => results[index]?.kind === kind),
      );
      expect(sumOf(used)).toBe(sumOf(taken ?? []));
      expect(sumOf(used)).toBeLessThanOrEqual(limit);
      for (const amount of refused ?? []) expect(sumOf(used) + amount).toBeGreaterThan(limit);
    }),
    { numRuns: 500 },
  );
});
