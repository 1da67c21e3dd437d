import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { type ScheduleDetails, scheduleDetailsIn } from '../../../../shared/domain/sale/schedule-rules.ts';

const weekly: ScheduleDetails = {
  scheduleName: 'Weekly',
  period: 'week',
  every: 2,
  daysOfWeek: [1, 3],
  daysOfMonth: [],
};

const refusalOf = (read: () => unknown): { reason: string; message: string } => {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, message: error.sentence };
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('A new schedule (decisions: products and schedules)', () => {
  test.each([
    [{ dailyWeeklyMonthly: 1 }, { period: 'day', every: 1, daysOfWeek: [], daysOfMonth: [] }],
    [
      { dailyWeeklyMonthly: 2, everyX: 366 },
      { period: 'week', every: 366, daysOfWeek: [], daysOfMonth: [] },
    ],
    [
      { dailyWeeklyMonthly: 2, daysOfWeek: '7, 1,7' },
      { period: 'week', every: 1, daysOfWeek: [1, 7], daysOfMonth: [] },
    ],
    [
      { dailyWeeklyMonthly: 3, daysOfMonth: '31,1' },
      { period: 'month', every: 1, daysOfWeek: [], daysOfMonth: [1, 31] },
    ],
    [
      { dailyWeeklyMonthly: 3, everyX: 0 },
      { period: 'month', every: 1, daysOfWeek: [], daysOfMonth: [] },
    ],
  ] as const)('of %o', (fields, expected) => {
    expect(scheduleDetailsIn({ scheduleName: 'S', ...fields })).toEqual({ scheduleName: 'S', ...expected });
  });

  test.each([
    [{ dailyWeeklyMonthly: 1 }, 'ScheduleName is required.'],
    [{ scheduleName: 'S' }, 'DailyWeeklyMonthly is required.'],
    [{ scheduleName: 'S', dailyWeeklyMonthly: 0 }, 'DailyWeeklyMonthly is required.'],
    [{ scheduleName: 'S', dailyWeeklyMonthly: 4 }, 'DailyWeeklyMonthly must be 1 (daily), 2 (weekly) or 3 (monthly).'],
    [{ scheduleName: 'S', dailyWeeklyMonthly: 1, everyX: -1 }, 'EveryX must be a whole number from 1 to 366.'],
    [{ scheduleName: 'S', dailyWeeklyMonthly: 1, everyX: 367 }, 'EveryX must be a whole number from 1 to 366.'],
    [
      { scheduleName: 'S', dailyWeeklyMonthly: 2, daysOfWeek: '0' },
      'DaysOfWeek must be days from 1 (Monday) to 7, written as 1,3.',
    ],
    [
      { scheduleName: 'S', dailyWeeklyMonthly: 3, daysOfMonth: '1;15' },
      'DaysOfMonth must be days from 1 to 31, written as 1,15.',
    ],
    [
      { scheduleName: 'S', dailyWeeklyMonthly: 3, daysOfWeek: '1' },
      'DaysOfWeek belongs to a weekly schedule: leave it out, or send DailyWeeklyMonthly 2.',
    ],
    [
      { scheduleName: 'S', dailyWeeklyMonthly: 1, daysOfMonth: '1' },
      'DaysOfMonth belongs to a monthly schedule: leave it out, or send DailyWeeklyMonthly 3.',
    ],
    [{ scheduleName: '4111 1111 1111 1111', dailyWeeklyMonthly: 1 }, 'ScheduleName must not hold a card number.'],
  ])('of %o is refused', (fields, message) => {
    expect(refusalOf(() => scheduleDetailsIn(fields))).toEqual({ reason: 'InvalidRequest', message });
  });
});

describe('A change of a schedule (decisions: products and schedules)', () => {
  test.each([
    [{}, weekly],
    [{ dailyWeeklyMonthly: 0, everyX: 0 }, weekly],
    [{ scheduleName: 'Other' }, { ...weekly, scheduleName: 'Other' }],
    [{ everyX: 1 }, { ...weekly, every: 1 }],
    [{ daysOfWeek: '5' }, { ...weekly, daysOfWeek: [5] }],
    // Days of a period that the schedule no longer has fall away, and do not come back with it.
    [{ dailyWeeklyMonthly: 1 }, { ...weekly, period: 'day', daysOfWeek: [] }],
    [
      { dailyWeeklyMonthly: 3, daysOfMonth: '10' },
      { ...weekly, period: 'month', daysOfWeek: [], daysOfMonth: [10] },
    ],
  ] as const)('by %o', (fields, expected) => {
    expect(scheduleDetailsIn(fields, weekly)).toEqual(expected);
  });

  test.each([
    [{ daysOfMonth: '10' }, 'DaysOfMonth belongs to a monthly schedule: leave it out, or send DailyWeeklyMonthly 3.'],
    [
      { dailyWeeklyMonthly: 3, daysOfWeek: '1' },
      'DaysOfWeek belongs to a weekly schedule: leave it out, or send DailyWeeklyMonthly 2.',
    ],
  ])('by %o is refused', (fields, message) => {
    expect(refusalOf(() => scheduleDetailsIn(fields, weekly))).toEqual({ reason: 'InvalidRequest', message });
  });
});
