import { type DayText, dayAfter, dayBefore, dayTextOf, istanbulDayOf, numberOfDay } from '../calendar.ts';
import { closedFromMs } from '../statement/statement-days.ts';

/*
 * A day of a dealer is counted in two parts, because they end at different times: links that the dealer made may be open for
 * a year, and requests of reusable links for an hour.
 */
export const funnelParts = ['links', 'requests'] as const;
export type FunnelPart = (typeof funnelParts)[number];

/** A part of a day as it was counted last. */
export interface CountedPart {
  readonly day: DayText;
  readonly part: FunnelPart;
  readonly requests: number;
  /** None of its requests changes any more. */
  readonly isFinal: boolean;
  /** When the count began. */
  readonly countedAtMs: number;
}

/** Most days of one question. */
export const MOST_FUNNEL_DAYS = 93;
/** A part of today is counted anew when it is older than this. */
const KEPT_MS = 15 * 60_000;

/**
 * An open part is counted every night for so long, and once a week behind that: links live for a week by default and for a year at
 * most.
 */
const NIGHTLY_DAYS = 35;
const WEEK_DAYS = 7;
/** No link lives longer than a year, and carriers tell nothing new of a message after three days. */
const OPEN_DAYS = 400;

/** The oldest day that may still be open. */
export const oldestOpenDay = (until: DayText): DayText => dayTextOf(numberOfDay(until) - OPEN_DAYS);

/** Whether the night of `until` counts a part again that was counted before. */
const isCountedAgain = ({ day, isFinal }: CountedPart, until: DayText): boolean => {
  const age = numberOfDay(until) - numberOfDay(day);
  return !isFinal && (age <= NIGHTLY_DAYS || age % WEEK_DAYS === 0);
};

/** How far the funnel of a dealer is counted. */
export interface FunnelReach {
  /** First day that is counted. */
  readonly sinceDay: DayText;
  /** Each day up to this one was counted once it was over. */
  readonly countedUntil: DayText;
  /** What was given back is counted up to this day. */
  readonly givenBackUntil: DayText;
}

/** Where the first run of a dealer begins: as far back as a question may go. */
export const firstReach = (until: DayText): FunnelReach => {
  const sinceDay = dayTextOf(numberOfDay(until) - MOST_FUNNEL_DAYS + 1);
  return { sinceDay, countedUntil: dayBefore(sinceDay), givenBackUntil: dayBefore(sinceDay) };
};

/** What a night has to do for a dealer, part by part. */
export interface FunnelTask {
  readonly task: FunnelPart | 'given-back';
  readonly day: DayText;
}

/**
 * What is left of a night, in its order: what was given back, then days that are new, then days that are open. `parts`: all that
 * were counted of days that may be open. A part that was counted since the last day is over is done.
 */
export const funnelTasks = (
  reach: FunnelReach,
  parts: readonly CountedPart[],
  until: DayText,
): readonly FunnelTask[] => {
  const isDone = ({ task, day }: FunnelTask): boolean =>
    parts.some((one) => one.part === task && one.day === day && one.countedAtMs >= closedFromMs(until));
  const isNew = (day: DayText): boolean => day > reach.countedUntil;
  const again = parts.filter((one) => one.day <= until && !isNew(one.day) && isCountedAgain(one, until));
  return [
    ...daysBetween(dayAfter(reach.givenBackUntil), until).map((day) => ({ task: 'given-back', day }) as const),
    ...daysBetween(dayAfter(reach.countedUntil), until).flatMap((day) => funnelParts.map((task) => ({ task, day }))),
    ...again.map(({ part: task, day }) => ({ task, day })),
  ].filter((one) => !isDone(one));
};

/** How far the funnel is counted once a task is done. The tasks of a night are done in their order. */
export const reachAfter = <Reach extends FunnelReach>(reach: Reach, { task, day }: FunnelTask): Reach => {
  if (task === 'given-back') return { ...reach, givenBackUntil: day };
  // The last part of a day ends it.
  return task === funnelParts.at(-1) && day > reach.countedUntil ? { ...reach, countedUntil: day } : reach;
};

/** Whether a question counts a part of a day again that is not over, or that no night has counted. */
export const isStale = (part: CountedPart | undefined, nowMs: number): boolean =>
  part === undefined || nowMs - part.countedAtMs >= KEPT_MS;

/** Days that a question counts itself: today, and yesterday until the night has counted it. */
export const liveDays = (nowMs: number, countedUntil: DayText | undefined): readonly DayText[] => {
  const today = istanbulDayOf(nowMs);
  return [dayBefore(today), today].filter((day) => countedUntil === undefined || day > countedUntil);
};

/** All days from one to the other, both included. */
export const daysBetween = (from: DayText, until: DayText): readonly DayText[] =>
  Array.from({ length: Math.max(0, numberOfDay(until) - numberOfDay(from) + 1) }, (_, index) =>
    dayTextOf(numberOfDay(from) + index),
  );
