import { describe, expect, test } from 'vitest';
import {
  latestScheduledEnd,
  readDayEnd,
  settlementNumber,
} from '../../../../functions/sandbox/bank-simulator/bank-day.ts';

const at = (text: string): number => Date.parse(`${text}+03:00`);

describe('The embedded bank’s day', () => {
  test.each([
    ['2027-01-15T21:59:59.999', '22:00', '2027-01-14T22:00:00.000'],
    ['2027-01-15T22:00:00.000', '22:00', '2027-01-15T22:00:00.000'],
    ['2027-01-16T00:00:00.000', '22:00', '2027-01-15T22:00:00.000'],
    ['2027-01-16T21:00:00.000', '22:00', '2027-01-15T22:00:00.000'],
    ['2027-01-15T00:00:00.000', '00:00', '2027-01-15T00:00:00.000'],
    ['2027-01-15T23:59:00.000', '00:00', '2027-01-15T00:00:00.000'],
    ['2027-01-15T02:59:00.000', '23:59', '2027-01-14T23:59:00.000'],
    ['2027-07-01T01:00:00.000', '01:30', '2027-06-30T01:30:00.000'],
  ])('at %s in Istanbul ended last, with an end at %s, at %s', (now, dayEnd, end) => {
    expect(latestScheduledEnd(at(now), readDayEnd(dayEnd))).toBe(at(end));
  });

  test('has a number that grows with each end', () => {
    const end = readDayEnd('22:00');
    const [before, after] = [at('2027-01-15T21:59'), at('2027-01-15T22:00')].map((now) => settlementNumber(now, end));
    expect(Number(after)).toBe(Number(before) + 1);
  });

  test.each(['', '24:00', '22:60', '9:00', '22', '22.00', ' 22:00'])('refuses %j for its end', (text) => {
    expect(() => readDayEnd(text)).toThrow(RangeError);
  });
});
