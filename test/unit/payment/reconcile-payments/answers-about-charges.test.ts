import { describe, expect, test } from 'vitest';
import { isQueued } from '../../../../shared/domain/attempt/states.ts';
import { noRecordBelievedAtMs } from '../../../../shared/domain/attempt/timing.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import {
  CAPTURED,
  CONTRADICTORY,
  chargedAtMs,
  DECLINED,
  directScene,
  HOUR_MS,
  linkScene,
  MINUTE_MS,
  NO_RECORD,
  OTHER_SUM,
  TIME_OUT,
  VOIDED,
} from './swept-attempt-scene.ts';

describe('A charge of a link that is in doubt (rules 1, 3, 5)', () => {
  test('that the bank holds as ordered is approved and reported paid', async () => {
    const { sweepAfter, stored, noted, attempt } = await linkScene();
    expect(await sweepAfter(2 * MINUTE_MS, CAPTURED)).toEqual({
      kind: 'reconciled',
      state: 'approved',
      bankAnswered: true,
    });
    expect(await stored()).toMatchObject({
      link: { state: 'paid' },
      attempts: [{ state: 'approved', reportedOutcome: 'paid', bank: { authCode: 'A' } }],
    });
    expect(noted).toEqual([attempt.orderId]);
  });

  test('that the bank declined is declined with its code', async () => {
    const { sweepAfter, only, stored } = await linkScene();
    expect(await sweepAfter(2 * MINUTE_MS, DECLINED)).toEqual({
      kind: 'reconciled',
      state: 'declined',
      bankAnswered: true,
    });
    expect(await only()).toMatchObject({ state: 'declined', reportedOutcome: 'failed', bank: { code: '002' } });
    expect((await stored()).link).toMatchObject({ state: 'open' });
  });

  test('of another sum than ours waits until its payer could try again, then is reversed; an alarm rings both times', async () => {
    const { sweepAfter, only, calls, clock } = await linkScene();
    expect(await sweepAfter(2 * MINUTE_MS, OTHER_SUM)).toEqual({
      kind: 'rescheduled',
      state: 'in-doubt',
      alarm: 'contradiction',
      bankAnswered: true,
    });
    expect((await only()).dueAtMs).toBe(chargedAtMs + 3 * MINUTE_MS);
    expect(calls).not.toContain('void');
    expect(await sweepAfter(chargedAtMs + 3 * MINUTE_MS - clock.now(), OTHER_SUM)).toMatchObject({
      kind: 'reconciled',
      state: 'voided',
      alarm: 'contradiction',
    });
    expect(calls).toContain('void');
    expect(await only()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
  });

  test('that somebody has voided at the bank already is concluded without a call', async () => {
    const { sweepAfter, only, calls } = await linkScene();
    expect(await sweepAfter(2 * MINUTE_MS, VOIDED)).toEqual({
      kind: 'reconciled',
      state: 'voided',
      bankAnswered: true,
    });
    expect(await only()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
    expect(calls).toHaveLength(1);
  });

  test('that was reported failed since is reversed without an alarm where it is as ordered, and with one where it is not', async () => {
    const failed = { reportedOutcome: 'failed' } as const;
    const ours = await linkScene(failed);
    expect(await ours.sweepAfter(2 * MINUTE_MS, CAPTURED)).toEqual({
      kind: 'reconciled',
      state: 'voided',
      bankAnswered: true,
    });
    const other = await linkScene(failed);
    expect(await other.sweepAfter(2 * MINUTE_MS, OTHER_SUM)).toMatchObject({ state: 'voided', alarm: 'contradiction' });
  });

  test.each<[string, InquiryAnswer, object]>([
    ['has no record of', NO_RECORD, { bankAnswered: true }],
    ['does not answer about', TIME_OUT, { bankAnswered: false }],
    ['contradicts itself about', CONTRADICTORY, { bankAnswered: true, alarm: 'contradiction' }],
  ])('that the bank %s stays in doubt: it is asked about later, and told to nobody', async (_what, found, rest) => {
    const { sweepAfter, only, clock } = await linkScene({ state: 'charging' });
    expect(await sweepAfter(2 * MINUTE_MS, found)).toEqual({ kind: 'rescheduled', state: 'in-doubt', ...rest });
    const after = await only();
    expect(after).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    expect(after.dueAtMs).toBeGreaterThanOrEqual(clock.now() + 2 * MINUTE_MS);
  });

  test('without a record is declined once that is believed, and asked about once more the next day', async () => {
    const { sweepAfter, only, attempt, clock } = await linkScene();
    const believedAfterMs = noRecordBelievedAtMs(attempt) - chargedAtMs;
    expect(await sweepAfter(believedAfterMs - 1, NO_RECORD)).toMatchObject({ kind: 'rescheduled', state: 'in-doubt' });
    const late = await linkScene();
    expect(await late.sweepAfter(noRecordBelievedAtMs(late.attempt) - chargedAtMs, NO_RECORD)).toEqual({
      kind: 'reconciled',
      state: 'declined',
      bankAnswered: true,
    });
    const ended = await late.only();
    expect(ended).toMatchObject({ state: 'declined', reportedOutcome: 'failed', bank: { code: '021' } });
    expect(isQueued(ended)).toBe(true);
    expect(ended.dueAtMs).toBe(late.clock.now() + 24 * HOUR_MS);
    expect((await only()).dueAtMs).toBeGreaterThan(clock.now());
  });

  test('about which the bank says nothing clear for so long needs a person', async () => {
    const { sweepAfter, attempt } = await linkScene();
    expect(await sweepAfter(noRecordBelievedAtMs(attempt) - chargedAtMs, TIME_OUT)).toEqual({
      kind: 'rescheduled',
      state: 'in-doubt',
      alarm: 'overdue',
      bankAnswered: false,
    });
  });

  test('is left alone before it is due, and when another run holds it', async () => {
    const { sweepAfter, calls } = await linkScene();
    expect(await sweepAfter(2 * MINUTE_MS - 1, CAPTURED)).toEqual({ kind: 'left-alone' });
    const two = await Promise.all([sweepAfter(1, CAPTURED), sweepAfter(0, CAPTURED)]);
    expect(two.map(({ kind }) => kind).toSorted()).toEqual(['left-alone', 'reconciled']);
    expect(calls).toHaveLength(1);
  });

  test('is not asked about where the run has no time left for a call: it is put off', async () => {
    const { sweepAfter, calls } = await linkScene();
    expect(await sweepAfter(2 * MINUTE_MS, CAPTURED, 7999)).toEqual({ kind: 'rescheduled', state: 'in-doubt' });
    expect(calls).toEqual([]);
    const enough = await linkScene();
    expect(await enough.sweepAfter(2 * MINUTE_MS, CAPTURED, 8000)).toMatchObject({ state: 'approved' });
  });
});

describe('A direct payment that was charged and reported to nobody (rule 9)', () => {
  test('without a code is reversed at once', async () => {
    const { sweepAfter, stored } = await directScene();
    expect(await sweepAfter(2 * MINUTE_MS, CAPTURED)).toEqual({
      kind: 'reconciled',
      state: 'voided',
      bankAnswered: true,
    });
    expect(await stored()).toMatchObject({ attempts: [{ state: 'voided', reportedOutcome: 'failed' }] });
  });

  test('with a code waits ten minutes for a call with it, then is reversed', async () => {
    const { sweepAfter, stored, clock } = await directScene('C-1');
    const collectableUntilMs = chargedAtMs + 28_000 + 10 * MINUTE_MS;
    expect(await sweepAfter(2 * MINUTE_MS, CAPTURED)).toEqual({
      kind: 'rescheduled',
      state: 'in-doubt',
      bankAnswered: true,
    });
    expect((await stored()).attempts).toMatchObject([{ dueAtMs: collectableUntilMs, reportedOutcome: 'nobody' }]);
    expect(await sweepAfter(collectableUntilMs - clock.now(), CAPTURED)).toMatchObject({ state: 'voided' });
  });

  test('of another sum than ours rings an alarm', async () => {
    const { sweepAfter } = await directScene('C-1');
    expect(await sweepAfter(2 * MINUTE_MS, OTHER_SUM)).toMatchObject({ kind: 'rescheduled', alarm: 'contradiction' });
  });
});
