import { describe, expect, test } from 'vitest';
import {
  bankDayOf,
  latestScheduledEnd,
  readDayEnd,
  settlementNumber,
} from '../../../../functions/sandbox/bank-simulator/bank-day.ts';
import { ledgerWith } from '../../../support/bank/called-bank.ts';

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

  test.each(['', '24:00', '22:60', '9:00', '22', '22.00', ' 22:00', '22:00x'])('refuses %j for its end', (text) => {
    expect(() => readDayEnd(text)).toThrow(RangeError);
  });

  test('ended last by an operator’s command, where that is later than the scheduled end', async () => {
    const now = at('2027-01-15T11:00');
    const scheduled = at('2027-01-14T22:00');
    for (const [byCommand, closedAtMs] of [
      [undefined, scheduled],
      [scheduled - 1, scheduled],
      [now - 1, now - 1],
    ]) {
      const deps = {
        clock: { now: () => now },
        dayEnd: readDayEnd('22:00'),
        ledger: ledgerWith({ latestClose: async (merchant) => (merchant === '190100000' ? byCommand : undefined) }),
      };
      expect(await bankDayOf(deps, '190100000')).toEqual({ nowMs: now, closedAtMs });
    }
  });
});
