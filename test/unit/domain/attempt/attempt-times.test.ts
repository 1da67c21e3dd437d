import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import {
  type AttemptState,
  attemptEvents,
  type ReportedOutcome,
  stateAfter,
} from '../../../../shared/domain/attempt/states.ts';
import { noRecordBelievedAtMs } from '../../../../shared/domain/attempt/timing.ts';
import { endOfIstanbulDay, istanbulDayOf } from '../../../../shared/domain/calendar.ts';

const HOUR_MS = 3_600_000;

describe('The end of a day in Istanbul', () => {
  test('is the first moment of the next one, from 2017 to 2030', () => {
    for (let at = Date.UTC(2017, 0, 1); at < Date.UTC(2030, 0, 1); at += 37 * HOUR_MS + 1234) {
      const end = endOfIstanbulDay(at);
      expect(istanbulDayOf(end - 1)).toBe(istanbulDayOf(at));
      expect(istanbulDayOf(end)).not.toBe(istanbulDayOf(at));
    }
  });
});

describe('"No record" is believed (rule 5)', () => {
  const at = (noRecordHorizonHours: number, lastCallAtMs: number, answerByMs?: number) =>
    noRecordBelievedAtMs({ startedAtMs: 0, lastCallAtMs, answerByMs, pos: { noRecordHorizonHours } } as Attempt);
  const noon = Date.UTC(2026, 0, 15, 9);

  test('after the horizon of the virtual POS, counted from the last moment our call could have left', () => {
    expect(at(24, noon)).toBe(noon + 24 * HOUR_MS);
    expect(at(24, noon, noon + 28_000)).toBe(noon + 28_000 + 24 * HOUR_MS);
  });

  test('and not before the Istanbul day of that moment is over', () => {
    expect(at(1, noon)).toBe(Date.UTC(2026, 0, 15, 21));
  });
});

/** Every state that an attempt may go to. */
const becomes = (state: AttemptState, reportedOutcome: ReportedOutcome): readonly AttemptState[] =>
  attemptEvents.flatMap((event) => stateAfter({ state, reportedOutcome }, event) ?? []);

describe('An attempt', () => {
  test('that was reported failed never becomes approved (rule 1)', () => {
    for (const from of ['charging', 'in-doubt'] as const) {
      expect(becomes(from, 'failed')).not.toContain('approved');
      expect(becomes(from, 'failed')).toContain('reversing');
    }
  });

  test('that ended can only be reversed (rule 5)', () => {
    for (const from of ['declined', 'closed'] as const) {
      expect(becomes(from, 'failed')).toEqual(['reversing']);
      expect(becomes(from, 'nobody')).toEqual(['reversing']);
    }
  });
});
