import { beforeAll, describe, expect, test } from 'vitest';
import { HANGS } from '../../../faults/outage/outage-gateways.ts';
import { type OutageReport, simulateOutage, WHOLE_OUTAGE } from '../../../faults/outage/sweep-simulation.ts';

/** One part in fifty of the attempts, at one part in fifty of the rate. */
const SMALL = { ...WHOLE_OUTAGE, doubtsPerMinute: 12, othersPerMinute: 3, inquiriesPerSecond: 0.5 };
const MINUTE_MS = 60_000;

let report: OutageReport;
beforeAll(async () => {
  report = await simulateOutage(SMALL);
});

describe('The sweeper while one bank of three is silent for an hour (rules 3, 8)', () => {
  test('guesses nothing: all that the outage leaves in doubt is in doubt when the bank returns', () => {
    expect(report.minutes.find(({ minute }) => minute === SMALL.outageMinutes)?.open[HANGS]).toBe(720);
  });

  test('settles the attempts of the other banks in the minute in which they are due', () => {
    expect(report.latestOfOthersMs).toBeLessThan(MINUTE_MS + 5000);
  });

  test('settles what the bank left within 30 minutes of its return, and each attempt as the bank’s books say', () => {
    expect(report.settledAfterMs).toBeLessThan(30 * MINUTE_MS);
    expect(report.wrong).toEqual([]);
  });

  test('hands on once a minute while rows are left, and holds the rate', () => {
    expect(report.handOns).toBeGreaterThan(20);
    expect(report.handOns).toBeLessThanOrEqual(30);
    // A reversal is an inquiry and a Void: every second attempt needs both.
    expect(report.mostCallsInMinute).toBeLessThanOrEqual(2 * 60 * SMALL.inquiriesPerSecond);
  });
});
