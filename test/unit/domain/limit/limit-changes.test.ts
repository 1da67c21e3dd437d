import { describe, expect, test } from 'vitest';
import { refuseShortLimit } from '../../../../shared/domain/limit/limit-refusals.ts';
import {
  changedWithinMonth,
  changeLimits,
  type LimitSetting,
  type LimitValues,
  limitShortage,
} from '../../../../shared/domain/limit/limits.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

const valuesOf = (monthly: number, shards = 1): LimitValues => ({
  daily: minor(100),
  monthly: minor(monthly),
  shards,
});

describe('A month whose limit changed after its first day (rule 18)', () => {
  const changed: LimitSetting = { values: valuesOf(500), upcoming: { values: valuesOf(400), from: '20270115' } };

  test.each<readonly [string, LimitSetting, string, boolean]>([
    ['a limit that never changed', { values: valuesOf(500) }, '20270120', false],
    ['the day before the change', changed, '20270114', false],
    ['the day of the change', changed, '20270115', true],
    ['a later day of the month', changed, '20270131', true],
    ['the next month', changed, '20270201', false],
    ['the same month of another year', changed, '20280120', false],
    [
      'a change on the first day of the month',
      { values: valuesOf(500), upcoming: { values: valuesOf(400), from: '20270101' } },
      '20270120',
      false,
    ],
    [
      'a change of shards alone',
      { values: valuesOf(500), upcoming: { values: valuesOf(500, 2), from: '20270115' } },
      '20270120',
      true,
    ],
    [
      'a change of the day’s limit alone',
      { values: valuesOf(500), upcoming: { values: { ...valuesOf(500), daily: minor(7) }, from: '20270115' } },
      '20270120',
      false,
    ],
    ['a change that is in force since', { values: valuesOf(500), since: '20270110' }, '20270120', true],
    [
      'a change in force, and a further one that waits',
      { values: valuesOf(500), since: '20270110', upcoming: { values: valuesOf(400), from: '20270125' } },
      '20270120',
      true,
    ],
    ['a change that is in force later', { values: valuesOf(500), since: '20270121' }, '20270120', false],
  ])('%s', (_what, setting, day, expected) => {
    expect(changedWithinMonth(setting, day)).toBe(expected);
  });
});

describe('A further change of limits (rule 18)', () => {
  const days = { today: '20270120', tomorrow: '20270121' };

  test('keeps since when the month counts as it does today', () => {
    const values = valuesOf(300);
    const from = '20270115';
    const waiting: LimitSetting = { values: valuesOf(500), upcoming: { values: valuesOf(400), from } };
    expect(changeLimits(waiting, values, days)).toEqual({
      values: valuesOf(400),
      since: from,
      upcoming: { values, from: '20270121' },
    });
    expect(changeLimits({ values: valuesOf(500) }, values, days)).not.toHaveProperty('since');
  });
});

describe('What a payment lacks under the limits (rule 17)', () => {
  const shortage = (daily: number, monthly: number) =>
    limitShortage(valuesOf(500), { used: { daily, monthly }, amount: minor(40) });

  test.each([
    [60, 460, undefined],
    [61, 460, 'day'],
    [60, 461, 'month'],
    [61, 461, 'day'],
  ] as const)(
    '%d of 100 in the day and %d of 500 in the month are used, and 40 are wanted: %j',
    (day, month, expected) => {
      expect(shortage(day, month)).toBe(expected);
    },
  );

  test('a currency without limits has no room', () => {
    expect(limitShortage(undefined, { used: { daily: 0, monthly: 0 }, amount: minor(1) })).toBe('no-setting');
  });

  const reasons = { day: 'DailyDealerLimitExceeded', month: 'MonthlyDealerLimitExceeded' } as const;
  test.each([
    ['no-setting', reasons.day, 'Currency cannot be paid: no daily limit is set for this dealer in USD.'],
    ['day', reasons.day, "Amount exceeds what is left of the dealer's daily limit."],
    ['month', reasons.month, "Amount exceeds what is left of the dealer's monthly limit."],
  ] as const)('%s is refused as %s: %s', (shortageKind, reason, sentence) => {
    expect(() => refuseShortLimit(shortageKind, { currency: 'USD', reasons })).toThrow(
      expect.objectContaining({ reason, sentence }),
    );
  });

  test('what fits is not refused', () => {
    expect(() => refuseShortLimit(undefined, { currency: 'USD', reasons })).not.toThrow();
  });
});
