import { describe, expect, test } from 'vitest';
import { momentsOf, momentText, monthsOf, periodOf } from '../../../../shared/domain/payment-list/list-period.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 11, 42, 17, 260);
const at = (text: string): number => Date.parse(`${text}+03:00`);

describe('The period of a list (decisions: lists of payments)', () => {
  test.each([
    ['2026-11-22 14:42', '2026-11-22T14:42:00.000', '2026-11-22T14:42:59.999'],
    ['2026-11-22T14:42', '2026-11-22T14:42:00.000', '2026-11-22T14:42:59.999'],
    [' 2026-11-22 14:42:17 ', '2026-11-22T14:42:17.000', '2026-11-22T14:42:17.999'],
    ['2026-11-22 14:42:17.26', '2026-11-22T14:42:17.260', '2026-11-22T14:42:17.260'],
    ['2026-11-22', '2026-11-22T00:00:00.000', '2026-11-22T23:59:59.999'],
    ['20261122', '2026-11-22T00:00:00.000', '2026-11-22T23:59:59.999'],
  ])('%j means a moment on clocks in Istanbul, from its begin to its end', (text, from, until) => {
    expect(momentsOf(text)).toEqual({ fromMs: at(from), untilMs: at(until) });
  });

  test.each([
    '22.11.2026 14:42',
    '2026-02-30 10:00',
    '20260230',
    '2026-11-22 24:00',
    '2026-11-22 14:42:17.2601',
    '2026-11-22 14',
    '',
  ])('%j means none', (text) => {
    expect(momentsOf(text)).toBeUndefined();
  });

  test('what a cut list names is read as that very moment', () => {
    for (const ms of [NOW_MS, NOW_MS + 1, at('2026-11-30T23:59:59.999'), at('2026-12-01T00:00:00.000')]) {
      expect(momentsOf(momentText(ms))).toEqual({ fromMs: ms, untilMs: ms });
    }
    expect(momentText(NOW_MS)).toBe('2026-11-22 14:42:17.260');
  });

  test.each([
    [{}, { fromMs: at('2026-10-22T14:42:17.260'), untilMs: NOW_MS }],
    [{ start: '2026-11-22' }, { fromMs: at('2026-11-22T00:00:00.000'), untilMs: NOW_MS }],
    [
      { start: '2026-10-01 00:00', end: '2026-11-01 00:00' },
      { fromMs: at('2026-10-01T00:00:00.000'), untilMs: at('2026-11-01T00:00:59.999') },
    ],
    [
      { start: '2026-11-22 14:42', end: '2026-11-22 14:42' },
      { fromMs: at('2026-11-22T14:42:00.000'), untilMs: at('2026-11-22T14:42:59.999') },
    ],
    [{ start: '2026-10-01 00:00', end: '2026-11-01 00:01' }, 'length'],
    [{ start: '2026-09-01 00:00' }, 'length'],
    [{ start: '2026-11-22 14:43', end: '2026-11-22 14:42' }, 'order'],
    [{ start: 'today' }, 'start'],
    [{ start: 'today', end: 'tomorrow' }, 'end'],
  ])('%j is %j', (texts, period) => {
    expect(periodOf(texts, NOW_MS)).toEqual(period);
  });

  test.each([
    ['2026-11-01', '2026-11-30', ['202611']],
    ['2026-11-15', '2026-12-16', ['202612', '202611']],
    ['2026-12-31', '2027-01-01', ['202701', '202612']],
    ['2027-01-31', '2027-03-03', ['202703', '202702', '202701']],
    ['2026-11-22', '2026-11-22', ['202611']],
  ])('from %s to %s it touches the months %j, in Istanbul', (start, end, months) => {
    const period = periodOf({ start, end }, NOW_MS);
    expect(typeof period === 'string' ? period : monthsOf(period)).toEqual(months);
  });
});
