import { describe, expect, test } from 'vitest';
import {
  dayAfter,
  dayBefore,
  dayTextOf,
  endOfIstanbulDay,
  isoTimeOf,
  isRealDay,
  istanbulClockOf,
  istanbulDayOf,
  istanbulDayRange,
  istanbulMomentOf,
  istanbulTimeOf,
  isWeekday,
  monthBefore,
  monthOf,
  monthsUpTo,
  nextTimeOfDay,
  numberOfDay,
} from '../../../shared/domain/calendar.ts';

describe('A day as YYYYMMDD', () => {
  test.each(['19000101', '20240229', '20261231'])('%s is one', (text) => expect(isRealDay(text)).toBe(true));

  test.each([
    '18991231',
    '20230229',
    '20260431',
    '20261301',
    '20260001',
    '20260100',
    '2026010',
    '202601011',
    'x20260101',
    '20260101x',
    '2026-1-1',
    '2026ab01',
    '202601ab',
    'abcd0101',
    '',
  ])('%j is none', (text) => expect(isRealDay(text)).toBe(false));

  test('begins at midnight in Istanbul, before 2017 too, when clocks were changed twice a year', () => {
    expect(istanbulDayOf(Date.UTC(2026, 0, 14, 20, 59))).toBe('20260114');
    expect(istanbulDayOf(Date.UTC(2026, 0, 14, 21))).toBe('20260115');
    // In January 2015 Istanbul was two hours ahead of UTC, and in July three.
    expect(istanbulDayOf(Date.UTC(2015, 0, 4, 21, 59))).toBe('20150104');
    expect(istanbulDayOf(Date.UTC(2015, 0, 4, 22))).toBe('20150105');
    expect(istanbulDayOf(Date.UTC(2015, 6, 4, 21))).toBe('20150705');
  });
});

describe('Days and months that follow each other', () => {
  test.each([
    ['20260228', '20260301'],
    ['20240228', '20240229'],
    ['20261231', '20270101'],
  ])('%s is the day before %s', (day, next) => {
    expect([dayAfter(day), dayBefore(next), numberOfDay(next) - numberOfDay(day)]).toEqual([next, day, 1]);
    expect([dayTextOf(numberOfDay(day)), istanbulDayRange(day).lastMs + 1]).toEqual([
      day,
      istanbulDayRange(next).firstMs,
    ]);
  });

  test('a day is counted from 1970 on, and begins at nine in the evening in UTC', () => {
    expect([numberOfDay('19700101'), numberOfDay('20260115')]).toEqual([0, 20_468]);
    const firstMs = Date.UTC(2026, 0, 14, 21);
    expect(istanbulDayRange('20260115')).toEqual({ firstMs, lastMs: firstMs + 86_399_999 });
    expect([endOfIstanbulDay(firstMs), endOfIstanbulDay(firstMs - 1)]).toEqual([firstMs + 86_400_000, firstMs]);
    expect(istanbulDayRange('19600101')).toEqual({ firstMs: 0, lastMs: 0 });
  });

  test('five days of a week are weekdays', () => {
    const week = ['20260112', '20260113', '20260114', '20260115', '20260116', '20260117', '20260118'];
    expect(week.map(isWeekday)).toEqual([true, true, true, true, true, false, false]);
  });

  test('months go back over the end of a year', () => {
    expect([monthOf('20260115'), monthBefore('202610'), monthBefore('202601')]).toEqual(['202601', '202609', '202512']);
    expect(monthsUpTo('202602', 3)).toEqual(['202602', '202601', '202512']);
  });
});

describe('The next time of the day', () => {
  // Noon in Istanbul.
  const NOON_MS = Date.UTC(2026, 0, 15, 9);

  test.each([
    ['22:00', Date.UTC(2026, 0, 15, 19)],
    ['12:01', Date.UTC(2026, 0, 15, 9, 1)],
    ['12:00', Date.UTC(2026, 0, 16, 9)],
    ['00:30', Date.UTC(2026, 0, 15, 21, 30)],
    ['09:59', Date.UTC(2026, 0, 16, 6, 59)],
  ])('%s comes after noon, today or tomorrow', (timeOfDay, atMs) =>
    expect(nextTimeOfDay(NOON_MS, timeOfDay)).toBe(atMs),
  );

  test.each(['24:00', '12:60', '2:00', '12:5', 'x12:00', '12:000', '33:00', '1a:00', ''])('%j is none', (timeOfDay) =>
    expect(() => nextTimeOfDay(NOON_MS, timeOfDay)).toThrow('a time of the day is HH:MM'),
  );
});

describe('A moment that a text names on clocks in Istanbul', () => {
  test.each([
    ['2026-11-22 14:42', Date.UTC(2026, 10, 22, 11, 42)],
    ['2026-11-22T14:42', Date.UTC(2026, 10, 22, 11, 42)],
    ['2026-11-22 14:42:17', Date.UTC(2026, 10, 22, 11, 42, 17)],
    ['2026-11-22 00:00', Date.UTC(2026, 10, 21, 21)],
    ['2026-11-22 23:59', Date.UTC(2026, 10, 22, 20, 59)],
    ['2026-11-22 09:05:07', Date.UTC(2026, 10, 22, 6, 5, 7)],
    ['20261122', Date.UTC(2026, 10, 22, 21)],
  ])('%s', (text, atMs) => expect(istanbulMomentOf(text)).toBe(atMs));

  test.each([
    '',
    '2026-11-22',
    '2026-02-30 14:42',
    '2026-11-22 24:00',
    '2026-11-22 14:60',
    '2026-11-22 14:42:60',
    '2026-11-22 14:42:1',
    '2026-11-22 4:42',
    '2026-11-22x14:42',
    'x2026-11-22 14:42',
    '2026-11-22 14:42x',
    '2026-11-22 14:42:17x',
    '22.11.2026 14:42',
    '2026-1a-22 14:42',
    '2026-11-22 1a:42',
    '2026-11-22 14:4a',
  ])('%j names none', (text) => expect(istanbulMomentOf(text)).toBeUndefined());
});

describe('A moment as a text', () => {
  const MOMENT_MS = Date.UTC(2026, 10, 22, 11, 42, 17, 260);

  test('on clocks in Istanbul has no zone, and no more of the second than there is', () => {
    expect(istanbulTimeOf(MOMENT_MS)).toBe('2026-11-22T14:42:17.26');
    expect(istanbulTimeOf(MOMENT_MS - 260)).toBe('2026-11-22T14:42:17');
    expect(istanbulTimeOf(MOMENT_MS - 250)).toBe('2026-11-22T14:42:17.01');
  });

  test('for people ends with the second', () => {
    expect(istanbulClockOf(MOMENT_MS)).toBe('2026-11-22 14:42:17');
  });

  test('for computers is in UTC', () => {
    expect(isoTimeOf(MOMENT_MS)).toBe('2026-11-22T11:42:17.260Z');
  });
});
