import { describe, expect, test } from 'vitest';
import { countingTries, type TryCounts } from '../../../../functions/sale/charge-plans/count-tries.ts';
import { dynamoPlanEngine } from '../../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { TryResult } from '../../../../shared/domain/sale/payment-plan.ts';
import { newPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { tryOf } from '../../../../shared/domain/sale/plan-moves.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const sale = saleOf('D1');
const plan = newPlan(
  {
    dealerCode: 'D1',
    dealerSaleId: sale.dealerSaleId,
    dealerPaymentPlanId: 7,
    madeBy: 'hand',
    dueDay: '20261102',
    terms: { amount: minor(100), currency: 'TL', installmentNumber: 1 },
    listingShards: 1,
  },
  { slotMs: 0, nowMs: 0 },
);
const conclusionOf = (result: TryResult) => ({
  plan,
  tried: tryOf(plan, { result, atMs: 1, dealerPaymentPlanHistoryId: 9 }),
});

describe('Tries of plans as they are counted', () => {
  test.each<[TryResult, TryCounts]>([
    [{ kind: 'paid' }, { paid: 1 }],
    [{ kind: 'declined', code: '002' }, { declined: 1 }],
    [{ kind: 'not-charged', because: 'virtual-pos' }, { 'virtual-pos': 1 }],
    [{ kind: 'not-charged', because: 'bank' }, { bank: 1 }],
  ])('%j', async (result, counted) => {
    const counts: TryCounts = {};
    const engine = { ...dynamoPlanEngine(new MemoryTable()), conclude: async () => 'concluded' as const };
    await countingTries(engine, counts).conclude(conclusionOf(result), { sale });
    expect(counts).toEqual(counted);
  });

  test('one that somebody else wrote first is not counted, nor is a look that tried nothing', async () => {
    const counts: TryCounts = {};
    const engine = dynamoPlanEngine(new MemoryTable());
    const lost = countingTries({ ...engine, conclude: async () => 'plan-changed' }, counts);
    await lost.conclude(conclusionOf({ kind: 'paid' }), { sale });
    const waiting = countingTries({ ...engine, conclude: async () => 'concluded' }, counts);
    await waiting.conclude({ plan }, { sale });
    expect(counts).toEqual({});
  });
});
