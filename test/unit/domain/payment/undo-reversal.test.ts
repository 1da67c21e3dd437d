import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { FoundOrder, OrderHistory } from '../../../../shared/domain/payment/bank-facts.ts';
import { isGivenBack, refundRecheckedAtMs } from '../../../../shared/domain/payment/recheck.ts';
import type { SentCalls } from '../../../../shared/domain/payment/step.ts';
import { nextUndoAction, type UndoAction, type UndoFacts } from '../../../../shared/domain/payment/undo.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 0, 15, 9);
const DAY_END = NOON + 10 * HOUR_MS;
const HORIZON_MS = 24 * HOUR_MS;
const TOTAL = minor(2750);

const kinds: readonly FoundOrder['kind'][] = [
  'authorised',
  'captured',
  'settled',
  'voided',
  'credited',
  'credit-failed',
  'declined',
  'no-record',
  'unknown',
];

type Facts = Omit<Partial<UndoFacts>, 'found'>;

const stepFor = (found: FoundOrder['kind'], changes: Facts = {}): UndoAction =>
  nextUndoAction({
    kind: 'reversal',
    wasCaptured: false,
    nowMs: NOON,
    sinceMs: NOON - MINUTE_MS,
    dayEndsAtMs: DAY_END,
    sent: {},
    found: { kind: found },
    isStuck: false,
    otherCredits: { booked: minor(0), excess: minor(0) },
    believedAtMs: (sentAtMs) => sentAtMs + HORIZON_MS,
    ...changes,
  });

type Known = Extract<OrderHistory, { kind: 'history' }>;
const historyWith = (changes: Partial<Known> = {}): Known => ({
  kind: 'history',
  charge: 'settled',
  amount: TOTAL,
  credits: [],
  creditPending: false,
  ...changes,
});

const VOID: UndoAction = { kind: 'void' };
const WAIT: UndoAction = { kind: 'wait' };
const ASK: UndoAction = { kind: 'ask-history' };
const VOIDED: UndoAction = { kind: 'done', state: 'voided' };
const REFUNDED: UndoAction = { kind: 'done', state: 'refunded' };
const creditOf = (amount: number, doneBefore = 0): UndoAction => ({
  kind: 'credit',
  amount: minor(amount),
  doneBefore,
});
const until = (untilMs: number): UndoAction => ({ kind: 'wait', untilMs });

const afterDayEnd = DAY_END + MINUTE_MS;
const voidAt = (voidSentAtMs: number): Facts => ({ sent: { voidSentAtMs } });

describe('Reversing a charge, before anything was sent', () => {
  test.each([
    ['authorised', VOID, VOID],
    ['captured', VOID, VOID],
    ['settled', VOID, ASK],
    ['voided', VOIDED, VOIDED],
    ['credited', ASK, ASK],
    ['credit-failed', ASK, ASK],
    ['declined', ASK, ASK],
    ['no-record', WAIT, WAIT],
    ['unknown', WAIT, WAIT],
  ] as const)('%s', (found, onOpenDay, afterClose) => {
    expect(stepFor(found)).toEqual(onOpenDay);
    expect(stepFor(found, { nowMs: afterDayEnd })).toEqual(afterClose);
  });
});

describe('Reversing a charge, after a Void', () => {
  test.each([
    ['authorised, a moment ago', 'authorised', NOON - 1000, NOON, until(NOON - 1000 + 2 * MINUTE_MS)],
    ['authorised, two minutes ago', 'authorised', NOON - 2 * MINUTE_MS, NOON, VOID],
    ['captured, hours ago', 'captured', NOON - 5 * HOUR_MS, NOON, VOID],
    ['captured after our day end: the bank’s day is still open', 'captured', NOON, afterDayEnd, VOID],
    ['settled early, a moment ago', 'settled', NOON - 1000, NOON, until(NOON - 1000 + 2 * MINUTE_MS)],
    ['settled early, two minutes ago: one Void was enough', 'settled', NOON - 2 * MINUTE_MS, NOON, until(DAY_END)],
    ['settled after the day end', 'settled', NOON, afterDayEnd, ASK],
    ['voided', 'voided', NOON - 1000, NOON, VOIDED],
    ['unknown', 'unknown', NOON - 1000, NOON, WAIT],
  ] as const)('%s', (_what, found, sentAtMs, nowMs, step) => {
    expect(stepFor(found, { ...voidAt(sentAtMs), nowMs })).toEqual(step);
  });

  test('no Credit is sent within two minutes of it, even when the day ended meanwhile', () => {
    const history = historyWith();
    expect(stepFor('settled', { ...voidAt(DAY_END - 1000), nowMs: DAY_END + 1000, history })).toEqual(
      until(DAY_END - 1000 + 2 * MINUTE_MS),
    );
  });
});

