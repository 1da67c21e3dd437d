import type * as z from 'zod/mini';
import { schedulePeriods } from '../domain/sale/schedule.ts';
import type { SaleSchedule, ScheduleFields } from '../domain/sale/schedule-rules.ts';
import { integer, recordId, text } from './fields.ts';
import type { EveryField } from './read-members.ts';

/** How the request names a schedule. */
export const scheduleName = { DealerSaleScheduleId: recordId() };

/** The members of a schedule that a dealer may set. */
export const scheduleMembers = {
  ScheduleName: text({ max: 100 }),
  DailyWeeklyMonthly: integer(),
  EveryX: integer(),
  DaysOfWeek: text({ max: 200 }),
  DaysOfMonth: text({ max: 200 }),
};

/** Maps the names of the wire to those of the domain. */
export const scheduleFieldsOf = (
  members: z.output<z.ZodMiniObject<typeof scheduleMembers>>,
): EveryField<ScheduleFields> => ({
  scheduleName: members.ScheduleName,
  dailyWeeklyMonthly: members.DailyWeeklyMonthly,
  everyX: members.EveryX,
  daysOfWeek: members.DaysOfWeek,
  daysOfMonth: members.DaysOfMonth,
});

/** A schedule with every member (decisions: products and schedules). */
export const scheduleRecord = (schedule: SaleSchedule) => ({
  DealerSaleScheduleId: schedule.dealerSaleScheduleId,
  ScheduleName: schedule.scheduleName,
  DailyWeeklyMonthly: ([1, 2, 3] as const).find((number) => schedulePeriods[number] === schedule.period) ?? 0,
  EveryX: schedule.every,
  DaysOfWeek: schedule.daysOfWeek.join(','),
  DaysOfMonth: schedule.daysOfMonth.join(','),
});
