import { describe, expect, test } from 'vitest';
import { askAfterStep } from '../../../shared/payment-flow/ask-after-step.ts';
import {
  CREDITED,
  HOUR_MS,
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

const HOUR_AGO = -HOUR_MS;
const TIME = { answerBy: 1 };

const askedOf = async (options: StepSceneOptions) => {
  const scene = stepScene(options);
  const { deps, under, account } = scene;
  return { ...scene, answer: await askAfterStep(deps, under, { account, time: TIME }) };
};

describe('a repeated request asks the bank what became of its step', () => {
  const voidSent = { voidSentAtMs: Date.UTC(2026, 0, 15, 12) + HOUR_AGO };
  const creditSent = { credit: { atMs: Date.UTC(2026, 0, 15, 12) + HOUR_AGO, amount: TOTAL, doneBefore: 0 } };

  test('a void is done where the order is voided', async () => {
    const { answer, calls, moves } = await askedOf({ step: { sent: voidSent }, found: [VOIDED] });
    expect(answer).toMatchObject({ state: 'done', doneBy: 'void', bank: referencesOf('found') });
    expect(moves).toHaveLength(1);
    expect(calls.map(({ call, order, time }) => [call, order.references, time])).toEqual([
      ['inquire', referencesOf('charge'), TIME],
    ]);
  });

  test('a void is refused where the charge still stands, and its references are not those of the void', async () => {
    const { answer } = await askedOf({ step: { sent: voidSent }, found: [standing('captured')] });
    expect(answer).toMatchObject({ state: 'refused' });
    expect(answer).not.toHaveProperty('bank');
  });

  test('a void that went on as a refund is done by the history', async () => {
    const { answer, calls } = await askedOf({
      step: { sent: creditSent },
      found: [standing('settled')],
      history: [historyWith({ credits: [TOTAL] })],
    });
    expect(answer).toMatchObject({ state: 'done', doneBy: 'credit', bank: referencesOf('found') });
    expect(calls.map(({ call, order, time }) => [call, order.references, time])).toEqual([
      ['inquire', referencesOf('charge'), TIME],
      ['history', referencesOf('found'), TIME],
    ]);
  });

  test('what the bank gave back too much is left to the sweeper, whose alarm tells it', async () => {
    const { answer, moves } = await askedOf({
      step: { sent: creditSent },
      found: [CREDITED],
      history: [historyWith({ credits: [TOTAL, TOTAL] })],
    });
    expect(answer).toBeUndefined();
    expect(moves).toEqual([]);
  });

  test.each([UNHEARD, { kind: 'no-record' } as const, standing('captured')])(
    'nothing is sent or written while nothing is decided ($kind)',
    async (found) => {
      const { answer, moves, asked } = await askedOf({ found: [found] });
      expect(answer).toBeUndefined();
      expect(moves).toEqual([]);
      expect(asked()).toEqual(['inquire']);
    },
  );

  test('a history that is not told decides nothing', async () => {
    const { answer, moves } = await askedOf({ step: { sent: creditSent }, found: [CREDITED] });
    expect(answer).toBeUndefined();
    expect(moves).toEqual([]);
  });

  const capture = { kind: 'capture' } as const;

  test('a capture is done where the bank holds its amount', async () => {
    const { answer, asked } = await askedOf({
      attempt: PRE_AUTHORISED,
      step: capture,
      found: [standing('captured')],
    });
    expect(answer).toMatchObject({ state: 'done', bank: referencesOf('found') });
    expect(answer).not.toHaveProperty('doneBy');
    expect(asked()).toEqual(['inquire']);
  });

  test('a capture is refused where the hold still stands', async () => {
    const { answer } = await askedOf({ attempt: PRE_AUTHORISED, step: capture, found: [standing('authorised')] });
    expect(answer).toMatchObject({ state: 'refused' });
  });

  test('the history decides about a capture too', async () => {
    const { answer } = await askedOf({
      attempt: PRE_AUTHORISED,
      step: capture,
      found: [CREDITED],
      history: [historyWith()],
    });
    expect(answer).toMatchObject({ state: 'done' });
  });

  test('a capture that the bank does not tell of stays in doubt', async () => {
    const { answer, moves } = await askedOf({ attempt: PRE_AUTHORISED, step: capture, found: [UNHEARD] });
    expect(answer).toBeUndefined();
    expect(moves).toEqual([]);
  });
});
