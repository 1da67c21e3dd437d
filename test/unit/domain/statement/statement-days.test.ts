import { describe, expect, test } from 'vitest';
import { istanbulDayRange } from '../../../../shared/domain/calendar.ts';
import { closedFromMs, lastClosedDay, lastExpectedDay } from '../../../../shared/domain/statement/statement-days.ts';

const HOUR_MS = 3_600_000;
const endMs = istanbulDayRange('20261120').lastMs + 1;

describe('When the statements of a day are made (decisions: statements)', () => {
  test.each([
    [HOUR_MS - 1, '20261119'],
    [HOUR_MS, '20261120'],
  ])('%i ms behind its end the last day that can be stated is %s', (afterMs, day) => {
    expect(lastClosedDay(endMs + afterMs)).toBe(day);
  });

  test('a day is over for statements one hour behind its end', () => {
    expect(closedFromMs('20261120')).toBe(endMs + HOUR_MS);
  });

  test.each([
    [6 * HOUR_MS - 1, '20261119'],
    [6 * HOUR_MS, '20261120'],
  ])('%i ms behind its end the last day that should be stated is %s: five hours are in time', (afterMs, day) => {
    expect(lastExpectedDay(endMs + afterMs)).toBe(day);
  });
});
