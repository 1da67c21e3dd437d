import { describe, expect, test } from 'vitest';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { scheduleOf } from '../../support/dealer/records.ts';
import { operatedDealer } from '../../support/operator/operators.ts';
import { putRows } from '../../support/store/store.ts';

describe('preview-schedule (decisions: recurring sales)', () => {
  test('the due days of a schedule, the last day of a short month for its 31st', async () => {
    const { done } = await operatedDealer();
    const monthly = { dailyWeeklyMonthly: 3, daysOfMonth: '31, 15', beginDate: '20270120', endDate: '20270315' };
    expect(await done('preview-schedule', monthly)).toEqual({
      dueDays: ['20270131', '20270215', '20270228', '20270315'],
    });
    expect(await done('preview-schedule', { ...monthly, after: '20270215', limit: 1 })).toEqual({
      dueDays: ['20270228'],
    });
  });

  test('a stored schedule of a dealer, for a sale that begins on a day', async () => {
    const { done, refused, store, dealerCode } = await operatedDealer();
    const days = { daysOfWeek: [], daysOfMonth: [31] };
    const schedule = scheduleOf(dealerCode, { dealerSaleScheduleId: 3, period: 'month', every: 2, ...days });
    await putRows(store, [scheduleItem(schedule)]);
    const asked = { dealerCode, dealerSaleScheduleId: 3, beginDate: '20270120', limit: 2 };
    expect(await done('preview-schedule', asked)).toEqual({ dueDays: ['20270131', '20270331'] });
    expect(await refused('preview-schedule', { ...asked, dealerSaleScheduleId: 4 })).toMatchObject({
      code: 'NotFound',
    });
    const { dealerCode: _dealer, ...nobodys } = asked;
    const { dealerSaleScheduleId: _schedule, ...nameless } = asked;
    for (const [field, input] of [
      ['dealerCode', nobodys],
      ['dealerSaleScheduleId', nameless],
      ['everyX', { ...asked, everyX: 2 }],
      ['dailyWeeklyMonthly', { beginDate: '20270120' }],
    ] as const) {
      expect(await refused('preview-schedule', input)).toMatchObject({ code: 'InvalidInput', field });
    }
  });

  test('fields that make no schedule are refused by name', async () => {
    const { refused } = await operatedDealer();
    const weekly = { dailyWeeklyMonthly: 2, daysOfWeek: '1,3', beginDate: '20270120' };
    const wrong = { daysOfWeek: '8', everyX: 367, endDate: '20270119', dailyWeeklyMonthly: 4 };
    for (const [field, value] of Object.entries(wrong)) {
      expect(await refused('preview-schedule', { ...weekly, [field]: value })).toMatchObject({
        code: 'InvalidInput',
        field,
      });
    }
  });

  test('days of another period are refused, as AddSchedule refuses them', async () => {
    const { refused } = await operatedDealer();
    for (const [dailyWeeklyMonthly, field] of [
      [1, 'daysOfWeek'],
      [3, 'daysOfWeek'],
      [1, 'daysOfMonth'],
      [2, 'daysOfMonth'],
    ] as const) {
      const asked = { dailyWeeklyMonthly, [field]: '1', beginDate: '20270120' };
      expect(await refused('preview-schedule', asked)).toMatchObject({ code: 'InvalidInput', field });
    }
  });
});
