import { describe, expect, test } from 'vitest';
import { isQueued } from '../../../../shared/domain/attempt/states.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import {
  CAPTURED,
  CONTRADICTORY,
  chargedAtMs,
  DECLINED,
  DECLINED_ASK_AGAIN,
  HOUR_MS,
  linkScene,
  MINUTE_MS,
  NO_RECORD,
  TIME_OUT,
  VOIDED,
} from './swept-attempt-scene.ts';

describe('A payer who left during 3D (rules 5, 20)', () => {
  const LIFE_MS = 15 * MINUTE_MS;
  const scene = () => linkScene({ state: 'authenticating', dueAtMs: chargedAtMs + LIFE_MS });

  test('leaves an attempt that is not touched in its life', async () => {
    const { sweepAfter, calls } = await scene();
    expect(await sweepAfter(LIFE_MS - 1, NO_RECORD)).toEqual({ kind: 'left-alone' });
    expect(calls).toEqual([]);
  });

  test.each<[string, InquiryAnswer, boolean]>([
    ['has no record', NO_RECORD, true],
    ['declined it', DECLINED, false],
    ['declined it in a way that does not end the matter', DECLINED_ASK_AGAIN, true],
  ])('is closed where the bank %s; asked about once more: %s', async (_what, found, asksAgain) => {
    const { sweepAfter, only } = await scene();
    expect(await sweepAfter(LIFE_MS, found)).toEqual({ kind: 'reconciled', state: 'closed', bankAnswered: true });
    const closed = await only();
    expect([closed.state, isQueued(closed)]).toEqual(['closed', asksAgain]);
  });

  test('waits on where the bank does not answer', async () => {
    const { sweepAfter, only } = await scene();
    expect(await sweepAfter(LIFE_MS, TIME_OUT)).toEqual({
      kind: 'rescheduled',
      state: 'authenticating',
      bankAnswered: false,
    });
    expect((await only()).state).toBe('authenticating');
    const contradicted = await scene();
    expect(await contradicted.sweepAfter(LIFE_MS, CONTRADICTORY)).toMatchObject({ alarm: 'contradiction' });
  });

  test('and was charged all the same gets it back, with an alarm', async () => {
    const { sweepAfter, calls } = await scene();
    expect(await sweepAfter(LIFE_MS, CAPTURED)).toMatchObject({ state: 'voided', alarm: 'unexpected-charge' });
    expect(calls).toContain('void');
  });
});

describe('The question about an end of the day before (rule 5)', () => {
  const scene = () =>
    linkScene({
      state: 'declined',
      reportedOutcome: 'failed',
      endedAtMs: chargedAtMs,
      recheckAtMs: chargedAtMs + 24 * HOUR_MS,
      dueAtMs: chargedAtMs + 24 * HOUR_MS,
    });

  test.each<[string, InquiryAnswer]>([
    ['has no record', NO_RECORD],
    ['declined it', DECLINED],
    ['shows it voided', VOIDED],
  ])('is answered where the bank %s', async (_what, found) => {
    const { sweepAfter, only, calls } = await scene();
    expect(await sweepAfter(24 * HOUR_MS, found)).toEqual({
      kind: 'reconciled',
      state: 'declined',
      bankAnswered: true,
    });
    expect(isQueued(await only())).toBe(false);
    expect(calls).toHaveLength(1);
  });

  test('is put again later where the bank does not answer', async () => {
    const { sweepAfter, only } = await scene();
    expect(await sweepAfter(24 * HOUR_MS, TIME_OUT)).toEqual({
      kind: 'rescheduled',
      state: 'declined',
      bankAnswered: false,
    });
    expect(isQueued(await only())).toBe(true);
  });

  test('that finds a charge has it reversed, with an alarm', async () => {
    const { sweepAfter } = await scene();
    expect(await sweepAfter(24 * HOUR_MS, CAPTURED)).toMatchObject({ state: 'voided', alarm: 'unexpected-charge' });
  });
});
