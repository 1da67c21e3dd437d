import { describe, expect, test } from 'vitest';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { givenBackOn } from '../../../../shared/domain/funnel/given-back.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

const DAY = '20270115';
const NOON_MS = Date.UTC(2027, 0, 15, 9);
const NEXT_DAY_MS = NOON_MS + 24 * 3_600_000;
const link = linkWith();
const paid = linkAttemptWith(link, { state: 'approved', reportedOutcome: 'paid' });

/** A refund of 30.00 of 100.00 that is done at noon. */
const step = (number: number, changes: Partial<Step> = {}): Step =>
  reversalOf(paid, { number, kind: 'refund', state: 'done', amount: minor(3000), endedAtMs: NOON_MS, ...changes });

const givenBack = (steps: readonly Step[], day = DAY, attempt: LinkAttempt = paid) =>
  givenBackOn({ link, attempts: [attempt], steps }, day);
const noTime = (of: Step): Step => {
  const { endedAtMs: _time, ...rest } = of;
  return rest;
};

describe('What was given back of a payment request on a day', () => {
  test('is the sum of the refunds that were done on it, with the first of them', () => {
    expect(givenBack([step(2), step(1)])).toEqual({ currency: 'TL', amount: 6000, isWhole: false, firstStep: 1 });
  });

  test('is whole on the day on which nothing was left, and is never more than was charged', () => {
    const last = step(2, { amount: minor(9000), endedAtMs: NEXT_DAY_MS });
    expect(givenBack([step(1), last])).toMatchObject({ amount: 3000, isWhole: false, firstStep: 1 });
    expect(givenBack([step(1), last], '20270116')).toMatchObject({ amount: 7000, isWhole: true, firstStep: 2 });
  });

  test('counts steps in the order in which they ended, and those of one moment by their numbers', () => {
    const later = step(1, { amount: minor(9000), endedAtMs: NOON_MS + 1 });
    expect(givenBack([later, step(2)])).toMatchObject({ amount: 10_000, isWhole: true, firstStep: 2 });
    const whole = { amount: minor(10_000) };
    expect(givenBack([step(2, whole), step(1, whole)])).toMatchObject({ amount: 10_000, firstStep: 1 });
  });

  test.each<[string, Partial<Step>, number]>([
    ['a reversal takes all', { kind: 'reversal', doneBy: 'credit' }, 10_000],
    ['a void takes all', { kind: 'void' }, 10_000],
    ['a void that was done by a Credit takes its amount', { kind: 'void', doneBy: 'credit' }, 3000],
  ])('%s', (_what, changes, amount) => expect(givenBack([step(1, changes)])?.amount).toBe(amount));

  test('is measured by what was captured of a pre-authorisation', () => {
    expect(givenBack([step(1)], DAY, { ...paid, captured: minor(3000) })).toMatchObject({ isWhole: true });
  });

  test.each<[string, Step]>([
    ['is under way', step(1, { state: 'in-doubt' })],
    ['has no time of its end', noTime(step(1))],
    ['was refused', step(1, { state: 'refused' })],
    ['gives nothing back', step(1, { kind: 'capture' })],
    ['belongs to another attempt', step(1, { attempt: 2 })],
    ['ended on another day', step(1, { endedAtMs: NEXT_DAY_MS })],
    ['is of nothing', step(1, { amount: minor(0) })],
  ])('has nothing of a step that %s', (_what, one) => expect(givenBack([one])).toBeUndefined());

  test('is told of payment requests that were paid alone', () => {
    const steps = [step(1)];
    expect(givenBackOn({ attempts: [paid], steps }, DAY)).toBeUndefined();
    expect(givenBackOn({ link: { ...link, source: 'three-d' }, attempts: [paid], steps }, DAY)).toBeUndefined();
    expect(givenBack(steps, DAY, { ...paid, reportedOutcome: 'failed' })).toBeUndefined();
  });
});
