import { describe, expect, test } from 'vitest';
import { checkLedger } from '../../../../shared/domain/ledger/check-ledger.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginReversal } from '../../../../shared/domain/payment/begin-step.ts';
import { beginCapture } from '../../../../shared/domain/payment/capture-rules.ts';
import { shownKindOf } from '../../../../shared/domain/payment/done-step.ts';
import { type Step, type StepKind, stepKinds } from '../../../../shared/domain/payment/step.ts';
import {
  captureFactsOf,
  refusedFactsOf,
  stepBelievedAtMs,
  undoFactsOf,
} from '../../../../shared/domain/payment/step-facts.ts';
import { finishStep } from '../../../../shared/domain/payment/step-transitions.ts';
import { beginVoid } from '../../../../shared/domain/payment/void-rules.ts';
import {
  end,
  HOUR_MS,
  lastOf,
  MINUTE_MS,
  NOW_MS,
  refunding,
  refusedAt,
  stepIn,
  voiding,
} from '../../../support/payment/begun-steps.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  STEP_NOON_MS,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

const DAY_END = STEP_NOON_MS + 10 * HOUR_MS;

const capturing = (payment: PaymentAfter, amount: number): PaymentAfter => {
  const decision = beginCapture({ ...questionOf(payment), asked: { amount: minor(amount) }, captureAbove: true });
  if (decision.kind !== 'begins') throw new Error('the capture does not begin');
  return withChange(payment, decision.change);
};

