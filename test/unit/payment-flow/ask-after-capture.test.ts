import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { askAfterCapture } from '../../../shared/payment-flow/ask-after-capture.ts';
import {
  CONTRADICTORY,
  CREDITED,
  HOUR_MS,
  historyWith,
  MINUTE_MS,
  PRE_AUTHORISED,
  referencesOf,
  type StepSceneOptions,
  standing,
  stepScene,
  TOTAL,
  UNHEARD,
} from '../../support/payment/step-at-bank.ts';

const capturing = ({ step, ...options }: StepSceneOptions = {}) =>
  stepScene({ attempt: PRE_AUTHORISED, ...options, step: { kind: 'capture', ...step } });

describe('a capture without an outcome is asked about and never sent again (rule 4)', () => {
  test.each(['captured', 'settled'] as const)('it is done where the bank holds its amount as %s', async (kind) => {
    const { under, call, moves, asked } = capturing();
    const progress = await askAfterCapture(under, standing(kind), call);
    expect(progress).toMatchObject({ kind: 'ended', under: { attempt: { captured: TOTAL } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(moves[0]?.step).toMatchObject({ state: 'done', bank: referencesOf('found') });
    expect(moves[0]?.step).not.toHaveProperty('doneBy');
    expect(asked()).toEqual([]);
  });

  test('it is refused two minutes after the bank answered it, where the hold still stands', async () => {
    const { under, call, clock, moves, startedAtMs } = capturing({
      step: { sent: { captureSentAtMs: Date.UTC(2026, 0, 15, 12), captureAnswered: true } },
    });
    clock.advance(MINUTE_MS);
    expect(await askAfterCapture(under, standing('authorised'), call)).toMatchObject({ kind: 'waits' });
    expect(moves[0]?.step).toMatchObject({ state: 'in-doubt', dueAtMs: startedAtMs + 3 * MINUTE_MS });
    clock.advance(MINUTE_MS);
    expect(await askAfterCapture(under, standing('authorised'), call)).toMatchObject({ kind: 'ended' });
    expect(moves[1]?.step).toMatchObject({ state: 'refused', bank: referencesOf('found') });
  });

  test('it waits until its answer had its time, where that is later than the pause', async () => {
    const startedAtMs = Date.UTC(2026, 0, 15, 12);
    const sent = { captureSentAtMs: startedAtMs + 5 * MINUTE_MS, captureAnswered: true } as const;
    const { under, call, moves } = capturing({ step: { sent } });
    await askAfterCapture(under, standing('authorised'), call);
    expect(moves[0]?.step.dueAtMs).toBe(startedAtMs + 7 * MINUTE_MS);
  });

  test('the history decides where the inquiry shows another transaction', async () => {
    const taken = capturing({ history: [historyWith()] });
    expect(await askAfterCapture(taken.under, CREDITED, taken.call)).toMatchObject({ kind: 'ended' });
    expect(taken.moves[0]?.step.state).toBe('done');
    expect(taken.calls.map(({ call, order }) => [call, order.references])).toEqual([
      ['history', referencesOf('charge')],
    ]);
    const held = capturing({ history: [historyWith({ charge: 'authorised' })] });
    expect(await askAfterCapture(held.under, CREDITED, held.call)).toMatchObject({ kind: 'ended' });
    expect(held.moves[0]?.step.state).toBe('refused');
  });

  test('it stays in doubt where the history is not told', async () => {
    const { under, call, moves, asked } = capturing();
    const progress = await askAfterCapture(under, CREDITED, call);
    expect(progress).toMatchObject({ kind: 'waits', under: { step: { state: 'in-doubt' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(asked()).toEqual(['history']);
    expect(moves).toHaveLength(1);
  });

  test('another amount than was asked for decides nothing, and an alarm tells it', async () => {
    const { under, call, moves } = capturing();
    const progress = await askAfterCapture(under, standing('captured', minor(9999)), call);
    expect(progress).toMatchObject({ kind: 'waits', alarm: 'contradiction' });
    expect(moves[0]?.step.state).toBe('in-doubt');
  });

  test('an answer that contradicts itself is told with the bank’s words', async () => {
    const said = { state: 'C S', amount: TOTAL, procReturnCode: '99' };
    const { under, call, moves, startedAtMs } = capturing({ step: { postponed: 9 } });
    const progress = await askAfterCapture(under, { ...CONTRADICTORY, said }, call);
    expect(progress).toMatchObject({ kind: 'waits', alarm: 'contradiction' });
    expect(moves[0]?.step).toMatchObject({
      said: { state: 'C S', amount: TOTAL, code: '99', atMs: startedAtMs },
      dueAtMs: startedAtMs + HOUR_MS,
    });
  });

  test('a silent bank is asked every ten minutes, without an alarm', async () => {
    const said = { state: 'S S', atMs: 1 };
    const { under, call, moves, startedAtMs } = capturing({ step: { postponed: 9, said } });
    const progress = await askAfterCapture(under, UNHEARD, call);
    expect(progress).not.toHaveProperty('alarm');
    expect(moves[0]?.step).toMatchObject({ state: 'in-doubt', dueAtMs: startedAtMs + 10 * MINUTE_MS, said });
  });

  test('after 72 hours it needs a person, and what is done by hand is seen', async () => {
    const { under, call, clock, moves } = capturing();
    clock.advance(72 * HOUR_MS);
    const progress = await askAfterCapture(under, UNHEARD, call);
    expect(progress).toMatchObject({ kind: 'waits', alarm: 'stuck', under: { step: { state: 'stuck' } } });
    if (progress.kind !== 'waits') throw new Error('the step waits');
    expect(await askAfterCapture(progress.under, UNHEARD, call)).toMatchObject({ kind: 'waits', alarm: 'stuck' });
    expect(await askAfterCapture(progress.under, standing('captured'), call)).toMatchObject({ kind: 'ended' });
    expect(moves.map(({ step }) => step.state)).toEqual(['stuck', 'stuck', 'done']);
  });

  test.each([standing('captured'), standing('authorised'), UNHEARD])(
    'where another call changed the step it is left alone ($kind)',
    async (found) => {
      const { under, call, changesAfter } = capturing();
      changesAfter(0);
      expect(await askAfterCapture(under, found, call)).toEqual({ kind: 'left-alone' });
    },
  );
});
