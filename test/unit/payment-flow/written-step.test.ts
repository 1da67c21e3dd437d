import { describe, expect, test } from 'vitest';
import { finishStep } from '../../../shared/domain/payment/step-transitions.ts';
import { afterCapture, afterVoid, answerOf } from '../../../shared/payment-flow/answer-to-step.ts';
import { heardFrom, isContradictory, saidIn, voiceOf } from '../../../shared/payment-flow/bank-said.ts';
import { concludeStep } from '../../../shared/payment-flow/conclude-step.ts';
import { appliedStep, endOf } from '../../../shared/payment-flow/step-under-way.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import {
  APPROVED,
  CONTRADICTORY,
  NOT_SENT,
  REFUSED,
  referencesOf,
  SILENCE,
  standing,
  stepScene,
  TOTAL,
  UNHEARD,
} from '../../support/payment/step-at-bank.ts';

const ERROR_ANSWER = { kind: 'unknown', cause: 'error-answer' } as const;

describe('what the answer to a call proves', () => {
  test.each([
    [APPROVED, 'approved'],
    [REFUSED, 'refused'],
    [ERROR_ANSWER, 'refused'],
    [SILENCE, undefined],
    [{ kind: 'unknown', cause: 'contradictory' } as const, undefined],
    [NOT_SENT, undefined],
  ])('$kind', (answer, proved) => {
    expect(answerOf(answer)).toBe(proved);
  });

  test('an answered void is not on its way any more, and an older one may still be', () => {
    const { under } = stepScene();
    const before = { voidSentAtMs: 1, voidUnheardAtMs: 1 };
    const heard = afterVoid(under, { answer: REFUSED, before, nowMs: 9 });
    expect(heard.step.sent).toEqual({ voidSentAtMs: 9, voidUnheardAtMs: 1 });
    const unheard = afterVoid(under, { answer: SILENCE, before, nowMs: 9 });
    expect(unheard.step.sent).toEqual({ voidSentAtMs: 9, voidUnheardAtMs: 9 });
    const first = afterVoid(under, { answer: REFUSED, before: {}, nowMs: 9 });
    expect(Object.keys(first.step.sent)).toEqual(['voidSentAtMs']);
    expect(first).toEqual({ ...under, step: { ...under.step, sent: { voidSentAtMs: 9 } } });
  });

  test('an answered capture is known as answered', () => {
    const { under } = stepScene({ step: { kind: 'capture' } });
    expect(afterCapture(under, REFUSED, 9).step.sent).toEqual({ captureSentAtMs: 9, captureAnswered: true });
    expect(afterCapture(under, SILENCE, 9).step.sent).toEqual({ captureSentAtMs: 9 });
  });
});

describe('what an inquiry says of the bank itself', () => {
  const causes = ['time-out', 'connection-lost', 'unreadable', 'not-asked', 'contradictory', 'error-answer', 'pending'];

  test.each(causes)('an unknown answer of cause %s', (cause) => {
    const found = { kind: 'unknown', cause } as InquiryAnswer;
    const isSilent = ['time-out', 'connection-lost', 'unreadable', 'not-asked'].includes(cause);
    expect(voiceOf(found)).toBe(isSilent ? 'silent' : 'answers');
    expect(isContradictory(found)).toBe(cause === 'contradictory');
  });

  test.each([standing('captured'), { kind: 'no-record' } as const])('a known answer ($kind)', (found) => {
    expect(voiceOf(found)).toBe('answers');
    expect(isContradictory(found)).toBe(false);
  });

  test('its words are kept with the moment, and earlier words stay without new ones', () => {
    const said = { state: 'S S', amount: TOTAL, procReturnCode: '00' };
    expect(saidIn({ ...CONTRADICTORY, said }, 7)).toEqual({ state: 'S S', amount: TOTAL, code: '00', atMs: 7 });
    expect(Object.keys(saidIn({ ...CONTRADICTORY, said: { state: '' } }, 7) ?? {})).toEqual(['state', 'atMs']);
    expect(saidIn(UNHEARD, 7)).toBeUndefined();
    const { attempt } = stepScene({ attempt: { said: { state: 'old', atMs: 1 } } }).under;
    expect(heardFrom(attempt, UNHEARD, 7)).toBe(attempt);
    expect(heardFrom(attempt, { ...UNHEARD, said: { state: 'new' } }, 7)).toEqual({
      ...attempt,
      said: { state: 'new', atMs: 7 },
    });
  });
});

