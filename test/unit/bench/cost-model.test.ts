import { describe, expect, test } from 'vitest';
import {
  type Consumption,
  dollarsPerMillion,
  gigabyteSecondsOf,
  moreThan,
  NOTHING,
  sumOf,
  totalDollars,
} from '../../bench/cost-model.ts';
import prices from '../../bench/prices.json' with { type: 'json' };

const link: Consumption = { ...NOTHING, writeUnits: 34, readUnits: 9, apiRequests: 7, functionCalls: 7, keyCalls: 1 };

describe('the cost of a million payments', () => {
  test('is the sum of what is counted, each at its price', () => {
    const { perMillionUsd: usd } = prices;
    const counted = 34 * usd.writeUnits + 9 * usd.readUnits + 7 * (usd.apiRequests + usd.functionCalls) + usd.keyCalls;
    expect(totalDollars(link)).toBeCloseTo(counted, 6);
    expect(dollarsPerMillion({ ...NOTHING, logBytes: 2000 }).logBytes).toBeCloseTo(2 * prices.perGigabyteUsd.logs, 6);
  });

  test('of an extra is what it adds, and parts add up', () => {
    const extra = { ...NOTHING, writeUnits: 4, keyCalls: 1 };
    expect(moreThan(sumOf([link, extra]), link)).toEqual(extra);
    expect(totalDollars(sumOf([link, extra]))).toBeCloseTo(totalDollars(link) + totalDollars(extra), 6);
  });

  test.each([
    ['waiting costs by memory alone', { ownMs: 0, bankCalls: 1 }, 2],
    ['own time costs the same with half the memory, because it takes twice as long', { ownMs: 100, bankCalls: 0 }, 1],
  ])('%s', (_what, spent, ratio) => {
    const at = (memoryMb: number) => gigabyteSecondsOf({ storeTrips: 0, keyCalls: 0, ...spent, memoryMb });
    expect(at(512) / at(256)).toBeCloseTo(ratio, 6);
    expect(at(256)).toBeGreaterThan(0);
  });

  test('more memory than one processor has speeds nothing up', () => {
    const at = (memoryMb: number) =>
      gigabyteSecondsOf({ ownMs: 100, storeTrips: 0, keyCalls: 0, bankCalls: 0, memoryMb });
    const whole = prices.assumed.memoryOfOneProcessorMb;
    expect(at(2 * whole)).toBeCloseTo(2 * at(whole), 6);
  });
});