describe('What a step that is done makes of its attempt', () => {
  const BUCKETS = [
    { kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(7000) },
    { kind: 'day', name: '20270115', currency: 'TL', shard: 1, amount: minor(3000) },
    { kind: 'month', name: '202701', currency: 'TL', shard: 0, amount: minor(10_000) },
  ] as const;
  const CARD_DAY = { day: '20270115', currency: 'TL', amount: minor(10_000) } as const;
  const reserved = { reservations: BUCKETS, cardReservation: CARD_DAY };
  const authorised: PaymentAfter = { charge: chargeWith({ type: 'pre-authorisation', ...reserved }), steps: [] };

  const doneAt = (payment: PaymentAfter, doneBy: Step['doneBy'], nowMs = NOW_MS) => {
    const change = finishStep(lastOf(payment), doneBy, { ...payment, nowMs, references: { authCode: 'A1' } });
    if (change?.charge === undefined) throw new Error('the step is not done');
    return { step: change.step, change: change.charge };
  };

  /** What a done step of each kind changes of an approved charge, by the fields of the change. */
  const changedBy: Readonly<Record<StepKind, readonly string[]>> = {
    capture: ['captured'],
    void: ['state', 'reserved'],
    refund: ['state', 'refunded'],
    reversal: ['state'],
    'pool-approval': [],
    'pool-undo': [],
    'share-change': [],
  };

  test.each(stepKinds)('%s: frees the slot and changes what it is about', (kind) => {
    const change = finishStep({ ...stepIn('in-doubt'), kind }, 'void', end)?.charge;
    expect(change?.slot).toBe('freed');
    const always = ['fromVersion', 'slot', 'takes', 'releases'];
    expect(Object.keys(change ?? {}).filter((name) => !always.includes(name))).toEqual(changedBy[kind]);
  });

  test('a void: voided, and its day and month are released', () => {
    const { step, change } = doneAt(voiding(reserved), 'void');
    expect(step).toMatchObject({ state: 'done', doneBy: 'void', endedAtMs: NOW_MS, bank: { authCode: 'A1' } });
    expect(change).toMatchObject({ slot: 'freed', state: 'voided', reserved: { reservations: [] } });
    expect(change.releases).toEqual({ reservations: BUCKETS, cardDay: CARD_DAY });
  });

  test('a void of the next month gives nothing back', () => {
    const { change } = doneAt(voiding(reserved), 'void', STEP_NOON_MS + 40 * 24 * HOUR_MS);
    expect(change.releases).toEqual({ reservations: [] });
    expect(change.reserved).toEqual({ reservations: BUCKETS, cardReservation: CARD_DAY });
  });

  test('a void of the next day gives the month back', () => {
    const { change } = doneAt(voiding(reserved), 'void', STEP_NOON_MS + 24 * HOUR_MS);
    expect(change.releases).toEqual({ reservations: [BUCKETS[2]] });
  });

  test('a void that went on as a refund: refunded in full, nothing released, and shown as a refund', () => {
    const { step, change } = doneAt(voiding(reserved), 'credit', DAY_END + HOUR_MS);
    expect(change).toMatchObject({ state: 'refunded', refunded: 10_000, releases: { reservations: [] } });
    expect(shownKindOf(step)).toBe('refund');
    expect(step.recheckAtMs).toBe(stepBelievedAtMs(chargeWith())(STEP_NOON_MS + MINUTE_MS + 28_000));
  });

  test.each<readonly [string, Pick<Step, 'kind' | 'doneBy' | 'sent'>, Step['kind']]>([
    ['a void', { kind: 'void', doneBy: 'void', sent: {} }, 'void'],
    ['a void that runs', { kind: 'void', sent: { voidSentAtMs: 1 } }, 'void'],
    [
      'a void whose refund runs',
      { kind: 'void', sent: { credit: { atMs: 1, amount: minor(1), doneBefore: 0 } } },
      'refund',
    ],
    ['a refund that was done as a void', { kind: 'refund', doneBy: 'void', sent: {} }, 'refund'],
  ])('%s is shown as %s', (_what, step, shown) => {
    expect(shownKindOf(step as Step)).toBe(shown);
  });

  test('a refund of a part counts up, the last one ends it, and nothing of the limits is released', () => {
    const part = refunding({ charge: chargeWith(reserved), steps: [] }, 4000);
    const first = doneAt(part, 'credit');
    expect(first.change).toMatchObject({ slot: 'freed', refunded: 4000, releases: { reservations: [] } });
    expect(first.change.state).toBeUndefined();
    const last = doneAt(refunding(withDone(part, 'credit'), 6000), 'credit');
    expect(last.change).toMatchObject({ state: 'refunded', refunded: 10_000 });
  });

  test('a whole refund that was done as a void is refunded, and gives nothing back of the limits', () => {
    const { change } = doneAt(refunding({ charge: chargeWith(reserved), steps: [] }, 10_000), 'void');
    expect(change).toMatchObject({ state: 'refunded', refunded: 10_000, releases: { reservations: [] } });
  });

  test('a capture below gives the difference back, bucket by bucket; one above gives nothing', () => {
    const { change } = doneAt(capturing(authorised, 2000), undefined);
    expect(change.captured).toBe(2000);
    expect(change.releases.reservations.map(({ amount }) => amount)).toEqual([7000, 1000, 8000]);
    expect(change.reserved?.reservations.map(({ amount }) => amount)).toEqual([2000, 2000]);
    expect(change.releases.cardDay?.amount).toBe(8000);
    expect(change.reserved?.cardReservation?.amount).toBe(2000);
    const above = doneAt(capturing(authorised, 11_000), undefined);
    expect(above.change).toMatchObject({ captured: 11_000, releases: { reservations: [] } });
  });

  test('a void after a capture above touches each bucket once: what both reserved of it goes back in one sum', () => {
    const captured = withDone(capturing(authorised, 11_000), undefined);
    const above = { kind: 'day', name: '20270115', currency: 'TL', shard: 1, amount: minor(1000) } as const;
    const steps = captured.steps.map((step) => ({ ...step, reservations: [above] }));
    const decision = beginVoid(questionOf({ ...captured, steps }));
    if (decision.kind !== 'begins') throw new Error('the void does not begin');
    const { change } = doneAt(withChange({ ...captured, steps }, decision.change), 'void');
    const [first, second, month] = BUCKETS;
    expect(change.releases.reservations).toEqual([first, { ...second, amount: 4000 }, month]);
    expect(change.reserved).toEqual({ reservations: [] });
  });

  test('a reversal gives back all that was reserved, whenever that was', () => {
    const payment = { charge: chargeWith({ ...reserved, state: 'in-doubt', reportedOutcome: 'nobody' }), steps: [] };
    const begun = beginReversal(
      { ...questionOf(payment), asker: { by: 'service' } },
      { dueAtMs: 5, resultReference: 'R' },
    );
    expect(begun?.charge).toMatchObject({ slot: 'taken', state: 'reversing', reportedOutcome: 'failed' });
    expect(begun?.step.postings).toEqual([]);
    if (begun === undefined) throw new Error('the reversal does not begin');
    const { change } = doneAt(withChange(payment, begun), 'void', STEP_NOON_MS + 99 * 24 * HOUR_MS);
    expect(change).toMatchObject({ state: 'voided', releases: { reservations: BUCKETS, cardDay: CARD_DAY } });
  });

  test('a refund that was undone is reversed, stays reported paid, and gives nothing back', () => {
    const refunded = withDone(refunding({ charge: chargeWith(reserved), steps: [] }, 10_000), 'credit');
    const begun = beginReversal(questionOf(refunded), { dueAtMs: 5, resultReference: 'R' });
    if (begun === undefined) throw new Error('the reversal does not begin');
    const reversing = withChange(refunded, begun);
    expect(reversing.charge).toMatchObject({ reportedOutcome: 'paid', state: 'reversing' });
    expect(checkLedger(reversing.charge, reversing.steps)).toEqual([]);
    const { change } = doneAt(reversing, 'credit');
    expect(change).toMatchObject({ state: 'refunded', releases: { reservations: [] } });
    expect(beginReversal(questionOf(reversing), { dueAtMs: 5, resultReference: 'R' })).toBeUndefined();
  });
});

