import { describe, expect, test } from 'vitest';
import {
  attemptStates,
  endedWithoutCharge,
  isFinal,
  isQueued,
  keepsPendingCard,
  queueStatusOf,
} from '../../../../shared/domain/attempt/states.ts';

const NOW = 1_000_000;

describe('what an attempt waits for', () => {
  test.each([
    ['authenticating', {}, 'running'],
    ['charging', { answerByMs: NOW + 1 }, 'running'],
    ['charging', { answerByMs: NOW }, 'in-doubt'],
    ['charging', {}, 'running'],
    ['authenticating', { answerByMs: NOW - 1 }, 'running'],
    ['in-doubt', {}, 'in-doubt'],
    ['declined', { recheckAtMs: NOW + 1 }, 'recheck'],
    ['closed', { recheckAtMs: NOW - 1 }, 'recheck'],
  ] as const)('%s with %o is %s (rules 4, 5, 8)', (state, times, waitsFor) => {
    expect(queueStatusOf({ state, ...times }, NOW)).toBe(waitsFor);
  });

  test('what is over waits for nothing, and what is being reversed has its step in the queue', () => {
    const waiting = attemptStates.filter((state) => queueStatusOf({ state }, NOW) === undefined);
    expect(waiting).toEqual(['approved', 'declined', 'closed', 'reversing', 'voided', 'refunded']);
    expect(attemptStates.filter(isFinal)).toEqual(['approved', 'declined', 'closed', 'voided', 'refunded']);
    expect(attemptStates.filter(endedWithoutCharge)).toEqual(['declined', 'closed', 'voided', 'refunded']);
  });

  test('a pre-authorisation that closes by itself stands in the queue while it is approved', () => {
    expect(isQueued({ state: 'approved', closesAtMs: 1 })).toBe(true);
    expect(isQueued({ state: 'approved' })).toBe(false);
    expect(isQueued({ state: 'voided', closesAtMs: 1 })).toBe(false);
    expect(isQueued({ state: 'voided', recheckAtMs: 1 })).toBe(true);
  });

  test('a card waits only where nobody was told and an approval may still come (rule 27)', () => {
    const kept = (reportedOutcome: 'nobody' | 'failed' | 'paid') =>
      attemptStates.filter((state) => keepsPendingCard({ state, reportedOutcome }));
    expect(kept('nobody')).toEqual(['authenticating', 'charging', 'in-doubt']);
    expect([...kept('failed'), ...kept('paid')]).toEqual([]);
  });
});
