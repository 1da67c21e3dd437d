import { type DayText, dayBefore } from '../domain/calendar.ts';
import {
  addCounts,
  addGivenBack,
  type FunnelCounts,
  type GivenBackCounts,
  NO_GIVEN_BACK,
  NO_REQUESTS,
} from '../domain/funnel/funnel-counts.ts';
import { type CountedPart, funnelParts, isStale, liveDays } from '../domain/funnel/funnel-days.ts';
import { type FunnelGrouping, type FunnelRow, type FunnelSum, sumsBy } from '../domain/funnel/funnel-group.ts';
import type { ReusableLinkName } from '../domain/reusable-link/link-name.ts';
import type { FunnelCounting, FunnelDays, FunnelProgress, Funnels } from '../ports/funnels.ts';
import { beginPart, type CountPartDependencies, countPart, writeCount } from './count-part.ts';

export interface AskFunnelDependencies extends CountPartDependencies {
  readonly counting: FunnelCounting;
  readonly funnels: Pick<Funnels, 'rows' | 'rowsOfLink'>;
}

/** A question about what became of a dealer's payment requests. */
export interface FunnelQuestion {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly days: FunnelDays;
  readonly by: FunnelGrouping;
  /** Requests of this definition alone. */
  readonly definition?: number | undefined;
  /** Requests of this reusable link alone. */
  readonly link?: ReusableLinkName | undefined;
}

export interface FunnelAnswer {
  readonly sums: readonly FunnelSum[];
  readonly total: { readonly counts: FunnelCounts; readonly givenBack: GivenBackCounts };
  /** The first day that is counted; undefined before the first night. */
  readonly sinceDay?: DayText;
  /** When the oldest part of today, or of a day that no night has counted, was counted. */
  readonly liveCountedAtMs?: number;
  /** False where a part is missing or older than it may be: the night is not done, or today has too many requests. */
  readonly isComplete: boolean;
}

/**
 * Most requests that one question counts, of today and yesterday together: three seconds of its function, and 2,000 reads. The
 * job counts today of dealers that have more.
 */
const MOST_COUNTED = 1_000;
/** Of a question that counts: what is left of its time is for reading and answering. */
const COUNTING_MS = 8_000;
/** The job counts today of a busy dealer for so long behind its last question. */
const BUSY_MS = 24 * 3_600_000;

interface Live {
  readonly isComplete: boolean;
  readonly countedAtMs: readonly number[];
}

/** Counts what is not over anew where it is older than it may be. */
const countLive = async (
  deps: AskFunnelDependencies,
  { dealerCode, listingShards, link }: FunnelQuestion,
  { days, known }: { readonly days: readonly DayText[]; readonly known: readonly CountedPart[] },
): Promise<Live> => {
  const nowMs = deps.clock.now();
  const countedAtMs: number[] = [];
  let [left, isComplete] = [MOST_COUNTED, true];
  // Nothing but the requests of reusable links is asked about with one of them.
  const parts = link === undefined ? funnelParts : (['requests'] as const);
  for (const of of days.flatMap((day) => parts.map((part) => ({ dealerCode, listingShards, day, part })))) {
    const before = known.find(({ day, part }) => day === of.day && part === of.part);
    if (before !== undefined && !isStale(before, nowMs)) {
      countedAtMs.push(before.countedAtMs);
      continue;
    }
    const most = left;
    const isTooMany = (before?.requests ?? 0) > most;
    const goesOn = ({ requests }: { readonly requests: number }): boolean =>
      requests < most && deps.clock.now() < nowMs + COUNTING_MS;
    const counted = isTooMany ? undefined : await countPart(deps, of, beginPart(deps.clock), goesOn);
    if (counted === undefined || counted.after !== undefined) {
      await deps.counting.noteBusy(dealerCode, nowMs + BUSY_MS);
      if (before !== undefined) countedAtMs.push(before.countedAtMs);
      isComplete = false;
      left = 0;
      continue;
    }
    await writeCount(deps, of, counted);
    countedAtMs.push(counted.begunAtMs);
    left -= counted.requests;
  }
  return { isComplete, countedAtMs };
};

const totalOf = (sums: readonly FunnelSum[]): FunnelAnswer['total'] => ({
  counts: sums.map(({ counts }) => counts).reduce(addCounts, NO_REQUESTS),
  givenBack: sums.map(({ givenBack }) => givenBack).reduce(addGivenBack, NO_GIVEN_BACK),
});

