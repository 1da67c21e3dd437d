import { DAY_MS, type DayText, dayTextOf, numberOfDay } from '../calendar.ts';
import type { Schedule } from './schedule.ts';

/** Where a sale begins and ends. Without `end` it has no last day. */
export interface SalePeriod {
  readonly begin: DayText;
  readonly end?: DayText | undefined;
}

const DAYS_OF_WEEK = 7;
/** Of a week from Monday on: day 0 of the count, 1 January 1970, was a Thursday. */
const MONDAY_OFFSET = 3;

const mondayOf = (day: number): number => day - ((day + MONDAY_OFFSET) % DAYS_OF_WEEK);
const monthNumberOf = (day: DayText): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(4, 6)) - 1;
const lastDateOf = (month: number): number =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

const dayInMonth = (month: number, date: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, Math.min(date, lastDateOf(month))) / DAY_MS;

/** Days of the period with this number, counted from the one in which the sale begins; ascending, each once. */
const daysOfPeriod = (schedule: Schedule, begin: DayText, number: number): readonly number[] => {
  const first = numberOfDay(begin);
  if (schedule.period === 'day') return [first + number];
  if (schedule.period === 'week') {
    const monday = mondayOf(first) + number * DAYS_OF_WEEK;
    const days = schedule.daysOfWeek.length > 0 ? schedule.daysOfWeek : [first - mondayOf(first) + 1];
    return days.map((day) => monday + day - 1);
  }
  const month = monthNumberOf(begin) + number;
  const dates = schedule.daysOfMonth.length > 0 ? schedule.daysOfMonth : [Number(begin.slice(6))];
  return [...new Set(dates.map((date) => dayInMonth(month, date)))];
};

/** Number of the period that holds a day, counted from the one in which the sale begins. */
const periodOf = ({ period }: Schedule, begin: DayText, day: number): number => {
  if (period === 'day') return day - numberOfDay(begin);
  if (period === 'week') return (mondayOf(day) - mondayOf(numberOfDay(begin))) / DAYS_OF_WEEK;
  return monthNumberOf(dayTextOf(day)) - monthNumberOf(begin);
};

/**
 * The next days, at most `limit`, on which a schedule falls due after the day `after`, in order. None is before the
 * sale begins or after its last day (decisions: recurring sales).
 */
export const nextDueDays = (
  schedule: Schedule,
  { begin, end }: SalePeriod,
  after: DayText,
  limit = 1,
): readonly DayText[] => {
  const first = Math.max(numberOfDay(begin), numberOfDay(after) + 1);
  const last = end === undefined ? Number.POSITIVE_INFINITY : numberOfDay(end);
  const { every } = schedule;
  const due: DayText[] = [];
  // Each period of the count has a due day, except the first, whose days may lie before the sale begins.
  let number = Math.floor(periodOf(schedule, begin, first) / every) * every;
  while (due.length < limit) {
    const days = daysOfPeriod(schedule, begin, number);
    if ((days[0] ?? 0) > last) break;
    due.push(...days.filter((day) => day >= first && day <= last).map(dayTextOf));
    number += every;
  }
  return due.slice(0, limit);
};
