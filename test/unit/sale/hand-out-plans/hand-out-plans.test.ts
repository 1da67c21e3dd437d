import { describe, expect, test } from 'vitest';
import {
  type HandOutPlansDependencies,
  handOutPlans,
} from '../../../../functions/sale/hand-out-plans/hand-out-plans.ts';
import { heldInRecovery } from '../../../../shared/adapters/dynamodb/dealer/stage-recovery.ts';
import { dynamoDuePlans } from '../../../../shared/adapters/dynamodb/sale/due-plans.ts';
import { planItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { HandOutSettings } from '../../../../shared/domain/sale/hand-out.ts';
import { newPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import type { DuePlans, PlanBatch } from '../../../../shared/ports/due-plans.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

/** Noon in Istanbul. */
const NOON = Date.UTC(2026, 10, 2, 9);
const MINUTE_MS = 60_000;
const SETTINGS: HandOutSettings = { batchesAtOnce: 2, plansPerBatch: 40, chargesAtOncePerGateway: 10 };

const world = () => {
  const table = new MemoryTable();
  const clock = new FakeClock(NOON + MINUTE_MS);
  const log = new FakeLog();
  const started: PlanBatch[] = [];
  const told: unknown[] = [];
  const run = (more: Partial<HandOutPlansDependencies> = {}) =>
    handOutPlans({
      duePlans: dynamoDuePlans(table),
      workers: { start: async (batch) => void started.push(batch) },
      settings: SETTINGS,
      clock,
      log,
      metrics: { ran: (...numbers) => void told.push(numbers) },
      ...more,
    })();
  let ids = 0;
  const addPlans = async (dealerCode: string, count: number, slotMs = NOON): Promise<void> => {
    for (let made = 0; made < count; made += 1) {
      ids += 1;
      const plan = newPlan(
        {
          dealerCode,
          dealerSaleId: ids,
          dealerPaymentPlanId: ids,
          madeBy: 'schedule',
          dueDay: '20261102',
          terms: { amount: minor(100), currency: 'TL', installmentNumber: 1 },
          listingShards: 1,
        },
        { slotMs, nowMs: NOON },
      );
      await table.transact([{ put: planItem(plan) }]);
    }
  };
  return { table, clock, log, started, told, run, addPlans };
};

const failingShards = (duePlans: DuePlans, fails: (shard: number) => boolean): DuePlans => ({
  ...duePlans,
  due: async (shard, page) => {
    if (fails(shard)) throw new StoreUnavailable('not-applied', 'Test');
    return duePlans.due(shard, page);
  },
});

describe('hand-out-plans (decisions: recurring sales)', () => {
  test('hands the plans that are due to workers with an end and a share of the charges, and marks nothing', async () => {
    const { run, addPlans, started, told, table } = world();
    await addPlans('D1', 30);
    await addPlans('D1', 5, NOON + 2 * MINUTE_MS);
    const before = table.rows();
    expect(await run()).toEqual({ due: 30, handedOut: 30, failed: 0 });
    expect(started.map(({ plans }) => plans.length)).toEqual([15, 15]);
    expect(new Set(started.flatMap(({ plans }) => plans.map((one) => one.dealerPaymentPlanId))).size).toBe(30);
    for (const { beginUntilMs, chargesAtOnce } of started) {
      expect({ beginUntilMs, chargesAtOnce }).toEqual({ beginUntilMs: NOON + 2 * MINUTE_MS, chargesAtOnce: 5 });
    }
    expect(Object.keys(started[0]?.plans[0] ?? {}).toSorted()).toEqual(
      ['shard', 'position', 'dealerCode', 'dealerSaleId', 'dealerPaymentPlanId'].toSorted(),
    );
    expect(told).toEqual([[{ due: 30, handedOut: 30, failed: 0 }, MINUTE_MS]]);
    expect(table.rows()).toEqual(before);
  });

  test('starts nobody where nothing is due', async () => {
    const { run, started, told } = world();
    await run();
    expect(started).toEqual([]);
    expect(told).toEqual([[{ due: 0, handedOut: 0, failed: 0 }, 0]]);
  });

  test('a dealer with thousands of plans does not hide those of another one, and is not read to its end', async () => {
    const { run, started } = world();
    const rows = ['A', 'B', 'C'].flatMap((dealerCode) =>
      Array.from({ length: dealerCode === 'A' ? 5_000 : 20 }, (_, index) => ({
        shard: 0,
        dealerCode,
        dealerSaleId: index + 1,
        dealerPaymentPlanId: index + 1,
        dueAtMs: NOON,
        position: `${dealerCode}#${String(index).padStart(6, '0')}`,
      })),
    );
    let read = 0;
    const duePlans: DuePlans = {
      shards: 1,
      due: async (_shard, { limit, after = '' }) => {
        const page = rows.filter(({ position }) => position > after).slice(0, limit);
        read += page.length;
        return page;
      },
      behindDealer: ({ dealerCode }) => `${dealerCode}$`,
    };
    // Of each dealer as many as all workers take together.
    expect(await run({ duePlans })).toMatchObject({ due: 80 + 20 + 20, handedOut: 80 });
    const codes = started.flatMap(({ plans }) => plans.map(({ dealerCode }) => dealerCode));
    expect(codes).toHaveLength(80);
    for (const dealer of ['B', 'C']) expect(codes.filter((code) => code === dealer)).toHaveLength(20);
    expect(read).toBeLessThan(500);
  });

  /** One shard of the queue: `count` plans of each of these dealers, those of a dealer behind each other. */
  const oneShard = (dealers: readonly string[], count: number): DuePlans => {
    const rows = dealers.flatMap((dealerCode) =>
      Array.from({ length: count }, (_, index) => ({
        shard: 0,
        dealerCode,
        dealerSaleId: index + 1,
        dealerPaymentPlanId: index + 1,
        dueAtMs: NOON,
        position: `${dealerCode}#${String(index).padStart(6, '0')}`,
      })),
    );
    return {
      shards: 1,
      due: async (_shard, { limit, after = '' }) => rows.filter(({ position }) => position > after).slice(0, limit),
      behindDealer: ({ dealerCode }) => `${dealerCode}$`,
    };
  };

  test('a dealer whose plans a page ends among is read on, as long as more of them can be handed out', async () => {
    const { run } = world();
    expect(await run({ duePlans: oneShard(['A', 'B', 'C', 'D', 'E'], 60) })).toMatchObject({ due: 300 });
  });

  test('of each dealer those plans are handed out that stand first in the queue', async () => {
    const { run, started } = world();
    await run({ duePlans: oneShard(['A', 'B'], 80) });
    const ids = started.flatMap(({ plans }) => plans.map((plan) => plan.dealerPaymentPlanId));
    expect([ids.length, Math.max(...ids)]).toEqual([80, 40]);
  });

  test('plans of a dealer that are handed out together stand in all shards of the queue', async () => {
    const { run, addPlans, started } = world();
    for (const dealer of ['A', 'B', 'C', 'D', 'E']) await addPlans(dealer, 200);
    await run();
    const handed = started.flatMap(({ plans }) => plans);
    for (const plans of Map.groupBy(handed, ({ dealerCode }) => dealerCode).values()) {
      // Two batches of 40 plans: 16 of each of the five dealers, one in each shard.
      expect(new Set(plans.map(({ shard }) => shard)).size).toBe(16);
    }
  });

  test('behind the plans of a dealer stand those of others that became due then, and its own that became due later', async () => {
    const { addPlans, table } = world();
    const duePlans = dynamoDuePlans(table);
    for (const [dealer, slotMs] of [
      ['A', NOON],
      ['B', NOON],
      ['A', NOON + 1],
    ] as const)
      await addPlans(dealer, 40, slotMs);
    const page = { nowMs: NOON + MINUTE_MS, limit: 100 };
    for (let shard = 0; shard < duePlans.shards; shard += 1) {
      const [first, ...others] = await duePlans.due(shard, page);
      if (first === undefined) continue;
      const isBehind = (one: typeof first) => one.dealerCode !== first.dealerCode || one.dueAtMs !== first.dueAtMs;
      expect(await duePlans.due(shard, { ...page, after: duePlans.behindDealer(first) })).toEqual(
        others.filter(isBehind),
      );
    }
  });

  test('what a worker that never ran was given is handed out again', async () => {
    const { run, addPlans, started, clock } = world();
    await addPlans('D1', 3);
    const lost = { start: () => Promise.reject(new StoreUnavailable('not-applied', 'Test')) };
    expect(await run({ workers: lost })).toEqual({ due: 3, handedOut: 0, failed: 1 });
    clock.advance(MINUTE_MS);
    expect(await run()).toEqual({ due: 3, handedOut: 3, failed: 0 });
    expect(started).toHaveLength(1);
  });

  test('one shard that cannot be read does not hold up the others; if none can, the run fails and its heartbeat is missing', async () => {
    const { run, addPlans, table, told, log } = world();
    await addPlans('D1', 60);
    const duePlans = dynamoDuePlans(table);
    const report = await run({ duePlans: failingShards(duePlans, (shard) => shard === 3) });
    expect(report.failed).toBe(1);
    expect(report.handedOut).toBeGreaterThan(40);
    expect(log.lines.map(({ event }) => event)).toEqual(['due plans not read']);
    await expect(run({ duePlans: failingShards(duePlans, () => true) })).rejects.toThrow(StoreUnavailable);
    expect(told).toHaveLength(1);
  });

  test('hands out nothing while the stage recovers from a restored table (rule 47)', async () => {
    const { run, addPlans, table, started } = world();
    await addPlans('D1', 3);
    const held = heldInRecovery(dynamoDuePlans(table), { isOn: async () => true });
    expect(await run({ duePlans: held })).toEqual({ due: 0, handedOut: 0, failed: 0 });
    expect(started).toEqual([]);
  });
});
