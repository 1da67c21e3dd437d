import { describe, expect, test } from 'vitest';
import { operatedDealer } from '../../support/operator/operators.ts';

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
});
