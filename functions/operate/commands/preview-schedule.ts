import { nextDueDays } from '../../../shared/domain/sale/due-days.ts';
import { MAX_EVERY, readScheduleDays, schedulePeriods } from '../../../shared/domain/sale/schedule.ts';
import { showCommand } from '../command.ts';
import { invalidField } from '../command-error.ts';
import { defaulted, optional, required } from '../fields.ts';
import { day, numberChoice, shaped, whole } from '../kinds.ts';

const MOST_SHOWN = 100;
const SHOWN = 12;

const days = (of: 'week' | 'month', problem: string) =>
  shaped('days, as 1,15', problem, (text) => readScheduleDays(text, of)?.join(','));

export const previewSchedule = showCommand(
  {
    name: 'preview-schedule',
    group: 'Sales',
    summary: 'Show the days on which a recurring schedule falls due.',
    notes: ['everyX counts days, weeks from Monday, or months from the one of beginDate.'],
    fields: {
      dailyWeeklyMonthly: required(numberChoice([1, 2, 3]), '1 = daily, 2 = weekly, 3 = monthly.'),
      everyX: defaulted(whole(1, MAX_EVERY), 1, { meaning: '2 = every other day, week or month.' }),
      daysOfWeek: optional(days('week', 'must be days from 1 (Monday) to 7'), 'Of a weekly schedule.'),
      daysOfMonth: optional(days('month', 'must be days from 1 to 31'), 'Of a monthly one; 31 is the last day.'),
      beginDate: required(day, 'First day of the sale.'),
      endDate: optional(day, 'Last day on which it may fall due.'),
      after: optional(day, 'Shows only later days.'),
      limit: defaulted(whole(1, MOST_SHOWN), SHOWN, { meaning: 'How many days are shown.' }),
    },
    example: { dailyWeeklyMonthly: 3, daysOfMonth: '1,15', beginDate: '20300101' },
  },
  async (input) => {
    const { dailyWeeklyMonthly, beginDate: begin, after, everyX, limit } = input;
    const end = input.endDate ?? undefined;
    if (end !== undefined && end < begin) throw invalidField('endDate', 'must not be before beginDate');
    const schedule = {
      period: schedulePeriods[dailyWeeklyMonthly],
      every: everyX ?? 1,
      daysOfWeek: readScheduleDays(input.daysOfWeek ?? '', 'week') ?? [],
      daysOfMonth: readScheduleDays(input.daysOfMonth ?? '', 'month') ?? [],
    };
    return { dueDays: nextDueDays(schedule, { begin, end }, after ?? '19700101', limit ?? SHOWN) };
  },
);