/** Whether nights have counted every day of the question up to those that it counts itself. */
const isReached = (
  progress: FunnelProgress | undefined,
  { from, until }: FunnelDays,
  [firstLive]: readonly DayText[],
): boolean => {
  if (progress !== undefined && progress.countedUntil >= until) return true;
  if (firstLive === undefined || from >= firstLive) return firstLive !== undefined;
  return progress !== undefined && progress.countedUntil >= dayBefore(firstLive);
};

const readRows = (
  { funnels }: Pick<AskFunnelDependencies, 'funnels'>,
  { dealerCode, link, days }: FunnelQuestion,
): Promise<readonly FunnelRow[] | undefined> =>
  link === undefined ? funnels.rows(dealerCode, days) : funnels.rowsOfLink(link, days);

/** The answer of the rows that are there: whoever asks says how much of it may be missing. */
const answerOf = (
  rows: readonly FunnelRow[],
  { by, definition }: Pick<FunnelQuestion, 'by' | 'definition'>,
  {
    progress,
    countedAtMs,
    isComplete,
  }: {
    readonly progress: FunnelProgress | undefined;
    readonly countedAtMs: readonly number[];
    readonly isComplete: boolean;
  },
): FunnelAnswer => {
  const sums = sumsBy(
    rows.filter((row) => definition === undefined || row.definition === definition),
    by,
  );
  return {
    sums,
    total: totalOf(sums),
    isComplete,
    ...(progress === undefined ? {} : { sinceDay: progress.sinceDay }),
    ...(countedAtMs.length === 0 ? {} : { liveCountedAtMs: Math.min(...countedAtMs) }),
  };
};

/** What may have been counted of today and yesterday. */
const recentParts = (
  deps: { readonly counting: Pick<FunnelCounting, 'parts'> },
  { dealerCode, days }: FunnelQuestion,
  nowMs: number,
): Promise<readonly CountedPart[]> => {
  const [from = days.until, until = days.until] = liveDays(nowMs, undefined);
  return deps.counting.parts(dealerCode, { from, until });
};

/**
 * Answers from rows that the job and earlier questions have counted, and counts today itself where that is older than 15
 * minutes. Undefined where there are more rows than one answer may read.
 */
export const askFunnel = async (
  deps: AskFunnelDependencies,
  question: FunnelQuestion,
): Promise<FunnelAnswer | undefined> => {
  const { days } = question;
  const nowMs = deps.clock.now();
  const [progress, known] = await Promise.all([
    deps.counting.progress(question.dealerCode),
    recentParts(deps, question, nowMs),
  ]);
  const notCounted = liveDays(nowMs, progress?.countedUntil);
  const live = notCounted.filter((day) => day >= days.from && day <= days.until);
  const counted = await countLive(deps, question, { days: live, known });
  const rows = await readRows(deps, question);
  if (rows === undefined) return undefined;
  const isComplete = counted.isComplete && isReached(progress, days, notCounted);
  return answerOf(rows, question, { progress, countedAtMs: counted.countedAtMs, isComplete });
};

/**
 * The same without counting anything, for those who may write nothing: what the job and the latest questions of the API have
 * counted. `liveCountedAtMs` is absent where nobody has counted today.
 */
export const readFunnel = async (
  deps: Pick<AskFunnelDependencies, 'funnels' | 'clock'> & {
    readonly counting: Pick<FunnelCounting, 'parts' | 'progress'>;
  },
  question: FunnelQuestion,
): Promise<FunnelAnswer | undefined> => {
  const { days } = question;
  const nowMs = deps.clock.now();
  const [progress, known, rows] = await Promise.all([
    deps.counting.progress(question.dealerCode),
    recentParts(deps, question, nowMs),
    readRows(deps, question),
  ]);
  if (rows === undefined) return undefined;
  const notCounted = liveDays(nowMs, progress?.countedUntil);
  const live = notCounted.filter((day) => day >= days.from && day <= days.until);
  const partsOfLive = known.filter(({ day }) => live.includes(day));
  const isWhole = live.every((day) =>
    funnelParts.every((part) => known.some((one) => one.day === day && one.part === part)),
  );
  return answerOf(rows, question, {
    progress,
    countedAtMs: partsOfLive.map(({ countedAtMs }) => countedAtMs),
    isComplete: isWhole && isReached(progress, days, notCounted),
  });
};
