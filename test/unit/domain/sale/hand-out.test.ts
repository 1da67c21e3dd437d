import { describe, expect, test } from 'vitest';
import { batchesOf, chargesAtOnceOf, oldestDueMs } from '../../../../shared/domain/sale/hand-out.ts';

const SETTINGS = { batchesAtOnce: 4, plansPerBatch: 50, chargesAtOncePerGateway: 10 };
/** Noon in Istanbul. */
const NOON = Date.UTC(2026, 10, 2, 9);
const MINUTE_MS = 60_000;

interface Due {
  readonly dealerCode: string;
  readonly dueAtMs: number;
}

const dueOf = (dealerCode: string, count: number, dueAtMs = NOON): readonly Due[] =>
  Array.from({ length: count }, () => ({ dealerCode, dueAtMs }));
const countsOf = (plans: readonly Due[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(plans, ({ dealerCode }) => dealerCode)].map(([dealer, { length }]) => [dealer, length]),
  );

describe('Batches of due plans (decisions: recurring sales)', () => {
  test.each([
    { due: 0, batches: [] },
    { due: 1, batches: [1] },
    { due: 25, batches: [25] },
    { due: 26, batches: [13, 13] },
    { due: 100, batches: [25, 25, 25, 25] },
    { due: 101, batches: [26, 25, 25, 25] },
    { due: 200, batches: [50, 50, 50, 50] },
    // The rest stays due for the next minute.
    { due: 1_000, batches: [50, 50, 50, 50] },
  ])('of $due plans are $batches', ({ due, batches }) => {
    expect(batchesOf(dueOf('A', due), SETTINGS).map(({ length }) => length)).toEqual(batches);
  });

  test('hand out each plan once', () => {
    const due = [...dueOf('A', 90), ...dueOf('B', 40)];
    const handed = batchesOf(due, SETTINGS).flat();
    expect(new Set(handed).size).toBe(130);
  });

  test('a dealer with many plans takes no turn of a dealer with few, in any batch', () => {
    const batches = batchesOf([...dueOf('BIG', 10_000), ...dueOf('SMALL', 40), ...dueOf('ONE', 1)], SETTINGS);
    expect(countsOf(batches.flat())).toEqual({ BIG: 159, SMALL: 40, ONE: 1 });
    for (const batch of batches) {
      expect(countsOf(batch).SMALL).toBe(10);
      // In turns within the batch as well, for a worker begins with its front.
      expect(countsOf(batch.slice(0, 20)).SMALL).toBeGreaterThanOrEqual(9);
    }
  });

  test('of a dealer the plan that waits longest is handed out first', () => {
    const due = [...dueOf('A', 250), ...dueOf('A', 3, NOON - MINUTE_MS)];
    const handed = batchesOf(due, SETTINGS).flat();
    expect(handed.filter(({ dueAtMs }) => dueAtMs < NOON)).toHaveLength(3);
  });

  test.each([
    { batches: 1, each: 10 },
    { batches: 2, each: 5 },
    { batches: 3, each: 3 },
    { batches: 4, each: 2 },
    { batches: 20, each: 1 },
    { batches: 0, each: 10 },
  ])('$batches of them have $each charges at once at a gateway', ({ batches, each }) => {
    expect(chargesAtOnceOf(batches, SETTINGS)).toBe(each);
  });
});

describe('The age of the plan that waits longest', () => {
  test.each([
    { at: 'in its slot', nowMs: NOON + 5 * MINUTE_MS, due: [NOON, NOON + MINUTE_MS], age: 5 * MINUTE_MS },
    { at: 'in its slot, with nothing due', nowMs: NOON + 5 * MINUTE_MS, due: [], age: 0 },
    { at: 'between slots, where a plan in doubt is due', nowMs: NOON + 180 * MINUTE_MS, due: [NOON], age: 0 },
  ])('$at', ({ nowMs, due, age }) => {
    expect(
      oldestDueMs(
        due.map((dueAtMs) => ({ dueAtMs })),
        nowMs,
      ),
    ).toBe(age);
  });
});
