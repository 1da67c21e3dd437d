import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { FoundOrder, OrderHistory } from '../../../../shared/domain/payment/bank-facts.ts';
import type { SentCalls } from '../../../../shared/domain/payment/step.ts';
import {
  nextUndoAction,
  provesVoided,
  type UndoAction,
  type UndoFacts,
  type UndoKind,
} from '../../../../shared/domain/payment/undo.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 0, 15, 9);
const DAY_END = NOON + 10 * HOUR_MS;
const AFTER = DAY_END + HOUR_MS;
const HORIZON_MS = 24 * HOUR_MS;
const PATIENCE_MS = 72 * HOUR_MS;
const TOTAL = minor(2750);

type Facts = Omit<Partial<UndoFacts>, 'found' | 'kind'>;

const actionFor =
  (kind: UndoKind, always: Facts = {}) =>
  (found: FoundOrder['kind'], changes: Facts = {}): UndoAction =>
    nextUndoAction({
      kind,
      nowMs: NOON,
      sinceMs: NOON - MINUTE_MS,
      dayEndsAtMs: DAY_END,
      wasCaptured: false,
      sent: {},
      found: { kind: found },
      isStuck: false,
      otherCredits: { booked: minor(0), excess: minor(0) },
      believedAtMs: (sentAtMs) => sentAtMs + HORIZON_MS,
      ...always,
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
const REFUSED: UndoAction = { kind: 'refused' };
const STUCK: UndoAction = { kind: 'stuck' };
const VOIDED: UndoAction = { kind: 'done', state: 'voided' };
const REFUNDED: UndoAction = { kind: 'done', state: 'refunded' };
const until = (untilMs: number): UndoAction => ({ kind: 'wait', untilMs });
const creditOf = (amount: number, doneBefore = 0): UndoAction => ({
  kind: 'credit',
  amount: minor(amount),
  doneBefore,
});

/** A Void that the bank answered. */
const heardAt = (voidSentAtMs: number): Facts => ({ sent: { voidSentAtMs } });
/** A Void that no answer came to. */
const unheardAt = (atMs: number): Facts => ({ sent: { voidSentAtMs: atMs, voidUnheardAtMs: atMs } });

describe('A dealer’s void (dealer interface: DoVoid)', () => {
  const action = actionFor('void');

  test.each<readonly [string, FoundOrder['kind'], Facts, UndoAction]>([
    ['not sent yet, the day open', 'captured', {}, VOID],
    ['not sent, the day over: a void that never began', 'settled', { nowMs: AFTER, history: historyWith() }, REFUSED],
    ['shown void', 'voided', heardAt(NOON - 1000), VOIDED],
    ['answered a moment ago: unknown', 'captured', heardAt(NOON - 1000), until(NOON - 1000 + 2 * MINUTE_MS)],
    ['answered two minutes ago, and it stands: failed, paid', 'captured', heardAt(NOON - 2 * MINUTE_MS), REFUSED],
    ['answered, and settled at once: failed, paid', 'settled', heardAt(NOON - 2 * MINUTE_MS), REFUSED],
    ['no answer, two minutes ago: a second Void', 'captured', unheardAt(NOON - 2 * MINUTE_MS), VOID],
    ['no answer, and settled at once: the day end decides', 'settled', unheardAt(NOON - HOUR_MS), until(DAY_END)],
    ['the bank does not tell', 'unknown', heardAt(NOON - HOUR_MS), WAIT],
    ['no record', 'no-record', unheardAt(NOON - HOUR_MS), WAIT],
    ['a declined Void: the history tells', 'declined', heardAt(NOON - HOUR_MS), ASK],
    ['not sent when the day ends', 'settled', { nowMs: DAY_END, history: historyWith() }, REFUSED],
    [
      'no answer to the horizon, the day over: one full refund all the same',
      'settled',
      { ...unheardAt(DAY_END - HOUR_MS), nowMs: DAY_END + 30 * HOUR_MS, history: historyWith() },
      creditOf(2750),
    ],
    [
      'failed, though money was refunded by hand',
      'declined',
      { ...heardAt(NOON - 2 * MINUTE_MS), history: historyWith({ charge: 'captured', credits: [minor(100)] }) },
      REFUSED,
    ],
  ])('%s', (_what, found, facts, expected) => {
    expect(action(found, facts)).toEqual(expected);
  });

  test('a failed void never becomes a credit, on any day', () => {
    for (const history of [undefined, historyWith()]) {
      for (const found of ['settled', 'captured', 'credit-failed'] as const) {
        const { kind } = action(found, { ...heardAt(NOON), nowMs: AFTER, history });
        expect(['refused', 'ask-history']).toContain(kind);
      }
    }
    expect(action('settled', { ...heardAt(NOON), nowMs: AFTER, history: historyWith() })).toEqual(REFUSED);
  });

  test('one that is unknown at the day end goes on as one full refund', () => {
    const sent = unheardAt(DAY_END - HOUR_MS);
    expect(action('settled', { ...sent, nowMs: AFTER })).toEqual(ASK);
    expect(action('settled', { ...sent, nowMs: AFTER, history: historyWith() })).toEqual(creditOf(2750));
    const credited: SentCalls = {
      ...sent.sent,
      credit: { atMs: AFTER, amount: TOTAL, doneBefore: 0, answer: 'approved' },
    };
    const history = historyWith({ credits: [TOTAL] });
    expect(action('credited', { sent: credited, nowMs: AFTER + HOUR_MS, history })).toEqual(REFUNDED);
  });

  test('the bank still shows its day open after ours: Void once more, never Credit', () => {
    expect(action('captured', { ...unheardAt(DAY_END - HOUR_MS), nowMs: AFTER })).toEqual(VOID);
  });

  test('a decline of the Void is failed by the history, two minutes later', () => {
    const history = historyWith({ charge: 'captured' });
    expect(action('declined', { ...heardAt(NOON - MINUTE_MS), history })).toEqual(until(NOON + MINUTE_MS));
    expect(action('declined', { ...heardAt(NOON - 2 * MINUTE_MS), history })).toEqual(REFUSED);
  });

  test('a last Void that was answered has its two minutes after the 72 hours', () => {
    const nowMs = NOON + PATIENCE_MS;
    expect(action('unknown', { ...heardAt(nowMs - 1000), nowMs })).toEqual(until(nowMs - 1000 + 2 * MINUTE_MS));
    expect(action('unknown', { ...heardAt(nowMs - 2 * MINUTE_MS), nowMs })).toEqual(STUCK);
  });

  test('after 72 hours: failed where the bank shows it standing, else an operator’s', () => {
    const late = { ...unheardAt(NOON), nowMs: NOON + PATIENCE_MS };
    expect(action('captured', late)).toEqual(REFUSED);
    expect(action('unknown', late)).toEqual(STUCK);
    expect(action('voided', { ...late, isStuck: true })).toEqual(VOIDED);
    expect(action('declined', late)).toEqual(ASK);
    // A Void that is younger than the horizon may still arrive.
    const nowMs = NOON + PATIENCE_MS;
    expect(action('captured', { ...unheardAt(nowMs - 1000), nowMs })).toEqual(STUCK);
    // The inquiry is silent, and the history does not show the charge standing.
    const voided = historyWith({ charge: 'voided' });
    expect(action('unknown', { ...heardAt(NOON), nowMs, history: voided })).toEqual(STUCK);
    expect(action('unknown', { ...heardAt(NOON), nowMs, history: historyWith() })).toEqual(REFUSED);
  });
});

describe('A dealer’s void of a pre-authorisation', () => {
  const uncaptured = actionFor('void', { dayEndsAtMs: Number.POSITIVE_INFINITY });
  const captured = actionFor('void', { wasCaptured: true });

  test.each<readonly [string, FoundOrder['kind'], Facts, UndoAction]>([
    [
      'days later, since no day end closes it',
      'authorised',
      { nowMs: NOON + 60 * HOUR_MS, sinceMs: NOON + 59 * HOUR_MS },
      VOID,
    ],
    ['answered and standing: failed', 'authorised', heardAt(NOON - 2 * MINUTE_MS), REFUSED],
    ['no answer: again', 'authorised', unheardAt(NOON - HOUR_MS), VOID],
    ['no answer, behind the horizon: failed', 'authorised', unheardAt(NOON - HORIZON_MS), REFUSED],
    ['shown settled without an answer: no moment to wait for', 'settled', unheardAt(NOON - HOUR_MS), WAIT],
  ])('not captured: %s', (_what, found, facts, expected) => {
    expect(uncaptured(found, facts)).toEqual(expected);
  });

  test.each<readonly [string, FoundOrder['kind'], Facts, UndoAction]>([
    ['its hold still stands: voided too', 'authorised', heardAt(NOON - 2 * MINUTE_MS), VOID],
    ['answered a moment ago: its hold is voided at once', 'authorised', heardAt(NOON - 1000), VOID],
    ['no answer a moment ago', 'authorised', unheardAt(NOON - 1000), until(NOON - 1000 + 2 * MINUTE_MS)],
    ['the hold stands over the day end', 'authorised', { ...heardAt(NOON), nowMs: AFTER }, VOID],
    ['the capture stands two minutes after the answer: failed', 'captured', heardAt(NOON - 2 * MINUTE_MS), REFUSED],
    ['a hold that stays for 72 hours is neither paid nor void', 'authorised', { nowMs: NOON + PATIENCE_MS }, STUCK],
    ['nothing stands', 'voided', heardAt(NOON - 1000), VOIDED],
    [
      'the capture stands a moment after the answer',
      'captured',
      heardAt(NOON - 1000),
      until(NOON - 1000 + 2 * MINUTE_MS),
    ],
    ['the capture stands for 72 hours: failed', 'captured', { ...unheardAt(NOON), nowMs: NOON + PATIENCE_MS }, REFUSED],
  ])('captured: %s', (_what, found, facts, expected) => {
    expect(captured(found, facts)).toEqual(expected);
  });

  test('an approved Void proves it where no hold can stand', () => {
    expect(provesVoided({ type: 'sale' })).toBe(true);
    expect(provesVoided({ type: 'pre-authorisation' })).toBe(true);
    expect(provesVoided({ type: 'pre-authorisation', captured: TOTAL })).toBe(false);
    expect(provesVoided({ type: 'pre-authorisation', captured: TOTAL }, { kind: 'captured' })).toBe(false);
    expect(provesVoided({ type: 'pre-authorisation', captured: TOTAL }, { kind: 'authorised' })).toBe(true);
  });
});

describe('A refund of all of an untouched payment (dealer interface: DoCreateRefundRequest)', () => {
  const action = actionFor('refund');

  test.each<readonly [string, FoundOrder['kind'], Facts, UndoAction]>([
    ['on an open day it is a void', 'captured', {}, VOID],
    ['a refused Void is tried again', 'captured', heardAt(NOON - HOUR_MS), VOID],
    ['settled at once and refused: the day end', 'settled', heardAt(NOON - HOUR_MS), until(DAY_END)],
    ['void', 'voided', heardAt(NOON - 1000), VOIDED],
    ['the day is over: the history first', 'settled', { nowMs: AFTER }, ASK],
    ['the day is over: one Credit', 'settled', { nowMs: AFTER, history: historyWith() }, creditOf(2750)],
    ['at the very end of the day: one Credit', 'settled', { nowMs: DAY_END, history: historyWith() }, creditOf(2750)],
    [
      'a Void without an answer may still arrive',
      'settled',
      { ...unheardAt(AFTER - 2 * MINUTE_MS + 1), nowMs: AFTER, history: historyWith() },
      until(AFTER + 1),
    ],
    [
      'two minutes after it: one Credit',
      'settled',
      { ...unheardAt(AFTER - 2 * MINUTE_MS), nowMs: AFTER, history: historyWith() },
      creditOf(2750),
    ],
    [
      'a Credit by hand on an open day: no Void, which would undo it',
      'credited',
      { history: historyWith({ charge: 'captured', credits: [minor(100)] }) },
      until(DAY_END),
    ],
    [
      'the same when the day is over and the charge is not settled',
      'credited',
      { nowMs: DAY_END, history: historyWith({ charge: 'captured', credits: [minor(100)] }) },
      WAIT,
    ],
    [
      'a declined Void, settled by the history: the day end',
      'declined',
      { ...heardAt(NOON - HOUR_MS), history: historyWith() },
      until(DAY_END),
    ],
    [
      'a declined Void, captured by the history: again',
      'declined',
      { ...heardAt(NOON - HOUR_MS), history: historyWith({ charge: 'captured' }) },
      VOID,
    ],
    [
      'it is there',
      'credited',
      {
        nowMs: AFTER,
        sent: { credit: { atMs: AFTER, amount: TOTAL, doneBefore: 0 } },
        history: historyWith({ credits: [TOTAL] }),
      },
      REFUNDED,
    ],
  ])('%s', (_what, found, facts, expected) => {
    expect(action(found, facts)).toEqual(expected);
  });
});

describe('A refund of a part', () => {
  const PART = minor(750);
  const action = actionFor('refund', { part: PART });
  const sentAt = (atMs: number, answer?: 'approved' | 'refused', doneBefore = 0): Facts => ({
    sent: { credit: { atMs, amount: PART, doneBefore, ...(answer === undefined ? {} : { answer }) } },
  });
  const later = (ms: number, answer?: 'approved' | 'refused', doneBefore = 0): Facts => ({
    ...sentAt(AFTER, answer, doneBefore),
    nowMs: AFTER + ms,
  });

  test.each<readonly [string, FoundOrder['kind'], Facts, Partial<Known> | undefined, UndoAction]>([
    ['waits for the day end', 'captured', {}, undefined, until(DAY_END)],
    ['waits for the day end of a bank that settles at once', 'settled', {}, undefined, until(DAY_END)],
    ['the bank’s day is still open: a Credit would be refused', 'captured', { nowMs: AFTER }, undefined, WAIT],
    ['settled: the history first', 'settled', { nowMs: AFTER }, undefined, ASK],
    ['one Credit of its amount', 'settled', { nowMs: AFTER }, {}, creditOf(750)],
    ['beside an earlier refund', 'credited', { nowMs: AFTER }, { credits: [minor(1000)] }, creditOf(750, 1)],
    ['more than is left: it did not happen', 'credited', { nowMs: AFTER }, { credits: [minor(2100)] }, REFUSED],
    ['all went back otherwise', 'credited', { nowMs: AFTER }, { credits: [TOTAL] }, REFUSED],
    ['all that is left', 'credited', { nowMs: AFTER }, { credits: [minor(2000)] }, creditOf(750, 1)],
    [
      'all went back otherwise, and the bank calls the charge captured',
      'credited',
      { nowMs: AFTER },
      { charge: 'captured', credits: [TOTAL] },
      REFUSED,
    ],
    ['voided by the history', 'declined', { nowMs: AFTER }, { charge: 'voided' }, REFUSED],
    ['voided by the history alone: a contradiction', 'settled', { nowMs: AFTER }, { charge: 'voided' }, WAIT],
    ['not settled yet by the inquiry', 'captured', { nowMs: AFTER }, {}, WAIT],
    ['at the very end of the day: the history first', 'settled', { nowMs: DAY_END }, undefined, ASK],
    ['a Credit was sent before the end of the day: the history', 'settled', sentAt(NOON - HOUR_MS), undefined, ASK],
    ['it is there, though somebody voided the rest', 'voided', later(1000), { credits: [PART] }, REFUNDED],
    ['somebody voided the charge, days later', 'voided', { nowMs: DAY_END + PATIENCE_MS }, undefined, REFUSED],
    ['somebody voided the charge', 'voided', { nowMs: AFTER }, undefined, REFUSED],
    ['somebody voided it, and a Credit was sent: the history', 'voided', later(1000), undefined, ASK],
    ['it is there', 'credited', later(1000, 'approved'), { credits: [PART] }, REFUNDED],
    ['it is there though it was refused', 'credited', later(1000, 'refused'), { credits: [PART] }, REFUNDED],
    ['an earlier one of its amount is not it', 'credited', later(HOUR_MS, undefined, 1), { credits: [PART] }, WAIT],
    ['refused a moment ago', 'credit-failed', later(1000, 'refused'), {}, WAIT],
    ['refused two minutes ago: again', 'credit-failed', later(2 * MINUTE_MS, 'refused'), {}, creditOf(750)],
    ['no answer: it may be on its way', 'settled', later(HOUR_MS), {}, WAIT],
    ['no answer, behind the horizon: again', 'settled', later(HORIZON_MS), {}, creditOf(750)],
    ['approved and not there: never again', 'settled', later(60 * HOUR_MS, 'approved'), {}, WAIT],
    ['a credit is not decided yet', 'settled', { nowMs: AFTER }, { creditPending: true }, WAIT],
    ['the bank does not tell', 'unknown', { nowMs: AFTER }, undefined, WAIT],
  ])('%s', (_what, found, facts, history, expected) => {
    expect(action(found, { ...facts, history: history === undefined ? undefined : historyWith(history) })).toEqual(
      expected,
    );
  });

  test('it is tried for 72 hours after the first day end, and ends refused', () => {
    const end = DAY_END + PATIENCE_MS;
    const refusedOnce = sentAt(AFTER, 'refused');
    const at = (nowMs: number) => action('settled', { ...refusedOnce, nowMs, history: historyWith() });
    expect(at(end - 1)).toEqual(creditOf(750));
    expect(at(end)).toEqual(REFUSED);
  });

  test('the last try has its two minutes: only then it ends refused, and no operator is called', () => {
    const end = DAY_END + PATIENCE_MS;
    const lastTry = sentAt(end - 1000, 'refused');
    const at = (nowMs: number) => action('settled', { ...lastTry, nowMs, history: historyWith() });
    expect(at(end)).toEqual(until(end - 1000 + 2 * MINUTE_MS));
    expect(at(end - 1000 + 2 * MINUTE_MS)).toEqual(REFUSED);
  });

  test('a request after the day end has 72 hours of its own', () => {
    const sinceMs = DAY_END + 200 * HOUR_MS;
    const history = historyWith();
    expect(action('settled', { sinceMs, nowMs: sinceMs + PATIENCE_MS - 1, history })).toEqual(creditOf(750));
    expect(action('settled', { sinceMs, nowMs: sinceMs + PATIENCE_MS, history })).toEqual(REFUSED);
  });

  test('what the bank does not tell by then needs an operator, and is never reported failed', () => {
    const nowMs = DAY_END + PATIENCE_MS;
    const history = historyWith();
    expect(action('unknown', { nowMs })).toEqual(STUCK);
    expect(action('authorised', { nowMs })).toEqual(REFUSED);
    const undecided = historyWith({ creditPending: true });
    expect(action('settled', { ...sentAt(AFTER), nowMs, history: undecided })).toEqual(STUCK);
    expect(action('settled', { ...sentAt(nowMs - HOUR_MS), nowMs, history })).toEqual(STUCK);
    expect(action('settled', { ...sentAt(AFTER, 'approved'), nowMs, history })).toEqual(STUCK);
    expect(action('settled', { ...sentAt(AFTER), nowMs: nowMs + HORIZON_MS, isStuck: true, history })).toEqual(REFUSED);
  });
});

describe('Whatever is known', () => {
  const kinds = [
    'authorised',
    'captured',
    'settled',
    'voided',
    'credited',
    'credit-failed',
    'declined',
    'no-record',
    'unknown',
  ] as const;
  const charges = ['authorised', 'captured', 'settled', 'voided', 'declined', 'pending'] as const;

  test('nothing is sent or believed failed while a Credit without an answer may still arrive', () => {
    const credit = { atMs: AFTER, amount: TOTAL, doneBefore: 0 };
    for (const kind of ['void', 'refund'] as const) {
      for (const found of kinds) {
        for (const charge of charges) {
          const history = historyWith({ charge });
          const sent: SentCalls = { voidSentAtMs: NOON, voidUnheardAtMs: NOON, credit };
          const action = actionFor(kind)(found, { nowMs: AFTER + HOUR_MS, sent, history });
          expect(['wait', 'done']).toContain(action.kind);
        }
      }
    }
  });

  test('nothing is sent after 72 hours', () => {
    for (const kind of ['void', 'refund'] as const) {
      for (const found of kinds) {
        for (const history of [undefined, historyWith(), historyWith({ charge: 'captured' })]) {
          const action = actionFor(kind)(found, { nowMs: DAY_END + PATIENCE_MS, sinceMs: NOON - PATIENCE_MS, history });
          expect(['done', 'refused', 'stuck', 'ask-history']).toContain(action.kind);
        }
      }
    }
  });
});
