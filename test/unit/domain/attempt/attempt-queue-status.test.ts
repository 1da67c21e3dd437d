import { describe, expect, test } from 'vitest';
import { attemptStates, queueStatusOf } from '../../../../shared/domain/attempt/states.ts';

const NOW = 1_000_000;

describe('what an attempt waits for', () => {
  test.each([
    ['authenticating', {}, 'running'],
    ['charging', { answerByMs: NOW + 1 }, 'running'],
    ['charging', { answerByMs: NOW }, 'in-doubt'],
    ['in-doubt', {}, 'in-doubt'],
    ['declined', { recheckAtMs: NOW + 1 }, 'recheck'],
    ['closed', { recheckAtMs: NOW - 1 }, 'recheck'],
  ] as const)('%s with %o is %s (rules 4, 5, 8)', (state, times, waitsFor) => {
    expect(queueStatusOf({ state, ...times }, NOW)).toBe(waitsFor);
  });

  test('what is over waits for nothing, and what is being reversed has its step in the queue', () => {
    const waiting = attemptStates.filter((state) => queueStatusOf({ state }, NOW) === undefined);
    expect(waiting).toEqual(['approved', 'declined', 'closed', 'reversing', 'voided', 'refunded']);
  });
});
