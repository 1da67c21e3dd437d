import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { carryOutStep } from '../../../shared/payment-flow/carry-out-step.ts';
import {
  APPROVED,
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
} from '../../support/payment/step-at-bank.ts';

const carriedOut = async (options: StepSceneOptions, changesAfter = Number.POSITIVE_INFINITY) => {
  const scene = stepScene(options);
  scene.changesAfter(changesAfter);
  return { ...scene, step: await carryOutStep(scene.deps, scene.under, scene.account) };
};

const capture = (options: StepSceneOptions = {}) => ({
  attempt: PRE_AUTHORISED,
  ...options,
  step: { kind: 'capture' as const, ...options.step },
});
/** The Void of a captured pre-authorisation: its approval may leave the hold. */
const ofCaptured = (options: StepSceneOptions = {}) => ({
  attempt: { ...PRE_AUTHORISED, captured: TOTAL },
  answers: [APPROVED],
  ...options,
});

describe('a capture or void is sent once, after its intent (rules 3, 4)', () => {
  test('an approved capture is done, with its own references', async () => {
    const { step, calls, moves, startedAtMs } = await carriedOut(capture({ answers: [APPROVED] }));
    expect(step).toMatchObject({ state: 'done', bank: referencesOf('follow-up') });
    expect(step).not.toHaveProperty('doneBy');
    expect(moves).toHaveLength(1);
    expect(calls).toEqual([
      {
        call: 'capture',
        order: expect.objectContaining({ amount: TOTAL, references: referencesOf('charge') }),
        time: { answerBy: startedAtMs + 20_000 },
      },
    ]);
  });

  test('a capture of the whole amount, or of less, names no other amount', async () => {
    const part = await carriedOut(capture({ step: { amount: minor(6000) }, answers: [APPROVED] }));
    expect(part.calls[0]).toMatchObject({ order: { amount: 6000 } });
    expect(part.calls[0]).not.toHaveProperty('preAuthorised');
    const above = await carriedOut(capture({ step: { amount: minor(11_000) }, answers: [APPROVED] }));
    expect(above.calls[0]).toMatchObject({ order: { amount: 11_000 }, preAuthorised: TOTAL });
  });

  test('an approved void of a sale is done', async () => {
    const { step, asked } = await carriedOut({ answers: [APPROVED] });
    expect(step).toMatchObject({ state: 'done', doneBy: 'void', bank: referencesOf('follow-up') });
    expect(asked()).toEqual(['void']);
  });

  test('the answer is awaited no longer than it can be written within the intent', async () => {
    const answerByMs = Date.UTC(2026, 0, 15, 12) + 10_000;
    const { calls } = await carriedOut({ step: { answerByMs }, answers: [APPROVED] });
    expect(calls[0]?.time).toEqual({ answerBy: answerByMs - 3000 });
  });

  test('what was not sent is refused for good, with its code', async () => {
    const { step } = await carriedOut({ answers: [NOT_SENT] });
    expect(step).toMatchObject({ state: 'refused', bank: { code: '010' } });
    expect(step).not.toHaveProperty('recheckAtMs');
  });
});

describe('an answer that ends nothing leaves the step in doubt for two minutes', () => {
  test.each([
    ['refused', REFUSED, { captureAnswered: true }, { code: '004' }],
    ['answered with an error', { kind: 'unknown', cause: 'error-answer' }, { captureAnswered: true }, { code: '009' }],
    ['not answered', SILENCE, {}, undefined],
  ] as const)('a capture that was %s', async (_how, answer, answered, bank) => {
    const { step, moves, asked, startedAtMs } = await carriedOut(capture({ answers: [answer] }));
    expect(step).toMatchObject({ state: 'in-doubt', dueAtMs: startedAtMs + 2 * MINUTE_MS });
    expect(step?.sent).toEqual({ captureSentAtMs: startedAtMs, ...answered });
    expect(step?.bank).toEqual(bank);
    expect('bank' in (step ?? {})).toBe(bank !== undefined);
    expect(moves).toHaveLength(1);
    expect(asked()).toEqual(['capture']);
  });

  test('a void keeps what its step knew of the bank, beside the code of the refusal', async () => {
    const { step, startedAtMs } = await carriedOut({ step: { bank: { authCode: 'A' } }, answers: [REFUSED] });
    expect(step).toMatchObject({ state: 'in-doubt', bank: { authCode: 'A', code: '004' } });
    expect(step?.sent).toEqual({ voidSentAtMs: startedAtMs });
    const { step: unheard } = await carriedOut({ answers: [SILENCE] });
    expect(unheard?.sent).toEqual({ voidSentAtMs: startedAtMs, voidUnheardAtMs: startedAtMs });
  });

  test('another call that changed the step meanwhile has the last word', async () => {
    expect((await carriedOut({ answers: [SILENCE] }, 0)).step).toBeUndefined();
  });
});

describe('the void of a captured pre-authorisation may leave its hold', () => {
  test('the hold is voided too, and both are done by a void', async () => {
    const { step, calls, moves, startedAtMs, leaseUntilMs } = await carriedOut(
      ofCaptured({ found: [standing('authorised')] }),
    );
    expect(step).toMatchObject({ state: 'done', doneBy: 'void' });
    const answerBy = startedAtMs + 57_000;
    expect(calls.map(({ call, time }) => [call, time])).toEqual([
      ['void', { answerBy: startedAtMs + 20_000 }],
      ['inquire', { answerBy }],
      ['void', { answerBy }],
    ]);
    expect(moves[0]?.step.sent).toMatchObject({ voidSentAtMs: leaseUntilMs });
  });

  test('its references for the question are those of the capture', async () => {
    const { calls } = await carriedOut(
      ofCaptured({
        before: [{ number: 1, kind: 'capture', bank: referencesOf('capture') }],
        step: { number: 2 },
        found: [standing('authorised')],
      }),
    );
    expect(calls.map(({ order }) => order.references)).toEqual([
      referencesOf('capture'),
      referencesOf('capture'),
      referencesOf('found'),
    ]);
  });

  test('with three seconds left the bank is still asked', async () => {
    const { asked, step } = await carriedOut(ofCaptured({ callMs: [54_000, 0], found: [standing('authorised')] }));
    expect(asked()).toEqual(['void', 'inquire', 'void']);
    expect(step).toMatchObject({ state: 'done' });
  });

  test('with less it is not: the step is in doubt', async () => {
    const { asked, step } = await carriedOut(ofCaptured({ callMs: [54_001], found: [standing('authorised')] }));
    expect(asked()).toEqual(['void']);
    expect(step).toMatchObject({ state: 'in-doubt' });
  });

  test('with three seconds left after the question the hold is still voided', async () => {
    const { asked } = await carriedOut(ofCaptured({ callMs: [0, 54_000], found: [standing('authorised')] }));
    expect(asked()).toEqual(['void', 'inquire', 'void']);
  });

  test('with less the hold is left to the sweeper', async () => {
    const { asked, step, moves } = await carriedOut(
      ofCaptured({ callMs: [0, 54_001], found: [standing('authorised')] }),
    );
    expect(asked()).toEqual(['void', 'inquire']);
    expect(step).toBeUndefined();
    expect(moves.map((move) => move.step.state)).toEqual(['intended']);
  });

  test('the caller is told nothing while the bank does not tell', async () => {
    const { asked, step } = await carriedOut(ofCaptured({ found: [UNHEARD] }));
    expect(asked()).toEqual(['void', 'inquire']);
    expect(step).toBeUndefined();
  });
});
