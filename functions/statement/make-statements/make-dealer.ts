import { type DayText, dayAfter, dayBefore } from '../../../shared/domain/calendar.ts';
import type { StatementProgress } from '../../../shared/ports/statements.ts';
import { hasTime, type MakeDayDependencies, makeDay } from './make-day.ts';

/** A dealer, and up to which day its statements are wanted. */
export interface DealerWork {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly until: DayText;
  readonly deadlineMs: number;
}

export interface DealerOutcome {
  readonly made: number;
  /** Every statement up to this day is there. */
  readonly doneDay: DayText;
  readonly isDone: boolean;
}

/** Before its first statement a dealer begins with the day of its first charge. */
const beginning = async (
  { making }: MakeDayDependencies,
  { dealerCode, listingShards, until }: DealerWork,
): Promise<StatementProgress> => {
  const first = await making.firstDay(dealerCode, { listingShards, until });
  return { version: 0, doneDay: first === undefined || first > until ? until : dayBefore(first) };
};

/**
 * Makes a dealer's statements day by day, from the first day that is missing on, so that a missed night is made up. A
 * later run goes on where this one stops.
 */
export const makeDealer = async (deps: MakeDayDependencies, work: DealerWork): Promise<DealerOutcome> => {
  const { dealerCode, until, deadlineMs } = work;
  const stored = await deps.making.progress(dealerCode);
  let progress = stored ?? (await beginning(deps, work));
  let made = 0;
  const outcome = (): DealerOutcome => ({ made, doneDay: progress.doneDay, isDone: progress.doneDay >= until });
  const save = async (next: Omit<StatementProgress, 'version'>): Promise<boolean> => {
    const saved = { ...next, version: progress.version + 1 };
    if (!(await deps.making.saveProgress(dealerCode, saved))) return false;
    progress = saved;
    return true;
  };
  while (progress.doneDay < until && hasTime(deps, deadlineMs)) {
    const day = dayAfter(progress.doneDay);
    const done = await makeDay(deps, { ...work, day }, progress.reading);
    made += done.made;
    const next = done.isDone ? { doneDay: day } : { doneDay: progress.doneDay, reading: done.reading };
    // Another run is at work with this dealer, and goes on alone.
    if (!(await save(next)) || !done.isDone) return outcome();
  }
  if (stored === undefined && progress.version === 0) await save({ doneDay: progress.doneDay });
  return outcome();
};
