import { dayBefore } from '../../../shared/domain/calendar.ts';
import { lastClosedDay, lastExpectedDay } from '../../../shared/domain/statement/statement-days.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { DealerDirectory, Dealers } from '../../../shared/ports/dealers.ts';
import { STAGE_OWNER, type StatementProgress } from '../../../shared/ports/statements.ts';
import { hasTime, type MakeDayDependencies } from './make-day.ts';
import { makeDealer } from './make-dealer.ts';

export interface MakeStageDependencies extends MakeDayDependencies {
  readonly dealers: Dealers;
  readonly dealerDirectory: DealerDirectory;
  readonly log: Log;
}

/** What a run over all dealers did. */
export interface StageOutcome {
  readonly made: number;
  readonly failed: number;
  readonly isDone: boolean;
  readonly doneDay: string;
  /** A night is over, and its statements are not all there. */
  readonly isLate: boolean;
}

const DEALERS_AT_ONCE = 5;

interface DealerTurn {
  readonly made: number;
  readonly is: 'done' | 'open' | 'failed';
}

/** A dealer's turn. What fails is logged, and keeps no other dealer waiting. */
const takeTurn = async (
  deps: MakeStageDependencies,
  dealerCode: string,
  { until, deadlineMs }: { readonly until: string; readonly deadlineMs: number },
): Promise<DealerTurn> => {
  try {
    const listingShards = (await deps.dealers.load(dealerCode))?.dealer.listingShards ?? 1;
    const { made, isDone } = await makeDealer(deps, { dealerCode, listingShards, until, deadlineMs });
    return { made, is: isDone ? 'done' : 'open' };
  } catch (error) {
    deps.log.error('statements not made', { dealerCode, errorName: errorNameOf(error) });
    return { made: 0, is: 'failed' };
  }
};

/**
 * Makes what is missing of all dealers' statements, up to the latest day that is over. A round goes through the dealers
 * in the order of their codes. A run that has no more time keeps its place, and the next one goes on there. The stage is
 * done with a day once a round has left nobody open.
 */
export const makeStage = async (deps: MakeStageDependencies, deadlineMs: number): Promise<StageOutcome> => {
  const { making, clock, dealerDirectory } = deps;
  const until = lastClosedDay(clock.now());
  const stored: StatementProgress = (await making.progress(STAGE_OWNER)) ?? { version: 0, doneDay: dayBefore(until) };
  const isBegun = stored.round?.until === until;
  let [made, failed, open] = [0, 0, isBegun ? (stored.round?.open ?? 0) : 0];
  let after = isBegun ? stored.round?.after : undefined;
  let isAtEnd = stored.doneDay >= until;
  while (!isAtEnd && hasTime(deps, deadlineMs)) {
    const dealers = await dealerDirectory.page({ after, limit: DEALERS_AT_ONCE });
    const turns = await Promise.all(dealers.map(({ dealerCode }) => takeTurn(deps, dealerCode, { until, deadlineMs })));
    made += turns.reduce((sum, turn) => sum + turn.made, 0);
    failed += turns.filter((turn) => turn.is === 'failed').length;
    open += turns.filter((turn) => turn.is !== 'done').length;
    after = dealers.at(-1)?.dealerCode ?? after;
    isAtEnd = dealers.length < DEALERS_AT_ONCE;
  }
  const isDone = isAtEnd && open === 0;
  const doneDay = isDone && stored.doneDay < until ? until : stored.doneDay;
  const round = isAtEnd || after === undefined ? undefined : { until, after, open };
  if (doneDay !== stored.doneDay || round !== undefined || stored.round !== undefined) {
    // Where another run was first, its place is as good.
    await making.saveProgress(STAGE_OWNER, { version: stored.version + 1, doneDay, ...(round && { round }) });
  }
  return { made, failed, isDone, doneDay, isLate: doneDay < lastExpectedDay(clock.now()) };
};
