import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { concludeGivenBack, concludeRecheckOf, recheckRefused } from '../../../shared/payment-flow/recheck-step.ts';
import type { HistoryAnswer } from '../../../shared/ports/bank-answers.ts';
import {
  CREDITED,
  historyWith,
  PRE_AUTHORISED,
  referencesOf,
  type StepSceneOptions,
  standing,
  stepScene,
  TOTAL,
  UNHEARD,
  VOIDED,
} from '../../support/payment/step-at-bank.ts';

const PART = minor(4000);
const UNTOLD: HistoryAnswer = { kind: 'unknown', cause: 'time-out' };

/** A refused step that is asked about once more. */
const refusedStep = ({ step, ...options }: StepSceneOptions = {}) =>
  stepScene({ ...options, step: { state: 'refused', recheckAtMs: 1, ...step } });

const VOID_SENT = { sent: { voidSentAtMs: 1 } } as const;
/** A refund of 40.00 whose Credit was sent. */
const CREDIT_SENT = {
  kind: 'refund',
  amount: PART,
  sent: { credit: { atMs: 1, amount: PART, doneBefore: 0 } },
} as const;

describe('the bank is asked once more about a refused step', () => {
  test('it stays refused where the charge stands, and nobody asks again', async () => {
    const { under, call, moves, asked } = refusedStep({ step: VOID_SENT });
    const progress = await recheckRefused(under, standing('captured'), call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { state: 'refused' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(moves[0]?.step).not.toHaveProperty('recheckAtMs');
    expect(asked()).toEqual([]);
  });

  test.each([UNHEARD, { kind: 'no-record' } as const])(
    'an answer that tells nothing is asked for again ($kind)',
    async (found) => {
      const { under, call, moves, asked } = refusedStep({ step: VOID_SENT, history: [historyWith()] });
      const progress = await recheckRefused(under, found, call);
      expect(progress).toMatchObject({ kind: 'waits', under: { step: { state: 'refused', recheckAtMs: 1 } } });
      expect(progress).not.toHaveProperty('alarm');
      expect(asked()).toEqual([]);
      expect(moves).toHaveLength(1);
    },
  );

  test('so is one whose history is not told', async () => {
    const { under, call, asked } = refusedStep({ step: VOID_SENT });
    expect(await recheckRefused(under, CREDITED, call)).toMatchObject({ kind: 'waits' });
    expect(asked()).toEqual(['history']);
  });

  test('a void that happened after all is done, and an alarm tells it', async () => {
    const { under, call, moves, asked } = refusedStep({ step: VOID_SENT });
    const progress = await recheckRefused(under, VOIDED, call);
    expect(progress).toMatchObject({
      kind: 'ended',
      alarm: 'unexpected-charge',
      under: { attempt: { state: 'voided' } },
    });
    expect(moves[0]?.step).toMatchObject({ state: 'done', doneBy: 'void', bank: referencesOf('found') });
    expect(moves[0]?.step).not.toHaveProperty('excessCredit');
    expect(asked()).toEqual([]);
  });

  test('the history shows a void behind another transaction', async () => {
    const { under, call, moves, calls } = refusedStep({
      step: VOID_SENT,
      history: [historyWith({ charge: 'voided' })],
    });
    expect(await recheckRefused(under, CREDITED, call)).toMatchObject({ kind: 'ended', alarm: 'unexpected-charge' });
    expect(moves[0]?.step).toMatchObject({ state: 'done', doneBy: 'void' });
    // An approved Void says nothing of credits.
    expect(moves[0]?.step).not.toHaveProperty('excessCredit');
    expect(calls[0]?.order.references).toEqual(referencesOf('charge'));
  });

  test('a void is no credit: what was given back is not counted too much with it', async () => {
    const history = [historyWith({ charge: 'voided', credits: [TOTAL, TOTAL] })];
    const { under, call, moves } = refusedStep({ step: VOID_SENT, history });
    await recheckRefused(under, CREDITED, call);
    expect(moves[0]?.step).toMatchObject({ state: 'done', doneBy: 'void' });
    expect(moves[0]?.step).not.toHaveProperty('excessCredit');
  });

  test('a capture that happened after all is done', async () => {
    const { under, call, moves } = refusedStep({ attempt: PRE_AUTHORISED, step: { kind: 'capture' } });
    const progress = await recheckRefused(under, standing('captured'), call);
    expect(progress).toMatchObject({
      kind: 'ended',
      alarm: 'unexpected-charge',
      under: { attempt: { captured: TOTAL } },
    });
    expect(moves[0]?.step).toMatchObject({ state: 'done' });
    expect(moves[0]?.step).not.toHaveProperty('doneBy');
  });

  test('a credit that happened after all is done by the history', async () => {
    const { under, call, moves, asked } = refusedStep({
      step: CREDIT_SENT,
      history: [historyWith({ credits: [PART] })],
    });
    expect(await recheckRefused(under, CREDITED, call)).toMatchObject({ kind: 'ended', alarm: 'unexpected-charge' });
    expect(moves[0]?.step).toMatchObject({ state: 'done', doneBy: 'credit' });
    expect(moves[0]?.step).not.toHaveProperty('excessCredit');
    expect(asked()).toEqual(['history']);
  });

  test('one that happened twice is done, with what was too much', async () => {
    const { under, call, moves } = refusedStep({
      step: CREDIT_SENT,
      history: [historyWith({ credits: [PART, PART] })],
    });
    expect(await recheckRefused(under, CREDITED, call)).toMatchObject({ kind: 'ended', alarm: 'unexpected-charge' });
    expect(moves[0]?.step).toMatchObject({ state: 'done', doneBy: 'credit', excessCredit: PART });
  });

  test('a credit that did not happen stays refused, by one question for the history', async () => {
    const { under, call, moves, asked } = refusedStep({ step: CREDIT_SENT, history: [historyWith()] });
    const progress = await recheckRefused(under, standing('settled'), call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { state: 'refused' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(moves[0]?.step).not.toHaveProperty('excessCredit');
    expect(asked()).toEqual(['history']);
  });

  test('a credit of another amount was too much: no step of ours asked for it', async () => {
    const { under, call, moves } = refusedStep({
      step: CREDIT_SENT,
      history: [historyWith({ credits: [minor(123)] })],
    });
    expect(await recheckRefused(under, CREDITED, call)).toMatchObject({ kind: 'ended', alarm: 'excess-credit' });
    expect(moves[0]?.step).toMatchObject({ state: 'refused', excessCredit: 123 });
  });

  test('where a later step gave the charge back, the history alone tells what was too much', async () => {
    const over: StepSceneOptions = { attempt: { state: 'refunded' }, step: CREDIT_SENT };
    const told = refusedStep({ ...over, history: [historyWith({ credits: [PART] })] });
    expect(await recheckRefused(told.under, standing('settled'), told.call)).toMatchObject({ alarm: 'excess-credit' });
    expect(told.asked()).toEqual(['history']);
    const untold = refusedStep(over);
    expect(await recheckRefused(untold.under, standing('settled'), untold.call)).toMatchObject({ kind: 'waits' });
    expect(untold.moves[0]?.step).toMatchObject({ recheckAtMs: 1 });
  });

  test.each([
    ['stays refused', standing('captured'), VOID_SENT],
    ['happened', VOIDED, VOID_SENT],
    ['gave something back', CREDITED, { ...CREDIT_SENT, excessCredit: PART }],
    ['is not told of', UNHEARD, VOID_SENT],
  ])('one that %s is left alone where another call changed it', async (_end, found, step) => {
    const { under, call, changesAfter } = refusedStep({ step, history: [historyWith()] });
    changesAfter(0);
    expect(await recheckRefused(under, found, call)).toEqual({ kind: 'left-alone' });
  });

  test('a question that a reversal replaces ends, and what was told before stays', async () => {
    const { under, call, moves, changesAfter } = refusedStep({ step: { ...CREDIT_SENT, excessCredit: PART } });
    const progress = await concludeRecheckOf(under, call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { excessCredit: PART } } });
    expect(moves[0]?.step).not.toHaveProperty('recheckAtMs');
    changesAfter(0);
    expect(await concludeRecheckOf(under, call)).toEqual({ kind: 'left-alone' });
  });
});

describe('the bank is asked once more about a refund that stands', () => {
  const refunded = (step: Partial<Step> = {}) =>
    stepScene({ step: { ...CREDIT_SENT, state: 'done', doneBy: 'credit', recheckAtMs: 1, ...step } });
  const asked = (credits: readonly number[]) => ({
    found: CREDITED,
    history: historyWith({ credits: credits.map(minor) }),
  });

  test('its own credit is not too much', async () => {
    const { under, call, moves } = refunded();
    const progress = await concludeGivenBack(under, asked([4000]), call);
    expect(progress).toMatchObject({ kind: 'ended', under: { step: { state: 'done' } } });
    expect(progress).not.toHaveProperty('alarm');
    expect(moves[0]?.step).not.toHaveProperty('excessCredit');
    expect(moves[0]?.step).not.toHaveProperty('recheckAtMs');
  });

  test.each([
    ['is new', undefined, [4000, 1000], 1000, 'excess-credit'],
    ['has grown', 500, [4000, 1000], 1000, 'excess-credit'],
    ['is as before', 1000, [4000, 1000], 1000, undefined],
    ['is less than before', 2000, [4000, 1000], 1000, undefined],
    ['is gone', 1000, [4000], undefined, undefined],
  ])('what was too much and %s', async (_how, before, credits, excess, alarm) => {
    const { under, call, moves } = refunded(before === undefined ? {} : { excessCredit: minor(before) });
    const progress = await concludeGivenBack(under, asked(credits), call);
    expect(progress.kind === 'ended' ? progress.alarm : progress).toBe(alarm);
    expect('alarm' in progress).toBe(alarm !== undefined);
    expect(moves[0]?.step.excessCredit).toBe(excess);
  });

  test.each([UNTOLD, historyWith({ creditPending: true, credits: [TOTAL] })])(
    'a history that is not decided changes nothing of it',
    async (history) => {
      const { under, call, moves } = refunded({ excessCredit: minor(500) });
      const progress = await concludeGivenBack(under, { found: CREDITED, history }, call);
      expect(progress).toMatchObject({ kind: 'ended' });
      expect(progress).not.toHaveProperty('alarm');
      expect(moves[0]?.step.excessCredit).toBe(500);
    },
  );

  test('it is left alone where another call changed it', async () => {
    const { under, call, changesAfter } = refunded();
    changesAfter(0);
    expect(await concludeGivenBack(under, asked([4000, 4000]), call)).toEqual({ kind: 'left-alone' });
  });
});
