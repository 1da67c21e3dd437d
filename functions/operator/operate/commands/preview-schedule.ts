import { nextDueDays } from '../../../../shared/domain/sale/due-days.ts';
import {
  MAX_EVERY,
  readScheduleDays,
  type Schedule,
  schedulePeriods,
} from '../../../../shared/domain/sale/schedule.ts';
import { type CommandCall, showCommand } from '../command.ts';
import { invalidField, notFound } from '../command-error.ts';
import { defaulted, type InputOf, optional, required } from '../fields.ts';
import { anyId, day, numberChoice, shaped, whole } from '../kinds.ts';
import { dealerCodeKind } from './fields-in-common.ts';

const MOST_SHOWN = 100;
const SHOWN = 12;

const days = (of: 'week' | 'month', problem: string) =>
  shaped('days, as 1,15', problem, (text) => readScheduleDays(text, of)?.join(','));

const fields = {
  dealerCode: optional(dealerCodeKind, 'Dealer of a stored schedule.'),
  dealerSaleScheduleId: optional(anyId, 'Previews this schedule of the dealer, instead of the days that are given.'),
  dailyWeeklyMonthly: optional(numberChoice([1, 2, 3]), '1 = daily, 2 = weekly, 3 = monthly.'),
  everyX: optional(whole(1, MAX_EVERY), '2 = every other day, week or month. Default: 1.'),
  daysOfWeek: optional(days('week', 'must be days from 1 (Monday) to 7'), 'Of a weekly schedule.'),
  daysOfMonth: optional(days('month', 'must be days from 1 to 31'), 'Of a monthly one; 31 is the last day.'),
  beginDate: required(day, 'First day of the sale.'),
  endDate: optional(day, 'Last day on which it may fall due.'),
  after: optional(day, 'Shows only later days.'),
  limit: defaulted(whole(1, MOST_SHOWN), SHOWN, { meaning: 'How many days are shown.' }),
};
type Input = InputOf<typeof fields>;

/** The fields that make a schedule of their own. */
const OWN = ['dailyWeeklyMonthly', 'everyX', 'daysOfWeek', 'daysOfMonth'] as const;

const storedSchedule = async (input: Input, { deps }: CommandCall): Promise<Schedule> => {
  const { dealerCode, dealerSaleScheduleId } = input;
  if (dealerCode == null) throw invalidField('dealerCode', 'is required with dealerSaleScheduleId');
  if (dealerSaleScheduleId == null) throw invalidField('dealerSaleScheduleId', 'is required with dealerCode');
  const given = OWN.find((name) => input[name] != null);
  if (given !== undefined) throw invalidField(given, 'must not be given with dealerSaleScheduleId');
  const { schedule } = await deps.references.load(dealerCode, { dealerSaleScheduleId, cardTokens: [] });
  if (schedule === undefined) throw notFound(`such schedule of dealer ${dealerCode}`);
  return schedule;
};

const givenSchedule = ({ dailyWeeklyMonthly, everyX, daysOfWeek, daysOfMonth }: Input): Schedule => {
  if (dailyWeeklyMonthly == null) throw invalidField('dailyWeeklyMonthly', 'or dealerSaleScheduleId is required');
  // As AddSchedule: days of another period would be charged on none, or on too many.
  if (daysOfWeek != null && dailyWeeklyMonthly !== 2)
    throw invalidField('daysOfWeek', 'belongs to dailyWeeklyMonthly 2');
  if (daysOfMonth != null && dailyWeeklyMonthly !== 3) {
    throw invalidField('daysOfMonth', 'belongs to dailyWeeklyMonthly 3');
  }
  return {
    period: schedulePeriods[dailyWeeklyMonthly],
    every: everyX ?? 1,
    daysOfWeek: readScheduleDays(daysOfWeek ?? '', 'week') ?? [],
    daysOfMonth: readScheduleDays(daysOfMonth ?? '', 'month') ?? [],
  };
};

export const previewSchedule = showCommand(
  {
    name: 'preview-schedule',
    group: 'Sales',
    summary: 'Show the days on which a recurring schedule falls due.',
    notes: [
      'everyX counts days, weeks from Monday, or months from the one of beginDate.',
      'A stored schedule of a dealer is previewed by dealerCode and dealerSaleScheduleId, for a sale that begins on beginDate.',
    ],
    fields,
    example: { dailyWeeklyMonthly: 3, daysOfMonth: '1,15', beginDate: '20300101' },
  },
  async (input, call) => {
    const { beginDate: begin, after, limit } = input;
    const end = input.endDate ?? undefined;
    if (end !== undefined && end < begin) throw invalidField('endDate', 'must not be before beginDate');
    const isStored = input.dealerSaleScheduleId != null || input.dealerCode != null;
    const schedule = isStored ? await storedSchedule(input, call) : givenSchedule(input);
    return { dueDays: nextDueDays(schedule, { begin, end }, after ?? '19700101', limit ?? SHOWN) };
  },
);
