import { type TryEnd, tryEndOf } from '../../../shared/observability/plan-metrics.ts';
import type { PlanEngine } from '../../../shared/ports/plan-engine.ts';

/** How many tries ended so. */
export type TryCounts = Partial<Record<TryEnd, number>>;

/** The engine, counting the tries that it writes: by what is stored, and so each once. */
export const countingTries = (plans: PlanEngine, counts: TryCounts): PlanEngine => ({
  ...plans,
  conclude: async (conclusion, of) => {
    const outcome = await plans.conclude(conclusion, of);
    if (outcome === 'concluded' && conclusion.tried !== undefined) {
      const end = tryEndOf(conclusion.tried.result);
      counts[end] = (counts[end] ?? 0) + 1;
    }
    return outcome;
  },
});
