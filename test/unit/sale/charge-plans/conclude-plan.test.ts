import { expect, test } from 'vitest';
import { concludePlan } from '../../../../functions/sale/charge-plans/conclude-plan.ts';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { endedPlan } from '../../../../shared/domain/sale/plan-moves.ts';
import type { PlanEngine, PlanFile } from '../../../../shared/ports/plan-engine.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const FILE: PlanFile = { sale: saleOf('D1'), plan: planOf({}) };
const DUE = { shard: 0, position: '', dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: 7 };

/** Concludes a plan whose sale changed in between, and which stands as `now` when it is read again. */
const concluded = async (now: PlanFile) => {
  const versions: number[] = [];
  const plans: PlanEngine = {
    shards: 1,
    due: async () => [],
    open: async () => now,
    scheduleOf: async () => undefined,
    triesOf: async (dealerCode, cardHash) => ({ dealerCode, cardHash, version: 0, tries: [] }),
    conclude: async ({ plan }) => {
      versions.push(plan.version);
      return versions.length === 1 ? 'sale-changed' : 'concluded';
    },
    putOffUnread: async () => undefined,
  };
  const clock = new FakeClock(0);
  const identifiers = { next: async () => 1 };
  const deps = { plans, identifiers, clock, paymentNames: hmacPaymentNames('test'), dealerOf: async () => undefined };
  const end = ({ plan }: PlanFile) => ({ plan: endedPlan(plan, 0, { state: 'failed' }) });
  return { file: await concludePlan({ due: DUE, file: FILE }, end, deps), versions };
};

test('the end of a plan is decided anew where its sale changed, and left to others who wrote the plan', async () => {
  const { plan } = FILE;
  const again = await concluded({ ...FILE, sale: { ...FILE.sale, version: FILE.sale.version + 1 } });
  expect([again.file?.plan.state, again.versions]).toEqual(['failed', [plan.version + 1, plan.version + 1]]);
  const other = await concluded({ ...FILE, plan: { ...plan, version: plan.version + 1 } });
  expect([other.file, other.versions]).toEqual([undefined, [plan.version + 1]]);
});
