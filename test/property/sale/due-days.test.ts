import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayText, dayTextOf, numberOfDay } from '../../../shared/domain/calendar.ts';
import { nextDueDays } from '../../../shared/domain/sale/due-days.ts';
import type { Schedule } from '../../../shared/domain/sale/schedule.ts';

const FIRST = numberOfDay('20240101');
const THIRTY_YEARS = numberOfDay('20540101') - FIRST;

const dayOfMonths = (day: DayText): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(4, 6));
const isLastOfMonth = (number: number): boolean => dayTextOf(number + 1).endsWith('01');
/** 1 = Monday to 7 = Sunday, by the platform's calendar. */
const weekdayOf = (number: number): number => new Date(number * 86_400_000).getUTCDay() || 7;

/** Looks at one day at a time and counts periods as they pass: slow, and plainly right. */
const dayByDay = (schedule: Schedule, begin: DayText, end: DayText): readonly DayText[] => {
  const due: DayText[] = [];
  const start = numberOfDay(begin);
  const weekdays = schedule.daysOfWeek.length > 0 ? schedule.daysOfWeek : [weekdayOf(start)];
  const dates = schedule.daysOfMonth.length > 0 ? schedule.daysOfMonth : [Number(begin.slice(6))];
  let weeks = 0;
  for (let number = start; number <= numberOfDay(end); number += 1) {
    if (number > start && weekdayOf(number) === 1) weeks += 1;
    const day = dayTextOf(number);
    const date = Number(day.slice(6));
    const isDate = dates.includes(date) || (isLastOfMonth(number) && dates.some((one) => one > date));
    const isDue = {
      day: (number - start) % schedule.every === 0,
      week: weeks % schedule.every === 0 && weekdays.includes(weekdayOf(number)),
      month: (dayOfMonths(day) - dayOfMonths(begin)) % schedule.every === 0 && isDate,
    }[schedule.period];
    if (isDue) due.push(day);
  }
  return due;
};

const someOf = (largest: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max: largest }), { maxLength: 5 }).map((days) => days.toSorted((a, b) => a - b));

const schedules: fc.Arbitrary<Schedule> = fc.record({
  period: fc.constantFrom('day', 'week', 'month'),
  every: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 366 })),
  daysOfWeek: someOf(7),
  daysOfMonth: fc.oneof(someOf(31), fc.constant([29, 30, 31])),
});
const days = fc.integer({ min: 0, max: THIRTY_YEARS }).map((number) => dayTextOf(FIRST + number));

describe('Due days of a schedule (decisions: recurring sales)', () => {
  test('thirty years of any schedule are those of a plain day-by-day count', () => {
    fc.assert(
      fc.property(schedules, days, (schedule, begin) => {
        const end = dayTextOf(FIRST + THIRTY_YEARS);
        const due = nextDueDays(schedule, { begin, end }, '20000101', Number.MAX_SAFE_INTEGER);
        expect(due).toEqual(dayByDay(schedule, begin, end));
      }),
      { numRuns: 15 },
    );
  });

  test('the next days after any day are the later ones of the whole list', () => {
    fc.assert(
      fc.property(
        schedules,
        days,
        days,
        fc.nat(800),
        fc.integer({ min: 1, max: 5 }),
        (schedule, begin, after, length, limit) => {
          const end = dayTextOf(numberOfDay(begin) + length);
          const later = dayByDay(schedule, begin, end).filter((day) => day > after);
          expect(nextDueDays(schedule, { begin, end }, after, limit)).toEqual(later.slice(0, limit));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a sale without a last day always has a next one', () => {
    fc.assert(
      fc.property(schedules, days, days, (schedule, begin, after) => {
        const [next = ''] = nextDueDays(schedule, { begin }, after);
        expect(next > after && next >= begin).toBe(true);
      }),
    );
  });
});
