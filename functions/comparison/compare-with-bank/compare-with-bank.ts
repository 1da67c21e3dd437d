import { dayAfter } from '../../../shared/domain/calendar.ts';
import {
  doneDayAtLeast,
  lastComparableDay,
  lastExpectedComparison,
} from '../../../shared/domain/comparison/comparison-days.ts';
import { type ComparisonMetrics, errorNameOf } from '../../../shared/observability/log.ts';
import type { ComparisonProgress } from '../../../shared/ports/comparisons.ts';
import type { DealerDirectory, Dealers } from '../../../shared/ports/dealers.ts';
import { STAGE_OWNER } from '../../../shared/ports/statements.ts';
import { type CompareDayDependencies, compareDay, type DayOutcome } from './compare-day.ts';
import { hasTime } from './day-work.ts';
import { GatewayPace } from './gateway-pace.ts';

export interface CompareWithBankDependencies extends CompareDayDependencies {
  readonly dealers: Dealers;
  readonly dealerDirectory: DealerDirectory;
  readonly metrics: ComparisonMetrics;
  /** Questions that each gateway is asked per second. */
  readonly inquiriesPerSecond: number;
  /** Waits; the machine's timer by default. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** What a run over all dealers did. */
export interface ComparisonReport extends Pick<DayOutcome, 'compared' | 'unclear' | 'unanswered' | 'differences'> {
  readonly failed: number;
  readonly doneDay: string;
  readonly isDone: boolean;
}

const DEALERS_AT_ONCE = 5;
const NOTHING = { compared: 0, unclear: 0, unanswered: 0, differences: 0 };

type Sums = typeof NOTHING;

const added = (one: Sums, other: Sums): Sums => ({
  compared: one.compared + other.compared,
  unclear: one.unclear + other.unclear,
  unanswered: one.unanswered + other.unanswered,
  differences: one.differences + other.differences,
});

const machinePause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Run {
  readonly until: string;
  readonly deadlineMs: number;
  readonly pace: GatewayPace;
}

/** Compares the days of a dealer that are missing, day by day. */
const compareDealer = async (
  deps: CompareWithBankDependencies,
  dealerCode: string,
  { until, deadlineMs, pace }: Run,
): Promise<{ readonly sums: Sums; readonly isDone: boolean }> => {
  const stored = await deps.comparisons.progress(dealerCode);
  const doneDay = doneDayAtLeast(stored?.doneDay, until);
  // A place is that of the day behind its own done day.
  let progress: ComparisonProgress =
    stored !== undefined && stored.doneDay === doneDay ? stored : { version: stored?.version ?? 0, doneDay };
  let sums = NOTHING;
  const listingShards = (await deps.dealers.load(dealerCode))?.dealer.listingShards ?? 1;
  while (progress.doneDay < until && hasTime(deps, deadlineMs)) {
    const day = dayAfter(progress.doneDay);
    const work = { dealerCode, listingShards, day, deadlineMs, pace };
    const outcome = await compareDay(deps, work, progress.place);
    sums = added(sums, outcome);
    const next = outcome.isDone ? { doneDay: day } : { doneDay: progress.doneDay, place: outcome.place };
    const saved = { version: progress.version + 1, ...next };
    // Where another run was first, it goes on alone.
    if (!(await deps.comparisons.saveProgress(dealerCode, saved)) || !outcome.isDone) return { sums, isDone: false };
    progress = saved;
  }
  return { sums, isDone: progress.doneDay >= until };
};

/** A dealer's turn. What fails is logged, and keeps no other dealer waiting. */
const takeTurn = async (
  deps: CompareWithBankDependencies,
  dealerCode: string,
  run: Run,
): Promise<{ readonly sums: Sums; readonly is: 'done' | 'open' | 'failed' }> => {
  try {
    const { sums, isDone } = await compareDealer(deps, dealerCode, run);
    return { sums, is: isDone ? 'done' : 'open' };
  } catch (error) {
    deps.log.error('day not compared', { dealerCode, errorName: errorNameOf(error) });
    return { sums: NOTHING, is: 'failed' };
  }
};

/**
 * Compares what is missing of all dealers' days with the banks' books, in rounds over the dealers. A run that has no more
 * time keeps its place, and the next one goes on there. Nothing but the report is written.
 */
export const compareWithBank =
  (deps: CompareWithBankDependencies) =>
  async (deadlineMs: number): Promise<ComparisonReport> => {
    const { comparisons, clock, dealerDirectory, metrics, inquiriesPerSecond, pause = machinePause } = deps;
    const until = lastComparableDay(clock.now());
    const stored = await comparisons.progress(STAGE_OWNER);
    const pace = new GatewayPace({ clock, perSecond: inquiriesPerSecond, pause });
    const isBegun = stored?.round?.until === until;
    let [sums, failed, open] = [NOTHING, 0, isBegun ? (stored.round?.open ?? 0) : 0];
    let after = isBegun ? stored.round?.after : undefined;
    let isAtEnd = stored !== undefined && stored.doneDay >= until;
    while (!isAtEnd && hasTime(deps, deadlineMs)) {
      const dealers = await dealerDirectory.page({ after, limit: DEALERS_AT_ONCE });
      const run = { until, deadlineMs, pace };
      const turns = await Promise.all(dealers.map(({ dealerCode }) => takeTurn(deps, dealerCode, run)));
      for (const turn of turns) sums = added(sums, turn.sums);
      failed += turns.filter(({ is }) => is === 'failed').length;
      open += turns.filter(({ is }) => is !== 'done').length;
      after = dealers.at(-1)?.dealerCode ?? after;
      isAtEnd = dealers.length < DEALERS_AT_ONCE;
    }
    const isDone = isAtEnd && open === 0;
    const doneDay = isDone ? until : doneDayAtLeast(stored?.doneDay, until);
    const round = isAtEnd || after === undefined ? undefined : { until, after, open };
    if (doneDay !== stored?.doneDay || round !== undefined || stored.round !== undefined) {
      // Where another run was first, its place is as good.
      await comparisons.saveProgress(STAGE_OWNER, {
        version: (stored?.version ?? 0) + 1,
        doneDay,
        ...(round && { round }),
      });
    }
    metrics.ran({ ...sums, failed, late: doneDay < lastExpectedComparison(clock.now()) ? 1 : 0 });
    return { ...sums, failed, doneDay, isDone };
  };
