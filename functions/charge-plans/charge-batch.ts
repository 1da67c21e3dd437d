import type { PlanMetrics } from '../../shared/observability/plan-metrics.ts';
import type { ChargePlanDependencies } from './charge-plan.ts';
import { type ChargePlansReport, chargePlans } from './charge-plans.ts';
import { countingTries, type TryCounts } from './count-tries.ts';
import { GatewayPlaces } from './gateway-places.ts';
import { runOf } from './read-batch.ts';

export interface ChargeBatchDependencies extends Omit<ChargePlanDependencies, 'places'> {
  readonly metrics: PlanMetrics;
}

/** Charges the plans of one batch, and counts what came of them. `endsAtMs`: when the invocation ends. */
export const chargeBatch =
  ({ metrics, ...deps }: ChargeBatchDependencies) =>
  async (event: unknown, endsAtMs: number): Promise<ChargePlansReport> => {
    const { plans, deadlineMs, chargesAtOnce } = runOf(event, { nowMs: deps.clock.now(), endsAtMs });
    const tries: TryCounts = {};
    const run = { ...deps, plans: countingTries(deps.plans, tries), places: new GatewayPlaces(chargesAtOnce) };
    const report = await chargePlans(run)(plans, deadlineMs);
    const { failed = 0, unread: plansUnread = 0, 'no-time': left = 0 } = report;
    const unread = plansUnread + (tries['card-damaged'] ?? 0);
    metrics.charged({ failed, unread, left }, tries);
    return report;
  };
