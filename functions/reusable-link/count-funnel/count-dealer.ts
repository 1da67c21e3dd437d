import type { DayText } from '../../../shared/domain/calendar.ts';
import {
  type CountedPart,
  type FunnelTask,
  firstReach,
  funnelTasks,
  oldestOpenDay,
  reachAfter,
} from '../../../shared/domain/funnel/funnel-days.ts';
import { closedFromMs } from '../../../shared/domain/statement/statement-days.ts';
import {
  beginPart,
  type CountPartDependencies,
  countPart,
  type PartCount,
  writeCount,
} from '../../../shared/links/count-part.ts';
import type { FunnelJob, FunnelPlace, FunnelProgress } from '../../../shared/ports/funnels.ts';
import { type GivenBackDependencies, readGivenBack } from './given-back.ts';

export interface CountDealerDependencies extends CountPartDependencies, GivenBackDependencies {
  readonly counting: FunnelJob;
}

/** A dealer, the night that is counted, and until when this run may work. */
export interface DealerNight {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly until: DayText;
  readonly deadlineMs: number;
}

export interface DealerOutcome {
  /** Requests that were counted, each as often as it was. */
  readonly counted: number;
  readonly isDone: boolean;
}

/** A page is begun only with this much time left: it may be one of many reusable links, and what was counted is kept behind it. */
const PAGE_MS = 20_000;

export const hasTime = ({ clock }: Pick<CountDealerDependencies, 'clock'>, deadlineMs: number): boolean =>
  clock.now() + PAGE_MS < deadlineMs;

interface Night {
  readonly deps: CountDealerDependencies;
  readonly night: DealerNight;
  readonly progress: FunnelProgress;
  readonly parts: readonly CountedPart[];
}

const isSame = (one: FunnelTask, other: FunnelTask): boolean => one.task === other.task && one.day === other.day;

/** What an earlier run of this night counted of a task; undefined where it has to begin. */
const keptOf = async (
  { deps, night, progress }: Pick<Night, 'deps' | 'night' | 'progress'>,
  task: FunnelTask,
): Promise<PartCount | undefined> => {
  const { place } = progress;
  if (place === undefined || !isSame(place, task) || place.begunAtMs < closedFromMs(night.until)) return undefined;
  const entries = await deps.counting.draft(night.dealerCode, place.draft);
  // A draft goes after some days: what it had is read again.
  return entries.size === place.entries ? { ...place, entries } : undefined;
};

/** Counts what was given back on a day from a place on, one page at least. */
const countGivenBack = async (
  { deps, night, progress }: Night,
  { day }: FunnelTask,
  from: PartCount,
): Promise<PartCount> => {
  const of = { ...night, day, sinceDay: progress.sinceDay };
  const { after: _read, ...counted } = from;
  let read = await readGivenBack(deps, of, from);
  while (read.after !== undefined && hasTime(deps, night.deadlineMs)) read = await readGivenBack(deps, of, read);
  return { ...counted, ...read };
};

/** Writes a task that is counted. A day without a request leaves nothing behind. */
const write = async ({ deps, night, parts }: Night, task: FunnelTask, counted: PartCount): Promise<void> => {
  const { dealerCode, listingShards } = night;
  if (task.task === 'given-back') {
    return deps.counting.writeGivenBack(dealerCode, task.day, [...counted.entries.values()]);
  }
  const of = { dealerCode, listingShards, day: task.day, part: task.task };
  const wasCounted = parts.some(({ day, part }) => isSame({ day, task: part }, task));
  if (counted.requests > 0 || wasCounted) await writeCount(deps, of, counted);
};

/** Carries a task out from a place on. What it answers has an `after` where the time was over before the task was. */
const carryOut = async (all: Night, task: FunnelTask, from: PartCount): Promise<PartCount> => {
  const { deps, night } = all;
  const { dealerCode, listingShards, deadlineMs } = night;
  const counted =
    task.task === 'given-back'
      ? await countGivenBack(all, task, from)
      : await countPart(deps, { dealerCode, listingShards, day: task.day, part: task.task }, from, () =>
          hasTime(deps, deadlineMs),
        );
  if (counted.after === undefined) await write(all, task, counted);
  return counted;
};

/** Keeps what was counted, and names the place at which it stopped. */
const keep = async (
  { deps, night, progress }: Pick<Night, 'deps' | 'night' | 'progress'>,
  task: FunnelTask,
  { entries, after, ...counted }: PartCount & { readonly after: string },
): Promise<FunnelPlace> => {
  const draft = `${task.day}-${task.task}-${progress.version + 1}-${deps.clock.now()}`;
  await deps.counting.keepDraft(night.dealerCode, draft, entries);
  return { ...counted, ...task, after, draft, entries: entries.size };
};

const beginning = (until: DayText): FunnelProgress => ({ version: 0, ...firstReach(until) });

/** Days of a dealer that a night may count again. */
const openDays = ({ sinceDay }: FunnelProgress, until: DayText) => {
  const oldest = oldestOpenDay(until);
  return { from: sinceDay > oldest ? sinceDay : oldest, until };
};

/**
 * Counts what a night has left of a dealer. Every part may be done twice, also by two runs at once: a count replaces the one
 * before it. A later run goes on where this one stops.
 */
export const countDealer = async (deps: CountDealerDependencies, night: DealerNight): Promise<DealerOutcome> => {
  const { dealerCode, until, deadlineMs } = night;
  const stored = await deps.counting.progress(dealerCode);
  const progress = stored ?? beginning(until);
  const parts = await deps.counting.parts(dealerCode, openDays(progress, until));
  const all: Night = { deps, night, progress, parts };
  const { place: _left, version, ...begun } = progress;
  let reach = begun;
  let counted = 0;
  const save = (place?: FunnelPlace): Promise<boolean> =>
    deps.counting.saveProgress(dealerCode, { ...reach, version: version + 1, ...(place && { place }) });
  for (const task of funnelTasks(progress, parts, until)) {
    if (!hasTime(deps, deadlineMs)) {
      await save();
      return { counted, isDone: false };
    }
    const kept = await keptOf(all, task);
    const done = await carryOut(all, task, kept ?? beginPart(deps.clock));
    counted += done.requests - (kept?.requests ?? 0);
    const { after } = done;
    if (after !== undefined) {
      await save(await keep(all, task, { ...done, after }));
      return { counted, isDone: false };
    }
    reach = reachAfter(reach, task);
  }
  // A question may have counted the last parts of a day that is over.
  if (reach.countedUntil < until || reach.givenBackUntil < until) {
    reach = { ...reach, countedUntil: until, givenBackUntil: until };
  }
  // Nothing is written on a night that has nothing left.
  if (stored === undefined || reach !== begun || progress.place !== undefined) await save();
  return { counted, isDone: true };
};
