import { describe, expect, test } from 'vitest';
import { concludePlan } from '../../../../functions/sale/charge-plans/conclude-plan.ts';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { endedPlan, type PlanMove } from '../../../../shared/domain/sale/plan-moves.ts';
import type { PlanConclusion, PlanEngine, PlanFile } from '../../../../shared/ports/plan-engine.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { saleOf, scheduleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const NOON = Date.UTC(2026, 10, 23, 9);
const FILE: PlanFile = { sale: saleOf('D1', { dealerSaleId: 5 }), plan: planOf({}) };
const DUE = { shard: 0, position: '', dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: 7 };
const DAILY = scheduleOf('D1', { period: 'day', daysOfMonth: [] });
const failed = ({ plan }: PlanFile): PlanMove => ({ plan: endedPlan(plan, NOON, { state: 'failed' }) });

interface Scene {
  readonly file?: PlanFile;
  /** The plan as it stands when it is read again. */
  readonly now?: PlanFile;
  /** What the store answers, one write after the other; then the plan is concluded. */
  readonly outcomes?: readonly Awaited<ReturnType<PlanEngine['conclude']>>[];
  readonly schedule?: typeof DAILY;
  readonly dealer?: Dealer;
  readonly decide?: (file: PlanFile) => PlanMove;
}

/** Concludes a plan. */
const concluded = async ({ file = FILE, now = file, outcomes = [], schedule, dealer, decide = failed }: Scene) => {
  const written: PlanConclusion[] = [];
  const ids: string[] = [];
  let opened = 0;
  const plans: PlanEngine = {
    shards: 1,
    due: async () => [],
    open: async () => {
      opened += 1;
      return now;
    },
    scheduleOf: async () => schedule,
    triesOf: async (dealerCode, cardHash) => ({ dealerCode, cardHash, version: 0, tries: [] }),
    conclude: async (conclusion) => {
      written.push(conclusion);
      return outcomes[written.length - 1] ?? 'concluded';
    },
    putOffUnread: async () => undefined,
  };
  const clock = new FakeClock(NOON);
  const identifiers = {
    next: async (kind: string) => {
      ids.push(kind);
      return 77;
    },
  };
  const deps = { plans, identifiers, clock, paymentNames: hmacPaymentNames('test'), dealerOf: async () => dealer };
  const result = await concludePlan({ due: DUE, file }, decide, deps);
  const types = written.at(-1)?.events?.map(({ type }) => type);
  return { file: result, versions: written.map(({ plan }) => plan.version), written, ids, types, opened };
};

describe('The end of a plan (decisions: recurring sales)', () => {
  const { plan } = FILE;

  test('is decided anew where its sale changed in between, and left to others who wrote the plan', async () => {
    const now = { ...FILE, sale: { ...FILE.sale, version: FILE.sale.version + 1 } };
    const again = await concluded({ now, outcomes: ['sale-changed'] });
    expect([again.file?.plan.state, again.versions]).toEqual(['failed', [plan.version + 1, plan.version + 1]]);
    const others = { ...FILE, plan: { ...plan, version: plan.version + 1 } };
    const other = await concluded({ now: others, outcomes: ['sale-changed'] });
    expect([other.file, other.versions]).toEqual([undefined, [plan.version + 1]]);
    const first = await concluded({ outcomes: ['plan-changed'] });
    expect([first.file, first.versions, first.opened]).toEqual([undefined, [plan.version + 1], 0]);
  });

  test('is left to the next look where its sale changes five times', async () => {
    const four = await concluded({ outcomes: Array.from({ length: 4 }, () => 'sale-changed' as const) });
    expect([four.file?.plan.state, four.versions.length]).toEqual(['failed', 5]);
    const five = await concluded({ outcomes: Array.from({ length: 6 }, () => 'sale-changed' as const) });
    expect([five.file, five.versions.length]).toEqual([undefined, 5]);
  });

  test('plans the next step of its sale, with an id of its own, in the lists as its dealer has them now', async () => {
    const file = { ...FILE, plannedStep: 7 };
    const dealer = dealerWith({ dealerCode: 'D1', listingShards: 4 });
    const { written, ids, types } = await concluded({ file, schedule: DAILY, dealer });
    expect(written[0]?.next).toMatchObject({ dealerPaymentPlanId: 77, dueDay: '20261124', listingShards: 4 });
    expect([ids, types]).toEqual([['plan'], ['plan.failed']]);
    const gone = await concluded({ file: { ...file, plan: planOf({ listingShards: 2 }) }, schedule: DAILY });
    expect(gone.written[0]?.next).toMatchObject({ listingShards: 2 });
  });

  test('ends its sale where no step follows', async () => {
    const { written, types } = await concluded({ file: { ...FILE, plannedStep: 7 } });
    expect(written[0]).not.toHaveProperty('next');
    expect(types).toEqual(['plan.failed', 'sale.ended']);
  });

  test('plans nothing behind a plan that is not its sale’s step, and that takes no id', async () => {
    const { ids, types } = await concluded({ file: { ...FILE, plannedStep: 8 }, schedule: DAILY });
    expect([ids, types]).toEqual([[], ['plan.failed']]);
  });

  test('keeps the try with an id of its own kind', async () => {
    const result = { kind: 'not-charged', because: 'no-card' } as const;
    const { written, ids } = await concluded({ decide: (file) => ({ ...failed(file), result }) });
    expect(written[0]?.tried).toMatchObject({ dealerPaymentPlanHistoryId: 77, result });
    expect(ids).toEqual(['plan-try']);
  });
});
