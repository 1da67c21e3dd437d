import { describe, expect, test } from 'vitest';
import { checkLedger } from '../../../../shared/domain/ledger/check-ledger.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginRefund } from '../../../../shared/domain/payment/refund-rules.ts';
import { type Step, stepStates } from '../../../../shared/domain/payment/step.ts';
import type { StepChange } from '../../../../shared/domain/payment/step-change.ts';
import { type StepEvent, stepEvents, stepStateAfter } from '../../../../shared/domain/payment/step-states.ts';
import {
  bringRefundForward,
  concludeStepRecheck,
  finishStep,
  leaseStep,
  refuseStep,
  rescheduleStep,
  sendStepCredit,
  sendStepVoid,
  stickStep,
} from '../../../../shared/domain/payment/step-transitions.ts';
import {
  end,
  HOUR_MS,
  lastOf,
  MINUTE_MS,
  NOW_MS,
  refunding,
  refusedAt,
  running,
  stepIn,
} from '../../../support/payment/begun-steps.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  splitMoney,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

const SENDING = { nowMs: NOW_MS, leaseUntilMs: NOW_MS + MINUTE_MS };

const moves: Readonly<Record<StepEvent, (step: Step) => StepChange | undefined>> = {
  send: (step) => sendStepVoid(step, SENDING),
  doubt: (step) => rescheduleStep(step, { nowMs: NOW_MS, event: 'doubt' }),
  finish: (step) => finishStep(step, 'void', { ...end, charge: chargeWith() }),
  refuse: (step) => refuseStep(step, end),
  stick: (step) => stickStep(step, { nowMs: NOW_MS }),
};

describe('Every move of a step', () => {
  for (const state of stepStates) {
    test.each(stepEvents)(`${state}, %s: only where the table allows it, on condition of the version`, (event) => {
      const to = stepStateAfter(state, event);
      const change = moves[event](stepIn(state));
      expect(change?.step.state).toBe(to);
      expect(change?.step.version).toBe(to === undefined ? undefined : 2);
      expect(change?.fromVersion).toBe(to === undefined ? undefined : 1);
    });
  }

  test('a reversal is never refused: it becomes an operator’s matter', () => {
    expect(refuseStep({ ...stepIn('in-doubt'), kind: 'reversal' }, end)).toBeUndefined();
  });
});

describe('What is sent is written first (rule 4)', () => {
  test('a Void, with the last moment at which it can leave', () => {
    expect(sendStepVoid(stepIn('in-doubt'), SENDING)?.step).toMatchObject({
      sent: { voidSentAtMs: SENDING.leaseUntilMs, voidUnheardAtMs: SENDING.leaseUntilMs },
      lastCallAtMs: NOW_MS,
      dueAtMs: SENDING.leaseUntilMs,
    });
  });

  test('a Credit, with the credits that were there before', () => {
    const change = sendStepCredit(stepIn('intended'), { amount: minor(5), doneBefore: 2 }, SENDING);
    expect(change?.step.sent.credit).toEqual({ atMs: SENDING.leaseUntilMs, amount: 5, doneBefore: 2 });
    expect(change?.charge).toBeUndefined();
  });

  test('leased for a minute; put off with pauses that grow; stuck until the next day', () => {
    const step = stepIn('in-doubt');
    expect(leaseStep(step, NOW_MS).step.dueAtMs).toBe(NOW_MS + MINUTE_MS);
    expect(rescheduleStep({ ...step, postponed: 1 }, { nowMs: NOW_MS })?.step).toMatchObject({
      dueAtMs: NOW_MS + 4 * MINUTE_MS,
      postponed: 2,
    });
    expect(rescheduleStep(step, { nowMs: NOW_MS, dueAtMs: 9, sent: {} })?.step).toMatchObject({ dueAtMs: 9, sent: {} });
    expect(stickStep(step, { nowMs: NOW_MS })?.step.dueAtMs).toBe(NOW_MS + 24 * HOUR_MS);
  });
});

