import { describe, expect, test } from 'vitest';
import { attemptStates, queueStatusOf } from '../../../shared/domain/attempt/states.ts';

const NOW = 1_000_000;

describe('what an attempt waits for', () => {
  test.each([
    ['authenticating', {}, 'running'],
    ['charging', { answerByMs: NOW + 1 }, 'running'],
    ['charging', { answerByMs: NOW }, 'in-doubt'],
    ['in-doubt', {}, 'in-doubt'],
    ['voiding', {}, 'taking-back'],
    ['refunding', {}, 'taking-back'],
    ['stuck', {}, 'stuck'],
    ['declined', { recheckAtMs: NOW + 1 }, 'recheck'],
    ['closed', { recheckAtMs: NOW - 1 }, 'recheck'],
  ] as const)('%s with %o is %s (rules 4, 5, 8)', (state, times, standing) => {
    expect(queueStatusOf({ state, ...times }, NOW)).toBe(standing);
  });

  test('only what is over waits for nothing', () => {
    const waiting = attemptStates.filter((state) => queueStatusOf({ state }, NOW) === undefined);
    expect(waiting).toEqual(['approved', 'declined', 'closed', 'voided', 'refunded']);
  });
});
