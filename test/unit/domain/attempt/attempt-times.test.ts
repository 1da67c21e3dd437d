import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import {
  type AttemptState,
  attemptEvents,
  attemptStates,
  type ReportedOutcome,
  stateAfter,
} from '../../../../shared/domain/attempt/states.ts';
import * as timing from '../../../../shared/domain/attempt/timing.ts';
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

test('A charge that begins is in doubt after 28 seconds, and due after two minutes (rules 5, 8)', () => {
  expect(timing.chargingTimes(1000)).toEqual({ lastCallAtMs: 1000, answerByMs: 29_000, dueAtMs: 121_000 });
});

describe('"No record" is believed (rule 5)', () => {
  const at = (noRecordHorizonHours: number, lastCallAtMs: number, answerByMs?: number) =>
    timing.noRecordBelievedAtMs({ startedAtMs: 0, lastCallAtMs, answerByMs, pos: { noRecordHorizonHours } } as Attempt);
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

describe('The waits and limits of an attempt', () => {
  const SECOND_MS = 1000;
  const MINUTE_MS = 60 * SECOND_MS;

  test.each([
    ['the bank answers a charge', timing.CHARGE_MS, 20 * SECOND_MS],
    ['a gate answers', timing.GATE_MS, 10 * SECOND_MS],
    ['the bank is asked about a charge of a link', timing.ASK_AFTER_CHARGE_MS, 24 * SECOND_MS],
    ['a charge is in doubt (rule 8)', timing.ANSWER_BY_MS, 28 * SECOND_MS],
    ['a 3D attempt ends (rule 15)', timing.THREE_D_LIFE_MS, 15 * MINUTE_MS],
    ['an approval is collected no more (rule 9)', timing.COLLECT_MS, 10 * MINUTE_MS],
    ['a waiting card is deleted (rule 27)', timing.PENDING_CARD_LIFE_MS, HOUR_MS],
    ['an end without proof is asked about (rule 5)', timing.RECHECK_AFTER_MS, 24 * HOUR_MS],
    ['a call is repeated', timing.BETWEEN_CALLS_MS, 2 * MINUTE_MS],
    ['a reversal is an operator’s (rule 4)', timing.STUCK_AFTER_MS, 72 * HOUR_MS],
    ['an operator’s charge is asked about again', timing.STUCK_PAUSE_MS, 24 * HOUR_MS],
    ['a lease ends (rule 8)', timing.LEASE_MS, MINUTE_MS],
    ['the bank answers the sweeper', timing.SWEEPER_CALL_MS, 15 * SECOND_MS],
    ['the answer is written', timing.SWEEPER_WRITE_MS, 5 * SECOND_MS],
    ['a call is worth its time', timing.LEAST_CALL_MS, 3 * SECOND_MS],
    ['a day is over', timing.DAY_MS, 24 * HOUR_MS],
  ])('how long until %s', (_what, ms, expected) => {
    expect(ms).toBe(expected);
  });

  test('a call, its write and the least call fit into a lease (rule 8)', () => {
    const { SWEEPER_CALL_MS, SWEEPER_WRITE_MS, LEAST_CALL_MS, LEASE_MS } = timing;
    expect(SWEEPER_CALL_MS + SWEEPER_WRITE_MS + LEAST_CALL_MS).toBeLessThan(LEASE_MS);
  });

  const started = { startedAtMs: 1000 };
  const asked = { ...started, lastCallAtMs: 5000 };

  test('a payer may try again three minutes after the last call, or after the start (rule 7)', () => {
    expect(timing.retryOfferedAtMs(started)).toBe(1000 + 3 * MINUTE_MS);
    expect(timing.retryOfferedAtMs(asked)).toBe(5000 + 3 * MINUTE_MS);
    expect(timing.isRetryOffered({ sinceMs: 0, nowMs: 3 * MINUTE_MS - 1 })).toBe(false);
    expect(timing.isRetryOffered({ sinceMs: 0, nowMs: 3 * MINUTE_MS })).toBe(true);
  });

  test('an approval that nobody heard of is collected for ten minutes, and without a code not at all (rule 9)', () => {
    const coded = { direct: { otherTrxCode: 'A' } };
    expect(timing.collectableUntilMs({ ...coded, answerByMs: 500 })).toBe(500 + 10 * MINUTE_MS);
    expect(timing.collectableUntilMs(coded)).toBe(10 * MINUTE_MS);
    expect(timing.collectableUntilMs({ direct: {}, answerByMs: 500 })).toBe(500);
  });

  test('an attempt is looked at before its waiting card expires (rule 27)', () => {
    const due = (dueAtMs: number, pendingCard?: string) =>
      timing.dueNoLaterThanCardExpiry({ ...started, ...(pendingCard === undefined ? {} : { pendingCard }) }, dueAtMs);
    expect(due(9 * HOUR_MS)).toBe(9 * HOUR_MS);
    expect(due(9 * HOUR_MS, 'sealed')).toBe(1000 + HOUR_MS);
    expect(due(5, 'sealed')).toBe(5);
  });

  test('the sweeper lets an attempt rest until it is due, its 3D is over and its last call is two minutes old', () => {
    const rest = (of: Parameters<typeof timing.restsUntilMs>[0]) => timing.restsUntilMs(of);
    expect(rest({ ...started, dueAtMs: 7 })).toBe(7);
    expect(rest({ ...started, dueAtMs: 7, state: 'authenticating' })).toBe(1000 + 15 * MINUTE_MS);
    expect(rest({ ...started, dueAtMs: 7, state: 'charging' })).toBe(7);
    expect(rest({ ...asked, dueAtMs: 7, state: 'charging' })).toBe(5000 + 2 * MINUTE_MS);
    expect(rest({ ...asked, dueAtMs: HOUR_MS })).toBe(HOUR_MS);
  });

  test('a charge needs a person once even "no record" would be believed of it (rule 5)', () => {
    const noon = Date.UTC(2026, 0, 15, 9);
    const of = (state: AttemptState) =>
      ({ state, startedAtMs: noon, pos: { noRecordHorizonHours: 24, dayEndsAt: '22:00' } }) as const;
    const needing = (nowMs: number) => attemptStates.filter((state) => timing.needsPerson(of(state), nowMs));
    expect(needing(noon + 24 * HOUR_MS - 1)).toEqual([]);
    expect(needing(noon + 24 * HOUR_MS)).toEqual(['charging', 'in-doubt']);
  });
});
