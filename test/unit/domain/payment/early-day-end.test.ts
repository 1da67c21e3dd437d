import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginRefund } from '../../../../shared/domain/payment/refund-rules.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { undoFactsOf } from '../../../../shared/domain/payment/step-facts.ts';
import { bringRefundForward, sendStepCredit, stickStep } from '../../../../shared/domain/payment/step-transitions.ts';
import { beginVoid } from '../../../../shared/domain/payment/void-rules.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  STEP_NOON_MS,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_END = STEP_NOON_MS + 10 * HOUR_MS;
const NOW_MS = STEP_NOON_MS + 5 * MINUTE_MS;

const begun = (decide: typeof beginVoid | typeof refund): PaymentAfter => {
  const payment = { charge: chargeWith(), steps: [] };
  const decision = decide(questionOf(payment));
  if (decision.kind !== 'begins') throw new Error('the step does not begin');
  return withChange(payment, decision.change);
};
const refund = (question: ReturnType<typeof questionOf>) =>
  beginRefund({ ...question, asked: { amount: minor(400), refundCode: 'R' }, refundRequestId: 1 });

const lastOf = ({ steps }: PaymentAfter): Step => steps.at(-1) ?? expect.unreachable('a step was begun');
const at = (payment: PaymentAfter) => ({
  ...payment,
  step: lastOf(payment),
  nowMs: NOW_MS,
  found: { kind: 'unknown' } as const,
});

describe('A bank day that an operator ends', () => {
  const early = { nowMs: NOW_MS, dayEndedAtMs: NOW_MS + 1 };

  test('brings a refund forward, once', () => {
    const payment = begun(refund);
    const before = lastOf(payment);
    expect(undoFactsOf(at(payment))).toMatchObject({ part: 400, dayEndsAtMs: DAY_END });
    const change = bringRefundForward(before, early) ?? expect.unreachable('it waits');
    const { step } = change;
    expect(change).toMatchObject({ fromVersion: before.version, step: { dueAtMs: NOW_MS, state: 'intended' } });
    expect(undoFactsOf(at(withChange(payment, change)))).toMatchObject({ part: 400, dayEndsAtMs: NOW_MS + 1 });
    expect(bringRefundForward(step, early)).toBeUndefined();
  });

  test('leaves a day end that comes before it', () => {
    const payment = begun(refund);
    const change = bringRefundForward(lastOf(payment), { nowMs: NOW_MS, dayEndedAtMs: DAY_END + HOUR_MS });
    expect(change && undoFactsOf(at(withChange(payment, change)))?.dayEndsAtMs).toBe(DAY_END);
  });

  test('is over for a void at once, where the charge came before it', () => {
    const question = questionOf({ charge: chargeWith(), steps: [] });
    const { startedAtMs } = question.charge;
    expect(beginVoid({ ...question, dayEndedAtMs: startedAtMs + 1 })).toMatchObject({
      kind: 'refused',
      reason: 'PaymentNotAvailable',
      sentence: "The bank's day of this payment is over. Refund it.",
    });
    expect(beginVoid({ ...question, dayEndedAtMs: startedAtMs }).kind).toBe('begins');
    const charge = chargeWith({ type: 'pre-authorisation' });
    expect(beginVoid({ ...questionOf({ charge, steps: [] }), dayEndedAtMs: startedAtMs + 1 }).kind).toBe('begins');
  });

  const sending = { nowMs: NOW_MS, leaseUntilMs: NOW_MS + MINUTE_MS };
  const waiting = lastOf(begun(refund));
  test.each<readonly [string, Step | undefined]>([
    ['a refund that was sent', sendStepCredit(waiting, { amount: minor(400), doneBefore: 0 }, sending)?.step],
    ['a refund that needs a person', stickStep(waiting, { nowMs: NOW_MS })?.step],
    ['a refund that is done', lastOf(withDone(begun(refund), 'credit'))],
    ['a void', lastOf(begun(beginVoid))],
  ])('leaves %s', (_what, step) => {
    if (step === undefined) throw new Error('no step');
    expect(bringRefundForward(step, early)).toBeUndefined();
  });
});
