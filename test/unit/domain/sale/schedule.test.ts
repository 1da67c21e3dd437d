import { describe, expect, test } from 'vitest';
import { nextDueDays } from '../../../../shared/domain/sale/due-days.ts';
import { readScheduleDays, type Schedule } from '../../../../shared/domain/sale/schedule.ts';

const schedule = (given: Partial<Schedule>): Schedule => ({
  period: 'month',
  every: 1,
  daysOfWeek: [],
  daysOfMonth: [],
  ...given,
});

describe('Due days of a schedule (decisions: recurring sales)', () => {
  test.each([
    ['each day', { period: 'day' }, '20261230', ['20261230', '20261231', '20270101']],
    [
      'every third day, counted from the first',
      { period: 'day', every: 3 },
      '20260228',
      ['20260228', '20260303', '20260306'],
    ],
    ['Mondays and Fridays', { period: 'week', daysOfWeek: [1, 5] }, '20261125', ['20261127', '20261130', '20261204']],
    [
      'every other week, counted from the week of the first day',
      { period: 'week', every: 2, daysOfWeek: [1] },
      '20261125',
      ['20261207', '20261221', '20270104'],
    ],
    [
      'the weekday of the first day where none is named',
      { period: 'week' },
      '20261129',
      ['20261129', '20261206', '20261213'],
    ],
    ['the 1st and the 15th', { daysOfMonth: [1, 15] }, '20261110', ['20261115', '20261201', '20261215']],
    [
      'the 31st, in a shorter month its last day',
      { daysOfMonth: [31] },
      '20270101',
      ['20270131', '20270228', '20270331'],
    ],
    [
      'the 29th to the 31st, once on the last day of February',
      { daysOfMonth: [29, 30, 31] },
      '20280201',
      ['20280229', '20280329', '20280330'],
    ],
    ['each quarter, on the date of the first day', { every: 3 }, '20261130', ['20261130', '20270228', '20270530']],
  ] as const)('%s', (_what, given, begin, due) => {
    expect(nextDueDays(schedule(given), { begin }, '20000101', 3)).toEqual(due);
  });

  test('the last day may fall due, no later one does', () => {
    const weekly = schedule({ period: 'week', daysOfWeek: [1] });
    expect(nextDueDays(weekly, { begin: '20261101', end: '20261116' }, '20261102', 9)).toEqual([
      '20261109',
      '20261116',
    ]);
    expect(nextDueDays(weekly, { begin: '20261101', end: '20261116' }, '20261116')).toEqual([]);
  });
});

describe('Lists of days as dealers write them', () => {
  test.each([
    ['1,3', 'week', [1, 3]],
    [' 5 , 1,5 ', 'week', [1, 5]],
    ['', 'month', []],
    ['31', 'month', [31]],
    ['0', 'week', undefined],
    ['8', 'week', undefined],
    ['32', 'month', undefined],
    ['1;3', 'month', undefined],
    ['1,', 'month', undefined],
    ['1.5', 'month', undefined],
  ] as const)('%j of a %s', (text, of, days) => {
    expect(readScheduleDays(text, of)).toEqual(days);
  });
});
