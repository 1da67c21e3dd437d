import { describe, expect, test } from 'vitest';
import { isInDoubt, OldestDoubts } from '../../../../functions/payment/reconcile-payments/oldest-doubts.ts';

describe('The oldest attempt in doubt', () => {
  test('is counted from the last call that could have left, for each gateway by itself', () => {
    const doubts = new OldestDoubts();
    doubts.note('one.example', { startedAtMs: 1_000, lastCallAtMs: 5_000 });
    doubts.note('one.example', { startedAtMs: 2_000 });
    doubts.note('one.example', { startedAtMs: 3_000, lastCallAtMs: 9_000 });
    doubts.note('two.example', { startedAtMs: 8_000 });
    expect(doubts.ages(10_000)).toEqual([
      { gateway: 'one.example', ageMs: 8_000 },
      { gateway: 'two.example', ageMs: 2_000 },
    ]);
  });

  test.each([
    ['attempt', 'rescheduled', 'in-doubt', true],
    ['attempt', 'rescheduled', 'charging', true],
    // The payer may still be at the 3D page: nothing was charged.
    ['attempt', 'rescheduled', 'authenticating', false],
    ['attempt', 'reconciled', 'approved', false],
    ['step', 'rescheduled', 'refund', false],
    ['attempt', 'left-alone', undefined, false],
  ] as const)('%s that was %s (%s): %s', (row, kind, state, wanted) => {
    expect(isInDoubt({ kind: row }, { kind, ...(state === undefined ? {} : { state }) })).toBe(wanted);
  });
});
