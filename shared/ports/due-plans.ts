import type { DuePlan } from './plan-engine.ts';

/** A due plan with the time since when it is due, which its place in the queue tells. */
export interface WaitingPlan extends DuePlan {
  readonly dueAtMs: number;
}

/** Payment plans that are due, by the queue alone: no plan is read. The queue follows the table with a short delay. */
export interface DuePlans {
  readonly shards: number;
  /** Plans of a shard that are due, earliest first. Throws StoreUnavailable. */
  due(
    shard: number,
    page: { readonly nowMs: number; readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly WaitingPlan[]>;
  /** Where the plans of other dealers begin behind a plan, among those that became due when it did. */
  behindDealer(plan: WaitingPlan): string;
}

/** Plans for one worker. */
export interface PlanBatch {
  readonly plans: readonly DuePlan[];
  /** No charge begins from then on: the next batches are handed out. */
  readonly beginUntilMs: number;
  /** Most charges at once at one gateway. */
  readonly chargesAtOnce: number;
}

/** Starts workers that charge plans. */
export interface PlanWorkers {
  /**
   * Starts a worker and does not wait for it. It may start twice: each plan is taken by a condition. Rejected when it is
   * unknown whether it starts: its plans stay due for the next minute.
   */
  start(batch: PlanBatch): Promise<void>;
}
