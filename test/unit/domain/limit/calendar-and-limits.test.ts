import { describe, expect, test } from 'vitest';
import { isRealDay, istanbulDayOf, istanbulMomentOf, monthOf, monthsUpTo } from '../../../../shared/domain/calendar.ts';
import {
  changeLimits,
  fitsLimit,
  type LimitSetting,
  type LimitValues,
  limitPeriods,
  limitsInForce,
} from '../../../../shared/domain/limit/limits.ts';
import { linkStateAt } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

describe('days (decisions: limits)', () => {
  test.each([
    ['2026-01-15T20:59:59.999Z', '20260115'],
    ['2026-01-15T21:00:00.000Z', '20260116'],
    ['2026-07-15T20:59:59.999Z', '20260715'],
    ['2026-07-15T21:00:00.000Z', '20260716'],
    ['2026-12-31T21:00:00.000Z', '20270101'],
    ['2028-02-28T21:00:00.000Z', '20280229'],
    // Until 2016 Istanbul had winter time.
    ['2015-01-15T21:30:00.000Z', '20150115'],
    ['2016-12-31T20:59:59.999Z', '20161231'],
    ['2016-12-31T21:00:00.000Z', '20170101'],
    ['9999-12-31T20:59:59.999Z', '99991231'],
    ['9999-12-31T21:00:00.000Z', '100000101'],
  ])('%s is %s in Istanbul', (instant, day) => expect(istanbulDayOf(Date.parse(instant))).toBe(day));

  test('months go back over the new year', () => {
    expect(monthsUpTo('202702', 4)).toEqual(['202702', '202701', '202612', '202611']);
    expect(monthsUpTo('202702', 1)).toEqual(['202702']);
  });

  test('every day from 2017 on is the one that the time zone has', () => {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul', ...parts });
    const firstMs = Date.UTC(2016, 11, 30, 21);
    const midnights = Array.from({ length: 5000 }, (_, day) => firstMs + day * 86_400_000);
    const wrong = midnights
      .flatMap((atMs) => [atMs - 1, atMs])
      .filter((atMs) => istanbulDayOf(atMs) !== zone.format(atMs).replaceAll('-', ''));
    expect(wrong).toEqual([]);
  });

  test.each([
    ['2026-11-22 14:42', '2026-11-22T11:42:00.000Z'],
    ['2026-11-22T14:42:17', '2026-11-22T11:42:17.000Z'],
    ['2026-01-01 00:30', '2025-12-31T21:30:00.000Z'],
    ['20261122', '2026-11-22T21:00:00.000Z'],
  ])('%s on clocks in Istanbul is %s', (text, instant) => {
    expect(istanbulMomentOf(text)).toBe(Date.parse(instant));
  });

  test.each([
    '',
    '2026-11-22',
    '2026-11-31 10:00',
    '2026-11-22 24:00',
    '2026-11-22 14:60',
    '22.11.2026 14:42',
    '202611',
  ])('%j is no time', (text) => expect(istanbulMomentOf(text)).toBeUndefined());

  test.each(['20240229', '20000229', '19000101', '20261231'])('%s is a real day', (day) =>
    expect(isRealDay(day)).toBe(true),
  );

  test.each([
    '20250229',
    '19000229',
    '18991231',
    '20261301',
    '20260001',
    '20260132',
    '20260100',
    '2026011',
    '2026-01-01',
    '',
    '00000000',
  ])('%j is none', (day) => expect(isRealDay(day)).toBe(false));

  test('a month is the first six digits of its days', () => {
    expect(monthOf('20260115')).toBe('202601');
    expect(limitPeriods('20260115')).toEqual({
      day: { kind: 'day', name: '20260115' },
      month: { kind: 'month', name: '202601' },
    });
  });
});

const values = (daily: number, shards = 1): LimitValues => ({ daily: minor(daily), monthly: 'unlimited', shards });
const DAYS = { today: '20260115', tomorrow: '20260116' };

describe('limits that change (rule 18)', () => {
  test('a first setting holds at once', () => {
    const setting = changeLimits(undefined, values(1), DAYS);
    expect(limitsInForce(setting, '20260115')).toEqual(values(1));
  });

  test('a later one holds from the next midnight on, value and number of shards alike', () => {
    const setting = changeLimits({ values: values(1) }, values(2, 8), DAYS);
    expect(limitsInForce(setting, '20260115')).toEqual(values(1));
    expect(limitsInForce(setting, '20260116')).toEqual(values(2, 8));
    expect(limitsInForce(setting, '20270101')).toEqual(values(2, 8));
  });

  test('of two changes on one day the last one waits, and today stays as it is', () => {
    const once = changeLimits({ values: values(1) }, values(2), DAYS);
    const twice = changeLimits(once, values(3), DAYS);
    expect(limitsInForce(twice, '20260115')).toEqual(values(1));
    expect(limitsInForce(twice, '20260116')).toEqual(values(3));
  });

  test('a change that has come into force is what the next one replaces', () => {
    const current: LimitSetting = { values: values(1), upcoming: { values: values(2), from: '20260115' } };
    const changed = changeLimits(current, values(3), DAYS);
    expect(limitsInForce(changed, '20260115')).toEqual(values(2));
  });
});

describe('what fits a limit (decisions: limits)', () => {
  test.each([
    [100, 0, 100, true],
    [100, 0, 101, false],
    [100, 99, 1, true],
    [100, 99, 2, false],
    [100, 200, 1, false],
    [0, 0, 1, false],
  ])('limit %i, used %i, amount %i: %s', (limit, used, amount, fits) => {
    expect(fitsLimit(minor(limit), used, minor(amount))).toBe(fits);
  });

  test('everything fits where the word says unlimited', () => {
    expect(fitsLimit('unlimited', Number.MAX_SAFE_INTEGER - 1, minor(1))).toBe(true);
  });
});

const at = (state: 'open' | 'paid' | 'cancelled', nowMs: number) => linkStateAt({ state, expiresAtMs: 1000 }, nowMs);

describe('the state of a link at a moment (rule 15)', () => {
  test('an open link is expired from the millisecond of its end on; paid and cancelled stay what they are', () => {
    expect([999, 1000].map((nowMs) => at('open', nowMs))).toEqual(['open', 'expired']);
    expect(at('paid', 2000)).toBe('paid');
    expect(at('cancelled', 2000)).toBe('cancelled');
  });
});
