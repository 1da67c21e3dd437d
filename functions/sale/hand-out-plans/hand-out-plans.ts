import {
  batchesOf,
  chargesAtOnceOf,
  HAND_OUT_MS,
  type HandOutSettings,
  mostPlans,
  oldestDueMs,
} from '../../../shared/domain/sale/hand-out.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { HandOutMetrics, HandOutNumbers } from '../../../shared/observability/plan-metrics.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DuePlans, PlanWorkers, WaitingPlan } from '../../../shared/ports/due-plans.ts';

export interface HandOutPlansDependencies {
  readonly duePlans: DuePlans;
  readonly workers: PlanWorkers;
  readonly settings: HandOutSettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: HandOutMetrics;
}

const PAGE = 250;
/** Most pages that a run reads of a shard: a dealer is handed out also behind 40 pages of other dealers' plans. */
const MAX_PAGES = 40;

/**
 * The due plans of a shard: of each dealer no more than can be handed out. The further plans of that dealer are skipped, so
 * that those of other dealers are found.
 */
const readShard = async (
  shard: number,
  nowMs: number,
  { duePlans, settings }: HandOutPlansDependencies,
): Promise<readonly WaitingPlan[]> => {
  const mostOfDealer = Math.ceil(mostPlans(settings) / duePlans.shards);
  const counts = new Map<string, number>();
  const found: WaitingPlan[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const plans = await duePlans.due(shard, { nowMs, limit: PAGE, after });
    for (const plan of plans) {
      const count = (counts.get(plan.dealerCode) ?? 0) + 1;
      counts.set(plan.dealerCode, count);
      if (count <= mostOfDealer) found.push(plan);
    }
    const last = plans.at(-1);
    if (last === undefined || plans.length < PAGE) return found;
    const isSkipped = (counts.get(last.dealerCode) ?? 0) >= mostOfDealer;
    after = isSkipped ? duePlans.behindDealer(last) : last.position;
  }
  return found;
};

/**
 * The plans of all shards: the first one of each dealer in each shard, then the second ones, and so on. So plans of a dealer
 * that are handed out together come from all shards, and their writes do not meet in one shard.
 */
const alternating = (shards: readonly (readonly WaitingPlan[])[]): readonly WaitingPlan[] => {
  const ranked = shards.flatMap((plans) => {
    const counts = new Map<string, number>();
    return plans.map((plan) => {
      const rank = counts.get(plan.dealerCode) ?? 0;
      counts.set(plan.dealerCode, rank + 1);
      return { plan, rank };
    });
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ plan }) => plan);
};

/**
 * Hands the plans that are due now to workers that run side by side for a minute (decisions: recurring sales). It marks
 * nothing. A plan that no worker began is still due, and the next run hands it out again; a plan that two workers get is
 * charged by one of them. If no shard can be read the run fails, so that the missing heartbeat rings.
 */
export const handOutPlans = (deps: HandOutPlansDependencies) => async (): Promise<HandOutNumbers> => {
  const { duePlans, workers, settings, clock, log, metrics } = deps;
  const nowMs = clock.now();
  const failures = <Value>(settled: readonly PromiseSettledResult<Value>[], event: string): readonly unknown[] => {
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    for (const error of reasons) log.error(event, { errorName: errorNameOf(error) });
    return reasons;
  };
  const shards = Array.from({ length: duePlans.shards }, (_, shard) => shard);
  const reads = await Promise.allSettled(shards.map((shard) => readShard(shard, nowMs, deps)));
  const unread = failures(reads, 'due plans not read');
  if (unread.length === shards.length) throw unread[0];
  const due = alternating(reads.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : [])));
  const batches = batchesOf(due, settings);
  const share = { beginUntilMs: nowMs + HAND_OUT_MS, chargesAtOnce: chargesAtOnceOf(batches.length, settings) };
  const named = batches.map((plans) => plans.map(({ dueAtMs: _dueAtMs, ...plan }) => plan));
  const starts = await Promise.allSettled(named.map((plans) => workers.start({ plans, ...share })));
  const notStarted = failures(starts, 'plans not handed out');
  const report = {
    due: due.length,
    handedOut: named.reduce((sum, plans, index) => sum + (starts[index]?.status === 'fulfilled' ? plans.length : 0), 0),
    failed: unread.length + notStarted.length,
  };
  metrics.ran(report, oldestDueMs(due, nowMs));
  return report;
};