describe('Reversing a charge by the history of its order', () => {
  test.each<readonly [string, FoundOrder['kind'], OrderHistory, number, UndoAction]>([
    ['settled, nothing credited: all of it', 'settled', historyWith(), afterDayEnd, creditOf(2750)],
    [
      'what the bank holds, not what was ordered',
      'settled',
      historyWith({ amount: minor(9900) }),
      afterDayEnd,
      creditOf(9900),
    ],
    [
      'a part was credited: the rest',
      'credited',
      historyWith({ credits: [minor(1000)] }),
      afterDayEnd,
      creditOf(1750, 1),
    ],
    [
      'credited in parts, in full',
      'credited',
      historyWith({ credits: [minor(1000), minor(1750)] }),
      afterDayEnd,
      REFUNDED,
    ],
    ['a credit that failed leaves the charge: again', 'credit-failed', historyWith(), afterDayEnd, creditOf(2750)],
    ['a credit that failed on an open day', 'credit-failed', historyWith({ charge: 'captured' }), NOON, VOID],
    [
      'a part was credited on an open day: a Void would undo it',
      'credited',
      historyWith({ credits: [minor(1000)] }),
      NOON,
      until(DAY_END),
    ],
    ['settled early: a Void first', 'credit-failed', historyWith(), NOON, VOID],
    ['a credit is not decided yet', 'settled', historyWith({ creditPending: true }), afterDayEnd, WAIT],
    ['the charge is not decided yet', 'credited', historyWith({ charge: 'pending' }), afterDayEnd, WAIT],
    ['declined in both', 'declined', historyWith({ charge: 'declined' }), NOON, VOIDED],
    ['a declined Void of a charge that stands', 'declined', historyWith({ charge: 'captured' }), NOON, VOID],
    ['voided in the history alone', 'settled', historyWith({ charge: 'voided' }), afterDayEnd, WAIT],
    ['voided before a credit that failed', 'credit-failed', historyWith({ charge: 'voided' }), afterDayEnd, VOIDED],
    ['no history', 'settled', { kind: 'no-record' }, afterDayEnd, WAIT],
    ['no answer', 'settled', { kind: 'unknown' }, afterDayEnd, WAIT],
  ])('%s', (_what, found, history, nowMs, step) => {
    expect(stepFor(found, { nowMs, history })).toEqual(step);
  });
});

describe('Reversing a charge, after a Credit', () => {
  const sentAtMs = afterDayEnd;
  const sent = (answer?: 'approved' | 'refused', doneBefore = 0): SentCalls => ({
    credit: { atMs: sentAtMs, amount: TOTAL, doneBefore, ...(answer === undefined ? {} : { answer }) },
  });
  const later = (ms: number, answer?: 'approved' | 'refused') => ({ nowMs: sentAtMs + ms, sent: sent(answer) });

  test('the history is asked before anything else, whatever the inquiry says', () => {
    for (const found of kinds.filter((one) => !['voided', 'no-record', 'unknown'].includes(one))) {
      expect([found, stepFor(found, later(HOUR_MS))]).toEqual([found, ASK]);
    }
  });

  test.each<readonly [string, FoundOrder['kind'], Facts, Partial<Known>, UndoAction]>([
    ['it is there: done', 'credited', later(1000), { credits: [TOTAL] }, REFUNDED],
    ['no answer, an hour later: it may be on its way', 'settled', later(HOUR_MS), {}, WAIT],
    ['no answer, behind the horizon: again', 'settled', later(HORIZON_MS), {}, creditOf(2750)],
    ['no answer, and the bank’s day is open: no Void before the horizon', 'captured', later(HOUR_MS), {}, WAIT],
    ['no answer, behind the horizon, the day open: Void', 'captured', later(HORIZON_MS), {}, VOID],
    ['refused, a moment ago', 'settled', later(1000, 'refused'), {}, WAIT],
    ['refused, two minutes ago: again', 'settled', later(2 * MINUTE_MS, 'refused'), {}, creditOf(2750)],
    ['refused since the day is open: Void', 'captured', later(2 * MINUTE_MS, 'refused'), {}, VOID],
    ['approved and not there: never again', 'settled', later(60 * HOUR_MS, 'approved'), {}, WAIT],
    [
      'refused, and somebody credited a part by hand',
      'credited',
      later(HOUR_MS, 'refused'),
      { credits: [minor(750)] },
      creditOf(2000, 1),
    ],
    ['no answer, and somebody credited a part by hand', 'credited', later(HOUR_MS), { credits: [minor(750)] }, WAIT],
  ])('%s', (_what, found, facts, history, step) => {
    expect(stepFor(found, { ...facts, history: historyWith(history) })).toEqual(step);
  });

  test('an earlier credit of the same amount is not taken for it', () => {
    const history = historyWith({ amount: minor(2 * 2750), credits: [TOTAL] });
    expect(stepFor('credited', { nowMs: sentAtMs + HOUR_MS, sent: sent(undefined, 1), history })).toEqual(WAIT);
  });
});

