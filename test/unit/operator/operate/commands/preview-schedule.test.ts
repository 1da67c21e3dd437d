import { expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { previewSchedule } from '../../../../../functions/operator/operate/commands/preview-schedule.ts';

const TUESDAY = '20300101';
const everyOtherDay = { period: 'day', every: 2, daysOfWeek: [], daysOfMonth: [] };

const dueDays = async (input: object) => {
  const load = async (_dealer: string, { dealerSaleScheduleId }: { readonly dealerSaleScheduleId: number }) =>
    dealerSaleScheduleId === 3 ? { schedule: everyOtherDay } : {};
  const call = { deps: { references: { load } } } as unknown as CommandCall;
  return (await previewSchedule.show({ beginDate: TUESDAY, limit: 3, ...input }, call)).dueDays;
};

test.each([
  ['each day', { dailyWeeklyMonthly: 1 }, ['20300101', '20300102', '20300103']],
  ['on Mondays and Wednesdays', { dailyWeeklyMonthly: 2, daysOfWeek: '1,3' }, ['20300102', '20300107', '20300109']],
  ['twice a month', { dailyWeeklyMonthly: 3, daysOfMonth: '1,15' }, ['20300101', '20300115', '20300201']],
  ['by a stored schedule', { dealerCode: 'D1', dealerSaleScheduleId: 3 }, ['20300101', '20300103', '20300105']],
  ['on one day, where the first is the last', { dailyWeeklyMonthly: 1, endDate: TUESDAY }, [TUESDAY]],
  ['after a day', { dailyWeeklyMonthly: 1, after: '20300105', limit: 1 }, ['20300106']],
])('preview-schedule shows the days of what falls due %s', async (_when, input, expected) => {
  expect(await dueDays(input)).toEqual(expected);
});

test.each([
  [{}, 'dailyWeeklyMonthly or dealerSaleScheduleId is required.'],
  [{ dealerSaleScheduleId: 3 }, 'dealerCode is required with dealerSaleScheduleId.'],
  [{ dealerCode: 'D1' }, 'dealerSaleScheduleId is required with dealerCode.'],
  [{ dealerCode: 'D1', dealerSaleScheduleId: 3, everyX: 2 }, 'everyX must not be given with dealerSaleScheduleId.'],
  [{ dealerCode: 'D1', dealerSaleScheduleId: 4 }, 'There is no such schedule of dealer D1.'],
  [{ dailyWeeklyMonthly: 3, daysOfWeek: '1' }, 'daysOfWeek belongs to dailyWeeklyMonthly 2.'],
  [{ dailyWeeklyMonthly: 2, daysOfMonth: '1' }, 'daysOfMonth belongs to dailyWeeklyMonthly 3.'],
  [{ dailyWeeklyMonthly: 2, daysOfWeek: '8' }, 'daysOfWeek must be days from 1 (Monday) to 7.'],
  [{ dailyWeeklyMonthly: 3, daysOfMonth: '32' }, 'daysOfMonth must be days from 1 to 31.'],
  [{ dailyWeeklyMonthly: 1, endDate: '20291231' }, 'endDate must not be before beginDate.'],
])('preview-schedule is refused for %j', async (input, sentence) => {
  await expect(dueDays(input)).rejects.toMatchObject({ sentence });
});
