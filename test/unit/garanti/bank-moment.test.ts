import { describe, expect, test } from 'vitest';
import { bankMomentOf, listMoment } from '../../../shared/adapters/garanti/bank-moment.ts';

describe('A time of Garanti', () => {
  const NOON = Date.UTC(2022, 10, 1, 9);

  test.each([
    ['20221101 12:00:00', NOON],
    ['2022-11-01 12:00:00', NOON],
    ['2022-11-01 12:00:00.217', NOON],
    ['2022-11-01T12:00', NOON],
    ['20221101 12:00:59', NOON + 59_000],
    // Of a day alone its last moment is meant.
    ['20221101', Date.UTC(2022, 10, 1, 21) - 1],
    ['2022-11-01', Date.UTC(2022, 10, 1, 21) - 1],
  ])('%s is read on clocks in Istanbul', (text, moment) => {
    expect(bankMomentOf(text)).toBe(moment);
  });

  test.each(['', '0', '20221131', '20221101 24:00:00', '20221101 12', 'x20221101', '20221101x', '01/11/2022 12:00'])(
    '%j is none',
    (text) => expect(bankMomentOf(text)).toBeUndefined(),
  );

  test('is written in a list as day, month and year with hours and minutes', () => {
    expect(listMoment(NOON)).toBe('01/11/2022 12:00');
    expect(listMoment(Date.UTC(2022, 10, 1, 20, 59, 59, 999))).toBe('01/11/2022 23:59');
    expect(listMoment(Date.UTC(2022, 10, 1, 21))).toBe('02/11/2022 00:00');
    expect(listMoment(Date.UTC(2023, 0, 1, 0, 5))).toBe('01/01/2023 03:05');
  });
});