describe('Reversing a charge for 72 hours', () => {
  const late: Facts = { sinceMs: NOON - 72 * HOUR_MS, dayEndsAtMs: NOON - 62 * HOUR_MS };

  test.each(kinds)('%s: is stuck, and nothing is sent any more', (found) => {
    for (const history of [undefined, historyWith(), historyWith({ charge: 'captured' })]) {
      for (const facts of [late, { isStuck: true }]) {
        expect(['done', 'ask-history', 'stuck']).toContain(stepFor(found, { ...facts, history }).kind);
      }
    }
  });

  test('a void or refund made by hand is still noticed', () => {
    expect(stepFor('voided', { ...late, isStuck: true })).toEqual(VOIDED);
    expect(stepFor('credited', { ...late, isStuck: true, history: historyWith({ credits: [TOTAL] }) })).toEqual(
      REFUNDED,
    );
  });

  test('a moment before, it still goes on', () => {
    expect(stepFor('captured', { sinceMs: NOON - 72 * HOUR_MS + 1 })).toEqual(VOID);
  });
});

describe('Whatever is known, at most one kind of money-moving call is open at a time', () => {
  test('a Void or Credit is never the answer while an unanswered Credit may still arrive', () => {
    const sent: SentCalls = { credit: { atMs: afterDayEnd, amount: TOTAL, doneBefore: 0 } };
    for (const found of kinds) {
      for (const charge of ['authorised', 'captured', 'settled', 'voided', 'declined', 'pending'] as const) {
        for (const creditPending of [false, true]) {
          const history = historyWith({ charge, creditPending });
          const { kind } = stepFor(found, { nowMs: afterDayEnd + HOUR_MS, sent, history });
          expect(['wait', 'done']).toContain(kind);
        }
      }
    }
  });
});

describe('A charge that was refunded', () => {
  const believedAtMs = (sentAtMs: number) => sentAtMs + HORIZON_MS;

  test('is asked about once more where a Void without an answer may arrive late and undo the credit', () => {
    expect(refundRecheckedAtMs({ voidUnheardAtMs: NOON }, { nowMs: NOON + HOUR_MS, believedAtMs })).toBe(
      NOON + HORIZON_MS,
    );
    expect(refundRecheckedAtMs({ voidUnheardAtMs: NOON }, { nowMs: NOON + HORIZON_MS, believedAtMs })).toBeUndefined();
    expect(refundRecheckedAtMs({ voidSentAtMs: NOON }, { nowMs: NOON, believedAtMs })).toBeUndefined();
  });

  test.each<readonly [FoundOrder['kind'], OrderHistory, boolean | undefined]>([
    ['voided', { kind: 'unknown' }, true],
    ['credited', historyWith({ credits: [TOTAL] }), true],
    ['credited', historyWith({ credits: [minor(1)] }), false],
    ['credit-failed', historyWith(), false],
    ['settled', historyWith(), false],
    ['credit-failed', historyWith({ charge: 'voided' }), true],
    ['settled', historyWith({ charge: 'voided' }), false],
    ['credited', historyWith({ credits: [TOTAL], creditPending: true }), undefined],
    ['credited', { kind: 'no-record' }, undefined],
    ['no-record', historyWith(), undefined],
    ['unknown', historyWith({ credits: [TOTAL] }), undefined],
  ])('shown as %s with %o is given back: %s', (found, history, givenBack) => {
    expect(isGivenBack({ kind: found }, history)).toBe(givenBack);
  });
});
