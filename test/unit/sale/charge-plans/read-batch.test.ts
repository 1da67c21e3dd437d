import { describe, expect, test } from 'vitest';
import { runOf } from '../../../../functions/sale/charge-plans/read-batch.ts';

const NOW = Date.UTC(2026, 10, 2, 9);
const SECOND_MS = 1000;
const ENDS_AT = NOW + 95 * SECOND_MS;
/** What a charge takes at most, with the writes behind it. */
const CHARGE_MS = 33 * SECOND_MS;
const batch = (beginUntilMs: number) => ({ plans: [{ any: 'plan' }], beginUntilMs, chargesAtOnce: 5 });

describe('The event of charge-plans', () => {
  test('gives it until the next batches are handed out to begin charges, and no longer than it lives', () => {
    const times = { nowMs: NOW, endsAtMs: ENDS_AT };
    const until = (beginUntilMs: number) => runOf(batch(beginUntilMs), times).deadlineMs - CHARGE_MS;
    expect(until(NOW + 50 * SECOND_MS)).toBe(NOW + 50 * SECOND_MS);
    expect(until(NOW + 3600 * SECOND_MS)).toBe(NOW + 60 * SECOND_MS);
    expect(runOf(batch(NOW + 60 * SECOND_MS), { nowMs: NOW, endsAtMs: NOW + SECOND_MS }).deadlineMs).toBe(
      NOW + SECOND_MS,
    );
  });

  test('that comes late leaves no time for a charge', () => {
    const late = runOf(batch(NOW - 1), { nowMs: NOW, endsAtMs: ENDS_AT });
    expect(late.deadlineMs).toBeLessThan(NOW + CHARGE_MS);
  });

  test.each([
    {},
    { plans: [] },
    { ...batch(NOW), more: 1 },
    { ...batch(NOW), chargesAtOnce: 0 },
    { source: 'aws.events' },
  ])('%j is refused', (event) => {
    expect(() => runOf(event, { nowMs: NOW, endsAtMs: ENDS_AT })).toThrow();
  });
});