describe('a change of a step is written once', () => {
  const done = (scene: ReturnType<typeof stepScene>) =>
    finishStep(scene.under.step, 'void', endOf(scene.under, scene.deps));

  test('the payment has the step and the attempt as they are then, each at its place', async () => {
    const scene = stepScene({
      before: [{ number: 1 }, { number: 4 }],
      step: { number: 2, amount: TOTAL },
    });
    const { payment, attempt } = scene.under;
    const other = { ...attempt, number: 2 };
    const under = { ...scene.under, payment: { ...payment, attempts: [attempt, other] } };
    const after = await appliedStep(scene.deps.steps, done(scene), under);
    expect(after?.payment.steps.map(({ number, state }) => [number, state])).toEqual([
      [1, 'done'],
      [2, 'done'],
      [4, 'done'],
    ]);
    expect(after?.payment.attempts).toEqual([after?.attempt, other]);
    expect(after?.attempt).toMatchObject({ number: 1, state: 'voided' });
    expect(after?.step).toBe(after?.payment.steps[1]);
  });

  test('a change that is not allowed writes nothing', async () => {
    const scene = stepScene();
    expect(await appliedStep(scene.deps.steps, undefined, scene.under)).toBeUndefined();
    const change = done(scene);
    const ended = { ...scene.under, attempt: { ...scene.under.attempt, state: 'declined' as const } };
    expect(await appliedStep(scene.deps.steps, change, ended)).toBeUndefined();
    expect(scene.moves).toEqual([]);
  });

  test('the end of a step has the references of the answer that ended it', () => {
    const { under, deps } = stepScene();
    expect(endOf(under, deps, standing('captured')).references).toEqual(referencesOf('found'));
    expect(endOf(under, deps, UNHEARD).references).toBeUndefined();
    expect(endOf(under, deps).references).toBeUndefined();
  });
});

describe('a step that another call ended meanwhile', () => {
  const concluded = (stored: 'final' | 'open' | 'other step' | 'no payment') => {
    const scene = stepScene();
    scene.changesAfter(0);
    const { payment, step } = scene.under;
    const ended = { ...step, state: 'refused' as const };
    const steps = { final: [ended], open: [step], 'other step': [{ ...ended, number: 7 }], 'no payment': [] }[stored];
    scene.isStored(stored === 'no payment' ? undefined : { ...payment, steps: [{ ...ended, number: 9 }, ...steps] });
    return concludeStep(scene.deps, scene.under, { kind: 'done', doneBy: 'void' });
  };

  test('is answered as that call left it', async () => {
    expect(await concluded('final')).toMatchObject({ number: 1, state: 'refused' });
  });

  test.each(['open', 'other step', 'no payment'] as const)('has no end where it is not over: %s', async (stored) => {
    expect(await concluded(stored)).toBeUndefined();
  });

  test('what was refused without being sent is not asked about again, and what was sent is', async () => {
    const { deps, under } = stepScene();
    expect(await concludeStep(deps, under, { kind: 'refused', notSent: true })).not.toHaveProperty('recheckAtMs');
    expect(await concludeStep(deps, under, { kind: 'refused' })).toHaveProperty('recheckAtMs');
  });

  test('one that this call ended is answered as written, whatever is read', async () => {
    const { deps, under, isStored } = stepScene();
    isStored(undefined);
    const references = { code: '009' } as const;
    expect(await concludeStep(deps, under, { kind: 'done', doneBy: 'void', references })).toMatchObject({
      state: 'done',
      doneBy: 'void',
      bank: references,
    });
  });
});
