import { DAY_MS, type DayText, dayBefore, istanbulDayOf, istanbulDayRange } from '../calendar.ts';

const HOUR_MS = 3_600_000;
/** Comparing begins at three in the night: the banks have closed their day, and late ends are written. */
const BEGINS_AFTER_MS = 3 * HOUR_MS;
/** Until noon the orders of a gateway that is silent wait; then they count as unanswered. */
const WAITS_UNTIL_MS = 12 * HOUR_MS;
/** A comparison that is not done at one in the afternoon is late. */
const LATE_AFTER_MS = 10 * HOUR_MS;
/** Days that are made up after an outage; older ones are left out. */
const MOST_DAYS_BEHIND = 7;

/** The latest day that can be compared. */
export const lastComparableDay = (nowMs: number): DayText => istanbulDayOf(nowMs - DAY_MS - BEGINS_AFTER_MS);

/** The latest day that should be compared by now. */
export const lastExpectedComparison = (nowMs: number): DayText => lastComparableDay(nowMs - LATE_AFTER_MS);

/** Whether the orders of a silent gateway still wait for another run. */
export const waitsForSilent = (day: DayText, nowMs: number): boolean =>
  nowMs < istanbulDayRange(day).lastMs + WAITS_UNTIL_MS;

/** The day behind which comparing goes on: a dealer begins with the latest day, and falls behind by a week at most. */
export const doneDayAtLeast = (doneDay: DayText | undefined, until: DayText): DayText => {
  const oldest = istanbulDayOf(istanbulDayRange(until).firstMs - MOST_DAYS_BEHIND * DAY_MS);
  if (doneDay === undefined) return dayBefore(until);
  return doneDay < oldest ? oldest : doneDay;
};
