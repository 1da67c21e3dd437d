import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowPace } from '../../../functions/payment/reconcile-payments/row-pace.ts';

const SECOND_MS = 1000;

/** When rows begin that wait for timers which fire so late, and for calls that are over only then. */
const beginsAt = (perSecond: number, lateMs: readonly number[]): readonly number[] => {
  const pace = rowPace(perSecond);
  const times: number[] = [];
  let nowMs = 0;
  for (const late of lateMs) {
    times.push(nowMs);
    nowMs += pace(nowMs) + late;
  }
  return times;
};

const rates = fc.integer({ min: 1, max: 500 });

describe('The pace of rows at one gateway (rule 8)', () => {
  test('no second sees more than the rate and two rows, however late timers fire', () => {
    fc.assert(
      fc.property(
        rates,
        fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 600 }),
        (rate, late) => {
          const times = beginsAt(rate, late);
          for (const [index, fromMs] of times.entries()) {
            const within = times.slice(index).filter((atMs) => atMs < fromMs + SECOND_MS).length;
            expect(within).toBeLessThanOrEqual(rate + 2);
          }
        },
      ),
    );
  });

  test('timers that fire late by less than an interval cost the run one row at most', () => {
    fc.assert(
      fc.property(rates, fc.array(fc.double({ min: 0, max: 0.99, noNaN: true }), { minLength: 1 }), (rate, parts) => {
        const intervalMs = SECOND_MS / rate;
        const times = beginsAt(
          rate,
          parts.map((part) => part * intervalMs),
        );
        for (const [index, atMs] of times.entries()) {
          expect(atMs).toBeGreaterThanOrEqual(index * intervalMs - 0.001);
          expect(atMs).toBeLessThan((index + 1) * intervalMs);
        }
      }),
    );
  });

  test('a clock that is set back lengthens no wait beyond one interval', () => {
    const pace = rowPace(25);
    pace(60_000);
    expect(pace(0)).toBe(40);
    expect(pace(0)).toBe(40);
  });
});
