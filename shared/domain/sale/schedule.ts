/** How often a schedule falls due (dealer interface 2.10: `DailyWeeklyMonthly` 1, 2, 3). */
export type SchedulePeriod = 'day' | 'week' | 'month';

/** The periods by their numbers on the wire. */
export const schedulePeriods = { 1: 'day', 2: 'week', 3: 'month' } as const satisfies Record<1 | 2 | 3, SchedulePeriod>;

/** Longest pause of a schedule, in its periods: a year of days, which is more than anyone sets for weeks and months. */
export const MAX_EVERY = 366;

/**
 * The days on which a recurring sale is charged. A week begins on Monday. `every` counts the days, weeks or months from
 * the one in which the sale begins.
 */
export interface Schedule {
  readonly period: SchedulePeriod;
  /** 1 = each period, 2 = every other one; at most `MAX_EVERY`. */
  readonly every: number;
  /** Of a weekly schedule: 1 = Monday to 7 = Sunday, ascending. Empty: the weekday on which the sale begins. */
  readonly daysOfWeek: readonly number[];
  /**
   * Of a monthly schedule: 1 to 31, ascending. A month without that day is charged on its last day. Empty: the day of
   * the month on which the sale begins.
   */
  readonly daysOfMonth: readonly number[];
}

const LARGEST: Readonly<Record<'week' | 'month', number>> = { week: 7, month: 31 };

/**
 * Reads a list of days as dealers write it, `1,15`, with blanks anywhere. Answers ascending days, each once, or
 * undefined if a part is no day of that period. An empty text is an empty list.
 */
export const readScheduleDays = (text: string, of: 'week' | 'month'): readonly number[] | undefined => {
  if (text.trim() === '') return [];
  const days = text.split(',').map((part) => part.trim());
  if (!days.every((day) => /^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= LARGEST[of])) return undefined;
  return [...new Set(days.map(Number))].toSorted((one, other) => one - other);
};