describe('What decides about a step in the queue', () => {
  const found = { kind: 'unknown' } as const;
  const at = (payment: PaymentAfter) => ({ ...payment, step: lastOf(payment), nowMs: NOW_MS, found });

  test('a whole refund has no part, a second one has', () => {
    const whole = refunding({ charge: chargeWith(), steps: [] }, 10_000);
    expect(undoFactsOf(at(whole))).toMatchObject({ kind: 'refund', part: undefined, dayEndsAtMs: DAY_END });
    const part = withDone(refunding({ charge: chargeWith(), steps: [] }, 1000), 'credit');
    expect(undoFactsOf(at(refunding(part, 9000)))?.part).toBe(9000);
  });

  test('the void of a hold has no day end, that of a capture has the capture’s', () => {
    const authorised: PaymentAfter = { charge: chargeWith({ type: 'pre-authorisation' }), steps: [] };
    expect(undoFactsOf(at(voiding({ type: 'pre-authorisation' })))).toMatchObject({
      dayEndsAtMs: Number.POSITIVE_INFINITY,
      wasCaptured: false,
    });
    const captured = withDone(capturing(authorised, 10_000), undefined);
    const decision = beginVoid(questionOf(captured));
    if (decision.kind !== 'begins') throw new Error('the void does not begin');
    expect(undoFactsOf(at(withChange(captured, decision.change)))).toMatchObject({
      dayEndsAtMs: DAY_END,
      wasCaptured: true,
    });
  });

  test('a capture is no step that gives back; its amount is what it asked for', () => {
    const authorised: PaymentAfter = { charge: chargeWith({ type: 'pre-authorisation' }), steps: [] };
    const payment = capturing(authorised, 400);
    expect(undoFactsOf(at(payment))).toBeUndefined();
    expect(captureFactsOf(at(payment))).toMatchObject({ amount: 400, sinceMs: STEP_NOON_MS + MINUTE_MS });
  });

  test('credits of other steps are known by their steps', () => {
    const sent = { credit: { atMs: 1, amount: minor(1000), doneBefore: 0 } };
    const first = refunding({ charge: chargeWith(), steps: [] }, 1000);
    const credited = { ...first, steps: first.steps.map((step) => ({ ...step, sent })) };
    const refused = refusedAt(refunding(withDone(credited, 'credit'), 500), NOW_MS);
    expect(refusedFactsOf(at(refused)).otherCredits).toEqual([1000]);
  });
});
