import type { PlanMetrics } from '../../../shared/observability/plan-metrics.ts';
import { type ChargePlansDependencies, type ChargePlansReport, chargePlans } from './charge-plans.ts';
import { countingTries, type TryCounts } from './count-tries.ts';
import { GatewayPlaces } from './gateway-places.ts';
import { Places } from './places.ts';
import { runOf } from './read-batch.ts';

export interface ChargeBatchDependencies extends Omit<ChargePlansDependencies, 'desk' | 'places'> {
  readonly metrics: PlanMetrics;
}

/** Plans that an instance reads and writes side by side: its client has 50 connections, and a charge takes one beside them. */
const AT_ONCE = 40;

/** Charges the plans of one batch, and counts what came of them. `endsAtMs`: when the invocation ends. */
export const chargeBatch = ({ metrics, ...given }: ChargeBatchDependencies) => {
  // Of the instance, not of the run: on one machine all batches of a minute share an instance and its client.
  const deps = { ...given, desk: new Places(AT_ONCE) };
  return async (event: unknown, endsAtMs: number): Promise<ChargePlansReport> => {
    const { plans, deadlineMs, chargesAtOnce } = runOf(event, { nowMs: deps.clock.now(), endsAtMs });
    const tries: TryCounts = {};
    const run = { ...deps, plans: countingTries(deps.plans, tries), places: new GatewayPlaces(chargesAtOnce) };
    const report = await chargePlans(run)(plans, deadlineMs);
    const { failed = 0, unread: plansUnread = 0, 'no-time': left = 0 } = report;
    const unread = plansUnread + (tries['card-damaged'] ?? 0);
    metrics.charged({ failed, unread, left }, tries);
    return report;
  };
};
