import { dayBefore } from '../../../shared/domain/calendar.ts';
import { lastClosedDay, lastExpectedDay } from '../../../shared/domain/statement/statement-days.ts';
import { errorNameOf, type FunnelMetrics, type Log } from '../../../shared/observability/log.ts';
import type { DealerDirectory, Dealers } from '../../../shared/ports/dealers.ts';
import type { FunnelProgress } from '../../../shared/ports/funnels.ts';
import { STAGE_OWNER } from '../../../shared/ports/statements.ts';
import { type CountDealerDependencies, countDealer, hasTime } from './count-dealer.ts';
import { countToday } from './count-today.ts';

export interface CountFunnelDependencies extends CountDealerDependencies {
  readonly dealers: Dealers;
  readonly dealerDirectory: DealerDirectory;
  readonly log: Log;
  readonly metrics: FunnelMetrics;
}

const DEALERS_AT_ONCE = 5;
const BUSY_AT_ONCE = 25;
/** Dealers whose today is counted in one run: each asked within a day, and has thousands of requests. */
const MOST_BUSY = 500;

interface Turn {
  readonly counted: number;
  readonly is: 'done' | 'open' | 'failed';
}

/** A dealer's turn. What fails is logged, and keeps no other dealer waiting. */
const turnOf = async (
  { dealers, log }: CountFunnelDependencies,
  dealerCode: string,
  work: (listingShards: number) => Promise<{ readonly counted: number; readonly isDone: boolean }>,
): Promise<Turn> => {
  try {
    const { counted, isDone } = await work((await dealers.load(dealerCode))?.dealer.listingShards ?? 1);
    return { counted, is: isDone ? 'done' : 'open' };
  } catch (error) {
    log.error('funnel not counted', { dealerCode, errorName: errorNameOf(error) });
    return { counted: 0, is: 'failed' };
  }
};

const numberOf = (turns: readonly Turn[], is: Turn['is']): number => turns.filter((turn) => turn.is === is).length;
const countedIn = (turns: readonly Turn[]): number => turns.reduce((sum, { counted }) => sum + counted, 0);

/** Counts today for dealers that have more requests than a question counts. */
const countBusy = async (deps: CountFunnelDependencies, deadlineMs: number): Promise<readonly Turn[]> => {
  const turns: Turn[] = [];
  let after: string | undefined;
  while (turns.length < MOST_BUSY) {
    const page = await deps.counting.busyDealers({ after, limit: BUSY_AT_ONCE });
    for (const { dealerCode, untilMs } of page) {
      after = dealerCode;
      if (untilMs <= deps.clock.now()) continue;
      const today = async (listingShards: number) => {
        const isDone = await countToday(deps, { dealerCode, listingShards, deadlineMs });
        return { counted: 0, isDone };
      };
      turns.push(await turnOf(deps, dealerCode, today));
    }
    if (page.length < BUSY_AT_ONCE) break;
  }
  return turns;
};

interface Round {
  readonly turns: readonly Turn[];
  readonly doneDay: string;
}

/**
 * Counts what the night has left of all dealers. A round goes through the dealers in the order of their codes. A run that has
 * no more time keeps its place. The stage is done with a day once a round has left nobody open.
 */
const countNight = async (deps: CountFunnelDependencies, deadlineMs: number): Promise<Round> => {
  const { counting, clock, dealerDirectory } = deps;
  const until = lastClosedDay(clock.now());
  const none = dayBefore(until);
  const beginning: FunnelProgress = { version: 0, sinceDay: none, countedUntil: none, givenBackUntil: none };
  const stored = (await counting.progress(STAGE_OWNER)) ?? beginning;
  const { round: begun, ...reached } = stored;
  const isBegun = begun?.until === until;
  let open = isBegun ? begun.open : 0;
  let after = isBegun ? begun.after : undefined;
  let isAtEnd = stored.countedUntil >= until;
  const turns: Turn[] = [];
  while (!isAtEnd && hasTime(deps, deadlineMs)) {
    const page = await dealerDirectory.page({ after, limit: DEALERS_AT_ONCE });
    const night = (dealerCode: string) => (listingShards: number) =>
      countDealer(deps, { dealerCode, listingShards, until, deadlineMs });
    const some = await Promise.all(page.map(({ dealerCode }) => turnOf(deps, dealerCode, night(dealerCode))));
    turns.push(...some);
    open += some.length - numberOf(some, 'done');
    after = page.at(-1)?.dealerCode ?? after;
    isAtEnd = page.length < DEALERS_AT_ONCE;
  }
  const doneDay = isAtEnd && open === 0 && stored.countedUntil < until ? until : stored.countedUntil;
  const round = isAtEnd || after === undefined ? undefined : { until, after, open };
  if (doneDay !== stored.countedUntil || round !== undefined || begun !== undefined) {
    // Where another run was first, its place is as good.
    const saved = { ...reached, version: stored.version + 1, countedUntil: doneDay, ...(round && { round }) };
    await counting.saveProgress(STAGE_OWNER, saved);
  }
  return { turns, doneDay };
};

/** Counts funnels by schedule: first today of the busy dealers, then what the night has left of all (decisions: funnel). */
export const countFunnel =
  (deps: CountFunnelDependencies) =>
  async (deadlineMs: number): Promise<void> => {
    const busy = await countBusy(deps, deadlineMs);
    const { turns, doneDay } = await countNight(deps, deadlineMs);
    const isLate = doneDay < lastExpectedDay(deps.clock.now()) || numberOf(busy, 'open') > 0;
    deps.metrics.ran({
      counted: countedIn(turns),
      failed: numberOf([...busy, ...turns], 'failed'),
      late: isLate ? 1 : 0,
    });
  };