describe('A step that is done', () => {
  const sentVoid = { voidSentAtMs: NOW_MS, voidUnheardAtMs: NOW_MS };
  const believedMs = NOW_MS + 24 * HOUR_MS;
  const done = (changes: Partial<Step>, doneBy: Step['doneBy'], nowMs = NOW_MS + HOUR_MS) => {
    const step = { ...stepIn('in-doubt'), sent: sentVoid, ...changes };
    return finishStep(step, doneBy, { ...end, nowMs })?.step;
  };

  test('by a Credit is asked about while a Void without an answer may still undo it', () => {
    expect(done({}, 'credit')?.recheckAtMs).toBeGreaterThanOrEqual(believedMs);
    expect(done({}, 'void')).not.toHaveProperty('recheckAtMs');
    expect(done({ sent: { voidSentAtMs: NOW_MS } }, 'credit')).not.toHaveProperty('recheckAtMs');
    expect(done({}, 'credit', NOW_MS + 99 * HOUR_MS)).not.toHaveProperty('recheckAtMs');
  });

  test('keeps the references of its own call, and of the charge none', () => {
    const references = { hostReference: 'H1' } as const;
    const step = stepIn('in-doubt');
    expect(finishStep(step, 'void', end)?.step).not.toHaveProperty('bank');
    expect(finishStep(step, 'void', { ...end, references })?.step.bank).toEqual(references);
    expect(finishStep({ ...step, bank: { authCode: 'A1' } }, 'void', { ...end, references })?.step.bank).toEqual({
      authCode: 'A1',
      hostReference: 'H1',
    });
    expect(finishStep({ ...step, bank: { authCode: 'A1' } }, 'void', end)?.step.bank).toEqual({ authCode: 'A1' });
  });

  test('a refund that waits is carried out when an operator ends the bank’s day; nothing else is', () => {
    const at = { nowMs: NOW_MS, dayEndedAtMs: NOW_MS - 1 };
    const waiting: Step = { ...stepIn('intended'), kind: 'refund', sent: {} };
    const brought = { dueAtMs: NOW_MS, dayEndedAtMs: NOW_MS - 1 };
    expect(bringRefundForward(waiting, at)?.step).toMatchObject(brought);
    expect(bringRefundForward({ ...waiting, state: 'in-doubt' }, at)?.step).toMatchObject(brought);
    const credit = { atMs: 1, amount: minor(1), doneBefore: 0 };
    for (const other of [
      { ...waiting, kind: 'void' },
      { ...waiting, state: 'stuck' },
      { ...waiting, state: 'done' },
      { ...waiting, sent: { credit } },
      { ...waiting, dayEndedAtMs: 1 },
    ] as const) {
      expect(bringRefundForward(other, at)).toBeUndefined();
    }
  });
});

