import { describe, expect, test } from 'vitest';
import { type StepState, stepStates } from '../../../../shared/domain/payment/step.ts';
import {
  isFinalStep,
  isStepQueued,
  stepEvents,
  stepStateAfter,
  stepStateTable,
  stepWaitOf,
  stepWaits,
} from '../../../../shared/domain/payment/step-states.ts';

/** What may happen in each state, and where it leads. */
const allowed: Readonly<Record<StepState, readonly string[]>> = {
  intended: ['send: intended', 'doubt: in-doubt', 'finish: done', 'refuse: refused', 'stick: stuck'],
  'in-doubt': ['send: in-doubt', 'doubt: in-doubt', 'finish: done', 'refuse: refused', 'stick: stuck'],
  stuck: ['finish: done', 'refuse: refused', 'stick: stuck'],
  refused: ['finish: done'],
  done: [],
};

describe('A step, by state and event', () => {
  for (const state of stepStates) {
    test.each(stepEvents)(`${state}: %s`, (event) => {
      const to = allowed[state].find((move) => move.startsWith(`${event}: `))?.split(': ')[1];
      expect(stepStateAfter(state, event)).toBe(to);
    });
  }

  test('every state is reached, and only refused leaves the queue and comes back', () => {
    const reached = new Set(stepStates.flatMap((state) => stepEvents.map((event) => stepStateAfter(state, event))));
    expect(stepStates.filter((state) => state !== 'intended' && !reached.has(state))).toEqual([]);
    expect(
      stepStates.filter((state) => isFinalStep({ state }) && Object.keys(stepStateTable[state].moves).length > 0),
    ).toEqual(['refused']);
  });
});

describe('What a step waits for (rule 8)', () => {
  test.each([
    ['intended', 'carrying-out'],
    ['in-doubt', 'in-doubt'],
    ['stuck', 'stuck'],
    ['refused', undefined],
    ['done', undefined],
  ] as const)('%s: %s', (state, wait) => {
    expect(stepWaitOf({ state }, 0)).toBe(wait);
    expect(isStepQueued({ state })).toBe(wait !== undefined);
  });

  test('a call without an answer is in doubt though nobody wrote so', () => {
    expect(stepWaitOf({ state: 'intended', answerByMs: 100 }, 99)).toBe('carrying-out');
    expect(stepWaitOf({ state: 'intended', answerByMs: 100 }, 100)).toBe('in-doubt');
    expect(stepWaitOf({ state: 'stuck', answerByMs: 100 }, 100)).toBe('stuck');
    expect(stepWaitOf({ state: 'intended' }, Number.MAX_SAFE_INTEGER)).toBe('carrying-out');
  });

  test.each(['refused', 'done'] as const)('%s with a question left stays in the queue for it', (state) => {
    expect(stepWaitOf({ state, recheckAtMs: 5 }, 0)).toBe('recheck');
    expect(isStepQueued({ state, recheckAtMs: 5 })).toBe(true);
    expect(stepWaits).toContain('recheck');
  });
});
