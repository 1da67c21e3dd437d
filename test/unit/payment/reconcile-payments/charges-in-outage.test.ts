import { beforeAll, describe, expect, test } from 'vitest';
import { type ChargeReport, HOUR_OF_CHARGES, simulateCharges } from '../../../faults/outage/charge-simulation.ts';

/** A few minutes at two charges a second. */
const SMALL = {
  ...HOUR_OF_CHARGES,
  callsPerSecond: 2,
  minutesBefore: 1,
  outageMinutes: 3,
  minutesAfter: 1,
  instances: 20,
};

let [quiet, outage]: [ChargeReport | undefined, ChargeReport | undefined] = [undefined, undefined];
beforeAll(async () => {
  quiet = await simulateCharges({ ...SMALL, outageMinutes: 0 });
  outage = await simulateCharges(SMALL);
});

describe('Charges at three banks, one of which is silent (rule 46)', () => {
  test('nothing breaks a rule: what is told is what the bank holds, budgets and links come back, refused codes are free', () => {
    expect([quiet?.violations, outage?.violations]).toEqual([[], []]);
  });

  test('the other banks’ charges take no longer than 1.5 times what they take without an outage (p99)', () => {
    expect(quiet?.othersP99Ms).toBeGreaterThan(0);
    expect(outage?.othersP99Ms).toBeLessThanOrEqual(1.5 * (quiet?.othersP99Ms ?? 0));
  });

  test('its breaker opens once, and most of its charges are not tried', () => {
    expect([quiet?.opened, quiet?.refused, outage?.opened]).toEqual([0, 0, 1]);
    expect(outage?.heard['direct unavailable']).toBeGreaterThan(outage?.heard['direct unknown'] ?? 0);
    expect(outage?.refused).toBeGreaterThan(outage?.callsIntoOutage ?? 0);
  });
});
