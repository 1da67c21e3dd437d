import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { undo } from '../../../shared/payment-flow/undo.ts';
import {
  APPROVED,
  CONTRADICTORY,
  CREDITED,
  DAY_END_MS,
  HOUR_MS,
  historyWith,
  MINUTE_MS,
  NOT_SENT,
  PRE_AUTHORISED,
  REFUSED,
  referencesOf,
  SILENCE,
  type StepSceneOptions,
  standing,
  stepScene,
  TOTAL,
  UNHEARD,
  VOIDED,
} from '../../support/payment/step-at-bank.ts';

const CAPTURED = standing('captured');
const SETTLED = standing('settled');
const PART = minor(4000);
const partial = { kind: 'refund', amount: PART } as const;

/** A scene some time after the start of its step. */
const sceneAfter = (ms: number, options: StepSceneOptions = {}) => {
  const scene = stepScene(options);
  scene.clock.advance(ms);
  return scene;
};

describe('a void is sent after its intent is written (rule 4)', () => {
  test('an approval ends the step with its own references', async () => {
    const { under, call, calls, moves, startedAtMs, leaseUntilMs } = sceneAfter(0, { answers: [APPROVED] });
    const progress = await undo(under, CAPTURED, call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { state: 'done', doneBy: 'void' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(calls).toEqual([
      {
        call: 'void',
        order: expect.objectContaining({ orderId: under.attempt.orderId, references: referencesOf('found') }),
        time: { answerBy: startedAtMs + 15_000 },
      },
    ]);
    expect(moves.map(({ step }) => step.state)).toEqual(['intended', 'done']);
    expect(moves[0]?.step.sent).toEqual({ voidSentAtMs: leaseUntilMs, voidUnheardAtMs: leaseUntilMs });
    expect(moves[1]?.step.bank).toEqual(referencesOf('follow-up'));
    expect(moves[1]?.step).not.toHaveProperty('excessCredit');
  });

  test('one that was not sent leaves the step as before', async () => {
    const sent = { voidSentAtMs: 5 };
    const { under, call, moves, asked } = sceneAfter(0, { step: { kind: 'reversal', sent }, answers: [NOT_SENT] });
    expect(await undo(under, CAPTURED, call)).toMatchObject({ kind: 'waits', under: { step: { state: 'intended' } } });
    expect(asked()).toEqual(['void']);
    expect(moves[1]?.step.sent).toEqual(sent);
  });

  test.each([
    ['refused', REFUSED, {}],
    ['not answered', SILENCE, { voidUnheardAtMs: 0 }],
  ])('after one that was %s the bank is asked, and the step waits', async (_how, answer, unheard) => {
    const { under, call, moves, asked, startedAtMs } = sceneAfter(0, { answers: [answer], found: [CAPTURED] });
    const progress = await undo(under, CAPTURED, call);
    expect(progress).toMatchObject({ kind: 'waits', under: { step: { state: 'intended', postponed: 1 } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(asked()).toEqual(['void', 'inquire']);
    const expected = Object.fromEntries(Object.keys(unheard).map((name) => [name, startedAtMs]));
    expect(moves[1]?.step.sent).toEqual({ voidSentAtMs: startedAtMs, ...expected });
    expect(moves[1]?.step.dueAtMs).toBe(startedAtMs + 2 * MINUTE_MS);
    expect(moves[1]?.step).not.toHaveProperty('said');
  });

  test('the inquiry after it may show that it happened', async () => {
    const { under, call, moves } = sceneAfter(0, { answers: [SILENCE], found: [VOIDED] });
    expect(await undo(under, CAPTURED, call)).toMatchObject({ kind: 'ended' });
    expect(moves[1]?.step).toMatchObject({ state: 'done', doneBy: 'void', bank: referencesOf('found') });
  });

  test('an approved one of a capture is not the end while the hold may stand: the bank is asked', async () => {
    const { under, call, moves, asked } = sceneAfter(0, {
      attempt: { ...PRE_AUTHORISED, captured: TOTAL },
      answers: [APPROVED],
      found: [VOIDED],
    });
    expect(await undo(under, CAPTURED, call)).toMatchObject({ kind: 'ended' });
    expect(asked()).toEqual(['void', 'inquire']);
    expect(moves[1]?.step).toMatchObject({ state: 'done', doneBy: 'void', bank: referencesOf('found') });
  });

  test('without time for an answer nothing is sent, and no intent is written', async () => {
    const { under, call, moves, asked, hasTimes } = sceneAfter(0);
    hasTimes(0);
    expect(await undo(under, CAPTURED, call)).toMatchObject({ kind: 'waits' });
    expect(asked()).toEqual([]);
    expect(moves.map(({ step }) => step.sent)).toEqual([{}]);
  });

  test('where the time ends with the intent nothing is sent', async () => {
    const { under, call, moves, asked, hasTimes } = sceneAfter(0);
    hasTimes(1);
    expect(await undo(under, CAPTURED, call)).toMatchObject({ kind: 'waits' });
    expect(asked()).toEqual([]);
    expect(moves.at(-1)?.step.sent).toEqual({});
  });

  test('where the time ends with the answer the bank counts as silent', async () => {
    const step = { postponed: 9 };
    const { under, call, moves, asked, hasTimes, startedAtMs } = sceneAfter(0, { step, answers: [SILENCE] });
    hasTimes(2);
    expect(await undo(under, CAPTURED, call)).toMatchObject({ kind: 'waits' });
    expect(asked()).toEqual(['void']);
    expect(moves.at(-1)?.step.dueAtMs).toBe(startedAtMs + 10 * MINUTE_MS);
    expect(moves.at(-1)?.step.sent).toEqual({ voidSentAtMs: startedAtMs, voidUnheardAtMs: startedAtMs });
  });

  test.each([
    ['before it is sent', 0, []],
    ['before its approval is written', 1, ['void']],
  ])('another call that changes the step %s is left alone', async (_when, writes, calls) => {
    const { under, call, asked, changesAfter } = sceneAfter(0, { answers: [APPROVED] });
    changesAfter(writes);
    expect(await undo(under, CAPTURED, call)).toEqual({ kind: 'left-alone' });
    expect(asked()).toEqual(calls);
  });
});

describe('a step that waits', () => {
  test('keeps the bank’s words, and asks a bank that answers less often each time', async () => {
    const said = { state: 'S S', amount: TOTAL, procReturnCode: '00' };
    const { under, call, moves, startedAtMs } = sceneAfter(0, { step: { postponed: 3, sent: { voidSentAtMs: 1 } } });
    await undo(under, { ...CONTRADICTORY, said }, call);
    expect(moves).toHaveLength(1);
    expect(moves[0]?.step).toMatchObject({
      dueAtMs: startedAtMs + 16 * MINUTE_MS,
      sent: { voidSentAtMs: 1 },
      said: { state: 'S S', amount: TOTAL, code: '00', atMs: startedAtMs },
    });
  });

  test('tells an alarm of an answer that contradicts itself, and of no other', async () => {
    const { under, call } = sceneAfter(0);
    expect(await undo(under, CONTRADICTORY, call)).toMatchObject({ kind: 'waits', alarm: 'contradiction' });
    expect(await undo(under, UNHEARD, call)).not.toHaveProperty('alarm');
  });

  test('waits for the day end where only that decides', async () => {
    const { under, call, moves, startedAtMs } = sceneAfter(0, { step: { kind: 'refund', amount: PART } });
    await undo(under, CAPTURED, call);
    expect(moves[0]?.step.dueAtMs).toBe(startedAtMs + DAY_END_MS);
  });

  test('is left alone where another call changed it', async () => {
    const { under, call, changesAfter } = sceneAfter(0);
    changesAfter(0);
    expect(await undo(under, UNHEARD, call)).toEqual({ kind: 'left-alone' });
  });
});

describe('a credit is sent once the day is closed, and proved by the history (rule 4)', () => {
  const reversal = { kind: 'reversal' } as const;

  test('the whole charge, counted before and after', async () => {
    const credited = historyWith({ credits: [TOTAL] });
    const scene = sceneAfter(8 * HOUR_MS, {
      attempt: { state: 'reversing', reportedOutcome: 'failed' },
      step: reversal,
      history: [historyWith(), credited],
      answers: [APPROVED],
    });
    const { under, call, calls, moves, asked, leaseUntilMs, clock } = scene;
    const progress = await undo(under, SETTLED, call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { state: 'done', doneBy: 'credit' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(asked()).toEqual(['history', 'refund', 'history']);
    expect(calls.map(({ order }) => order.references)).toEqual(calls.map(() => referencesOf('found')));
    expect(moves[0]?.step.sent).toEqual({ credit: { atMs: leaseUntilMs, amount: TOTAL, doneBefore: 0 } });
    expect(moves[1]?.step.sent).toEqual({
      credit: { atMs: clock.now(), amount: TOTAL, doneBefore: 0, answer: 'approved' },
    });
    expect(moves[1]?.step.bank).toEqual(referencesOf('found'));
  });

  test('a part of it, after the credits that are known', async () => {
    const known = [minor(500)];
    const { under, call, calls, moves, leaseUntilMs } = sceneAfter(8 * HOUR_MS, {
      step: partial,
      history: [historyWith({ credits: known })],
    });
    expect(await undo(under, SETTLED, call)).toMatchObject({ kind: 'waits', under: { step: { state: 'intended' } } });
    expect(calls.map((one) => [one.call, one.order.amount])).toEqual([
      ['history', TOTAL],
      ['refund', PART],
      ['history', TOTAL],
    ]);
    // No answer came: the credit may have gone out until the end of the lease.
    expect(moves[1]?.step.sent).toEqual({ credit: { atMs: leaseUntilMs, amount: PART, doneBefore: 1 } });
  });

  test('one that was not sent leaves no credit behind', async () => {
    const sent = { voidSentAtMs: 5 };
    const { under, call, moves } = sceneAfter(8 * HOUR_MS, {
      step: { ...reversal, sent: { ...sent, credit: { atMs: 6, amount: TOTAL, doneBefore: 0, answer: 'refused' } } },
      history: [historyWith()],
      answers: [NOT_SENT],
    });
    expect(await undo(under, SETTLED, call)).toMatchObject({ kind: 'waits' });
    expect(moves[0]?.step.sent.credit).not.toHaveProperty('answer');
    expect(moves[1]?.step.sent).toEqual(sent);
  });

  test.each([
    ['for its intent', 1, 1],
    ['for its call', 2, 2],
  ])('without time %s nothing is sent', async (_what, times, writes) => {
    const scene = sceneAfter(8 * HOUR_MS, { step: reversal, history: [historyWith()] });
    scene.hasTimes(times);
    expect(await undo(scene.under, SETTLED, scene.call)).toMatchObject({ kind: 'waits' });
    expect(scene.asked()).toEqual(['history']);
    expect(scene.moves).toHaveLength(writes);
    expect(scene.moves.at(-1)?.step.sent).toEqual({});
  });

  test('without time for the history nothing is decided', async () => {
    const { under, call, moves, asked, hasTimes } = sceneAfter(8 * HOUR_MS, { step: reversal });
    hasTimes(0);
    expect(await undo(under, SETTLED, call)).toMatchObject({ kind: 'waits' });
    expect(asked()).toEqual([]);
    expect(moves).toHaveLength(1);
  });

  test('another call that changes the step before it is sent is left alone', async () => {
    const { under, call, asked, changesAfter } = sceneAfter(8 * HOUR_MS, { step: reversal, history: [historyWith()] });
    changesAfter(0);
    expect(await undo(under, SETTLED, call)).toEqual({ kind: 'left-alone' });
    expect(asked()).toEqual(['history']);
  });

  test('what the bank gave back too much is written, and an alarm tells it', async () => {
    const sent: Step['sent'] = { credit: { atMs: 5, amount: PART, doneBefore: 0 } };
    const { under, call, moves } = sceneAfter(8 * HOUR_MS, {
      step: { ...partial, sent },
      history: [historyWith({ credits: [PART, PART] })],
    });
    expect(await undo(under, CREDITED, call)).toMatchObject({ kind: 'ended', alarm: 'excess-credit' });
    expect(moves[0]?.step).toMatchObject({ state: 'done', doneBy: 'credit', excessCredit: PART });
  });
});

describe('a refund that cannot happen is refused', () => {
  test('where less is left than its amount, without an alarm', async () => {
    const { under, call, moves } = sceneAfter(8 * HOUR_MS, {
      step: partial,
      history: [historyWith({ credits: [minor(7000)] })],
    });
    const progress = await undo(under, SETTLED, call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { state: 'refused' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(moves[0]?.step).toMatchObject({ state: 'refused', bank: referencesOf('found') });
  });

  test('where the inquiry shows its charge voided: our books hold it as paid, so an alarm tells it', async () => {
    const { under, call } = sceneAfter(8 * HOUR_MS, { step: partial });
    expect(await undo(under, VOIDED, call)).toMatchObject({
      kind: 'ended',
      alarm: 'contradiction',
      under: { step: { state: 'refused' } },
    });
  });

  test('where the history shows its charge voided', async () => {
    const { under, call, asked } = sceneAfter(8 * HOUR_MS, {
      step: partial,
      history: [historyWith({ charge: 'voided' })],
    });
    expect(await undo(under, CREDITED, call)).toMatchObject({ kind: 'ended', alarm: 'contradiction' });
    expect(asked()).toEqual(['history']);
  });

  test('and is left alone where another call changed it', async () => {
    const { under, call, changesAfter } = sceneAfter(8 * HOUR_MS, { step: partial });
    changesAfter(0);
    expect(await undo(under, VOIDED, call)).toEqual({ kind: 'left-alone' });
  });
});

describe('a reversal that the bank does not let happen needs a person after 72 hours', () => {
  const options: StepSceneOptions = {
    attempt: { state: 'reversing', reportedOutcome: 'failed' },
    step: { kind: 'reversal' },
  };

  test('it is stuck with the bank’s words, and asked about daily', async () => {
    const { under, call, moves, clock, asked } = sceneAfter(72 * HOUR_MS, options);
    const said = { state: 'S S' };
    expect(await undo(under, { ...UNHEARD, said }, call)).toMatchObject({ kind: 'waits', alarm: 'stuck' });
    expect(asked()).toEqual([]);
    expect(moves[0]?.step).toMatchObject({
      state: 'stuck',
      dueAtMs: clock.now() + 24 * HOUR_MS,
      said: { state: 'S S', atMs: clock.now() },
    });
    expect(moves[0]?.step.said).not.toHaveProperty('code');
  });

  test('it keeps earlier words where the bank says nothing', async () => {
    const said = { state: 'S S', atMs: 1 };
    const { under, call, moves } = sceneAfter(72 * HOUR_MS, { ...options, step: { kind: 'reversal', said } });
    await undo(under, UNHEARD, call);
    expect(moves[0]?.step.said).toEqual(said);
  });

  test('it is left alone where another call changed it', async () => {
    const { under, call, changesAfter } = sceneAfter(72 * HOUR_MS, options);
    changesAfter(0);
    expect(await undo(under, UNHEARD, call)).toEqual({ kind: 'left-alone' });
  });
});