describe('A refused step', () => {
  test('frees the slot, leaves the payment paid, and is asked about the next day', () => {
    const change = refuseStep(lastOf(running), end);
    expect(change?.charge).toMatchObject({ slot: 'freed' });
    expect(change?.charge?.state).toBeUndefined();
    expect(change?.step).toMatchObject({
      state: 'refused',
      recheckAtMs: NOW_MS + 24 * HOUR_MS,
      dueAtMs: NOW_MS + 24 * HOUR_MS,
    });
  });

  test('is not asked about where no byte reached the bank', () => {
    expect(refuseStep(lastOf(running), { ...end, notSent: true })?.step.recheckAtMs).toBeUndefined();
  });

  test('gives back what a capture took of the limits', () => {
    const taken = { kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(5) } as const;
    const step: Step = { ...stepIn('in-doubt'), kind: 'capture', reservations: [taken] };
    const change = refuseStep(step, end);
    expect(change?.charge?.releases).toEqual({ reservations: [taken] });
    expect(change?.step.reservations).toEqual([]);
  });

  test('leaves the queue when its end is confirmed; a running one cannot', () => {
    const refused = refusedAt(running, NOW_MS);
    expect(concludeStepRecheck(lastOf(refused))?.step.recheckAtMs).toBeUndefined();
    expect(concludeStepRecheck(stepIn('in-doubt'))).toBeUndefined();
  });

  test('that happened after all takes effect, but not while another step runs', () => {
    const refused = refusedAt(running, NOW_MS);
    const late = finishStep(lastOf(refused), 'void', { ...refused, nowMs: NOW_MS + HOUR_MS });
    expect(late?.charge).toMatchObject({ state: 'voided' });
    expect(late?.step.recheckAtMs).toBeUndefined();
    const busy = refunding(refused, 100);
    expect(finishStep(lastOf(refused), 'void', { ...busy, nowMs: NOW_MS + HOUR_MS })).toBeUndefined();
  });

  test('that happened after a later refund moves what it moves by then', () => {
    const payment: PaymentAfter = { charge: chargeWith({ money: splitMoney() }), steps: [] };
    const refused = refusedAt(refunding(payment, 33), NOW_MS);
    const first = lastOf(refused);
    const later = withDone(refunding(refused, 9960), 'credit', NOW_MS + MINUTE_MS);
    const change = finishStep(first, 'credit', { ...later, nowMs: NOW_MS + HOUR_MS });
    if (change === undefined) throw new Error('the refund is not done');
    const after = withChange(later, change);
    expect(checkLedger(after.charge, after.steps)).toEqual([]);
    expect(after.charge.refunded).toBe(9993);
  });

  test('that happened after all keeps its shares where they still fit, to the last minor unit', () => {
    const payment: PaymentAfter = { charge: chargeWith({ money: splitMoney() }), steps: [] };
    const asked = { amount: minor(1000), shares: [{ subDealerId: 1, amount: minor(1000) }] };
    const decision = beginRefund({ ...questionOf(payment), asked, refundRequestId: 1 });
    if (decision.kind !== 'begins') throw new Error('the refund does not begin');
    const refused = refusedAt(withChange(payment, decision.change), NOW_MS);
    const rest = { amount: minor(5000), refundCode: 'B', shares: [{ subDealerId: 1, amount: minor(5000) }] };
    const second = beginRefund({ ...questionOf(refused), asked: rest, refundRequestId: 2 });
    if (second.kind !== 'begins') throw new Error('the refund does not begin');
    const later = withDone(withChange(refused, second.change), 'credit', NOW_MS + MINUTE_MS);
    const change = finishStep(lastOf(refused), 'credit', { ...later, nowMs: NOW_MS + HOUR_MS });
    expect(change?.step.shares).toEqual([{ subDealerId: 1, amount: 1000 }]);
    const all = { ...rest, amount: minor(5001), shares: [{ subDealerId: 1, amount: minor(5001) }] };
    const third = beginRefund({ ...questionOf(refused), asked: all, refundRequestId: 2 });
    if (third.kind !== 'begins') throw new Error('the refund does not begin');
    const full = withDone(withChange(refused, third.change), 'credit', NOW_MS + MINUTE_MS);
    expect(finishStep(lastOf(refused), 'credit', { ...full, nowMs: NOW_MS + HOUR_MS })?.step.shares).toEqual([
      { subDealerId: 1, amount: 200 },
      { subDealerId: 2, amount: 800 },
    ]);
  });

  test('of which one share does not fit any more is shared by what is left, though another one fits', () => {
    const payment: PaymentAfter = { charge: chargeWith({ money: splitMoney() }), steps: [] };
    const sharesOf = (one: number, other: number) => [
      { subDealerId: 1, amount: minor(one) },
      { subDealerId: 2, amount: minor(other) },
    ];
    const asked = { amount: minor(2000), shares: sharesOf(1000, 1000) };
    const decision = beginRefund({ ...questionOf(payment), asked, refundRequestId: 1 });
    if (decision.kind !== 'begins') throw new Error('the refund does not begin');
    const refused = refusedAt(withChange(payment, decision.change), NOW_MS);
    const more = { amount: minor(6000), refundCode: 'B', shares: sharesOf(6000, 0) };
    const second = beginRefund({ ...questionOf(refused), asked: more, refundRequestId: 2 });
    if (second.kind !== 'begins') throw new Error('the refund does not begin');
    const later = withDone(withChange(refused, second.change), 'credit', NOW_MS + MINUTE_MS);
    const change = finishStep(lastOf(refused), 'credit', { ...later, nowMs: NOW_MS + HOUR_MS });
    expect(change?.step.shares).toEqual(sharesOf(0, 2000));
  });

  test('that does not fit its shares any more is shared by what is left', () => {
    const payment: PaymentAfter = { charge: chargeWith({ money: splitMoney() }), steps: [] };
    const asked = { amount: minor(1000), shares: [{ subDealerId: 1, amount: minor(1000) }] };
    const decision = beginRefund({ ...questionOf(payment), asked, refundRequestId: 1 });
    if (decision.kind !== 'begins') throw new Error('the refund does not begin');
    const refused = refusedAt(withChange(payment, decision.change), NOW_MS);
    const all = { amount: minor(6000), refundCode: 'B', shares: [{ subDealerId: 1, amount: minor(6000) }] };
    const second = beginRefund({ ...questionOf(refused), asked: all, refundRequestId: 2 });
    if (second.kind !== 'begins') throw new Error('the refund does not begin');
    const later = withDone(withChange(refused, second.change), 'credit', NOW_MS + MINUTE_MS);
    const change = finishStep(lastOf(refused), 'credit', { ...later, nowMs: NOW_MS + HOUR_MS });
    expect(change?.step.shares).toEqual([
      { subDealerId: 1, amount: 0 },
      { subDealerId: 2, amount: 1000 },
    ]);
    expect(change && checkLedger(withChange(later, change).charge, withChange(later, change).steps)).toEqual([]);
  });
});
