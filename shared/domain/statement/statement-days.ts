import { DAY_MS, type DayText, dayBefore, istanbulDayOf, istanbulDayRange } from '../calendar.ts';

/**
 * Statements of a day are made from one hour after its end on. By then every write that carries a time of that day has
 * reached the table and its indexes: no function runs longer than a minute.
 */
const CLOSES_AFTER_MS = 3_600_000;

/** Statements that are not all made this long after they could be are late. */
const LATE_AFTER_MS = 5 * 3_600_000;

/** The latest day whose statements can be made. */
export const lastClosedDay = (nowMs: number): DayText => istanbulDayOf(nowMs - DAY_MS - CLOSES_AFTER_MS);

/** The moment from which on a day is over for statements and for every other count of it. */
export const closedFromMs = (day: DayText): number => istanbulDayRange(day).lastMs + 1 + CLOSES_AFTER_MS;

/** The latest day whose statements should be there by now. */
export const lastExpectedDay = (nowMs: number): DayText => lastClosedDay(nowMs - LATE_AFTER_MS);

/** Whether the statements of a moment's day can be made by now: then nothing may change what it moved. */
export const isStatedBy = (atMs: number, nowMs: number): boolean => istanbulDayOf(atMs) <= lastClosedDay(nowMs);

/** How far the statements of a dealer are made: every one up to `doneDay`, and `reading` where the next day is begun. */
export interface StatementMark {
  readonly doneDay: DayText;
  readonly reading?: object;
}

/** Whether the statements of a day are there or begun, by the mark of the job that makes them. */
export const isBegunBy = (day: DayText, mark: StatementMark | undefined): boolean =>
  mark !== undefined && (mark.doneDay >= day || (mark.doneDay === dayBefore(day) && mark.reading !== undefined));
