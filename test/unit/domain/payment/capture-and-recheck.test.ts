import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { FoundOrder, OrderHistory } from '../../../../shared/domain/payment/bank-facts.ts';
import { type CaptureAction, type CaptureFacts, nextCaptureAction } from '../../../../shared/domain/payment/capture.ts';
import { type RefusedFacts, refusedEndOf } from '../../../../shared/domain/payment/recheck.ts';
import type { SentCalls, StepKind } from '../../../../shared/domain/payment/step.ts';
import { STEP_NOON_MS } from '../../../support/payment/steps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AMOUNT = minor(5000);

type Known = Extract<OrderHistory, { kind: 'history' }>;
const historyWith = (changes: Partial<Known> = {}): Known => ({
  kind: 'history',
  charge: 'captured',
  amount: AMOUNT,
  credits: [],
  creditPending: false,
  ...changes,
});

const found = (kind: FoundOrder['kind'], amount?: number): FoundOrder => ({
  kind,
  ...(amount === undefined ? {} : { amount: minor(amount) }),
});

const DONE: CaptureAction = { kind: 'done' };
const REFUSED: CaptureAction = { kind: 'refused' };
const WAIT: CaptureAction = { kind: 'wait' };
const ASK: CaptureAction = { kind: 'ask-history' };
const CONTRADICTION: CaptureAction = { kind: 'wait', contradiction: true };

describe('What becomes of a capture that was sent (dealer interface: DoCapture)', () => {
  const action = (order: FoundOrder, changes: Partial<CaptureFacts> = {}): CaptureAction =>
    nextCaptureAction({
      nowMs: STEP_NOON_MS,
      sinceMs: STEP_NOON_MS - HOUR_MS,
      amount: AMOUNT,
      sent: { captureSentAtMs: STEP_NOON_MS - 3 * MINUTE_MS },
      found: order,
      believedAtMs: (sentAtMs) => sentAtMs + 24 * HOUR_MS,
      ...changes,
    });
  const answered = (ms: number): Partial<CaptureFacts> => ({
    sent: { captureSentAtMs: STEP_NOON_MS - ms, captureAnswered: true },
  });
  const unanswered = (ms: number): Partial<CaptureFacts> => ({ sent: { captureSentAtMs: STEP_NOON_MS - ms } });

  test.each<readonly [string, FoundOrder, Partial<CaptureFacts>, CaptureAction]>([
    ['captured with its amount', found('captured', 5000), {}, DONE],
    ['settled with its amount', found('settled', 5000), {}, DONE],
    ['captured though the bank refused', found('captured', 5000), answered(HOUR_MS), DONE],
    ['another amount is never guessed about', found('captured', 4999), {}, CONTRADICTION],
    ['no amount', found('settled'), {}, CONTRADICTION],
    [
      'authorised, answered a moment ago',
      found('authorised', 10_000),
      answered(1000),
      { kind: 'wait', untilMs: STEP_NOON_MS - 1000 + 2 * MINUTE_MS },
    ],
    ['authorised, answered two minutes ago: failed', found('authorised', 10_000), answered(2 * MINUTE_MS), REFUSED],
    ['authorised, no answer: it may be on its way', found('authorised', 10_000), unanswered(HOUR_MS), WAIT],
    [
      'authorised, no answer, behind the horizon: failed',
      found('authorised', 10_000),
      unanswered(24 * HOUR_MS),
      REFUSED,
    ],
    ['never sent', found('authorised', 10_000), { sent: {} }, REFUSED],
    ['voided, answered: failed', found('voided'), answered(HOUR_MS), REFUSED],
    ['the bank does not tell', found('unknown'), answered(HOUR_MS), WAIT],
    ['no record', found('no-record'), unanswered(25 * HOUR_MS), WAIT],
    ['a declined capture: the history', found('declined'), answered(HOUR_MS), ASK],
    [
      'declined, and the hold stands: failed',
      found('declined'),
      { ...answered(HOUR_MS), history: historyWith({ charge: 'authorised' }) },
      REFUSED,
    ],
    ['declined, and captured before', found('declined'), { ...answered(HOUR_MS), history: historyWith() }, DONE],
    ['a credit is the latest: the history', found('credited'), { history: historyWith({ charge: 'settled' }) }, DONE],
    ['not decided yet', found('declined'), { history: historyWith({ charge: 'pending' }) }, WAIT],
    [
      'unknown for 72 hours: an operator’s',
      found('unknown'),
      { sinceMs: STEP_NOON_MS - 72 * HOUR_MS },
      { kind: 'stuck' },
    ],
    [
      'another amount for 72 hours: an operator’s',
      found('settled', 1),
      { sinceMs: STEP_NOON_MS - 72 * HOUR_MS },
      { kind: 'stuck' },
    ],
    ['done is seen after 72 hours too', found('settled', 5000), { sinceMs: STEP_NOON_MS - 99 * HOUR_MS }, DONE],
  ])('%s', (_what, order, facts, expected) => {
    expect(action(order, facts)).toEqual(expected);
  });
});

describe('A refused end, asked about the next day', () => {
  const facts = (kind: StepKind, sent: SentCalls, changes: Partial<RefusedFacts> = {}): RefusedFacts => ({
    step: { kind, amount: AMOUNT, sent },
    charge: { state: 'approved' },
    found: found('settled', 5000),
    otherCredits: [],
    ...changes,
  });
  const capture: SentCalls = { captureSentAtMs: STEP_NOON_MS };
  const sentVoid: SentCalls = { voidSentAtMs: STEP_NOON_MS };
  const credit: SentCalls = { credit: { atMs: STEP_NOON_MS, amount: AMOUNT, doneBefore: 0, answer: 'refused' } };
  const credited = (...credits: number[]) => historyWith({ charge: 'settled', credits: credits.map(minor) });
  const happened = (by: 'capture' | 'void' | 'credit') => ({ kind: 'happened', by }) as const;
  const CONFIRMED = { kind: 'confirmed' } as const;

  test.each<readonly [string, RefusedFacts, ReturnType<typeof refusedEndOf>]>([
    ['capture: the hold stands', facts('capture', capture, { found: found('authorised', 9000) }), CONFIRMED],
    ['capture: it is there', facts('capture', capture, { found: found('captured', 5000) }), happened('capture')],
    ['capture: another amount', facts('capture', capture, { found: found('captured', 1) }), undefined],
    [
      'capture: a later one is',
      facts('capture', capture, { charge: { state: 'approved', captured: AMOUNT } }),
      CONFIRMED,
    ],
    [
      'capture: by the history',
      facts('capture', capture, { found: found('declined'), history: historyWith() }),
      happened('capture'),
    ],
    [
      'capture: not by the history',
      facts('capture', capture, { found: found('declined'), history: historyWith({ charge: 'authorised' }) }),
      CONFIRMED,
    ],
    ['capture: it is settled', facts('capture', capture, { found: found('settled', 5000) }), happened('capture')],
    ['capture: it was voided', facts('capture', capture, { found: found('voided') }), CONFIRMED],
    [
      'capture: another amount by the history',
      facts('capture', capture, { found: found('declined'), history: historyWith({ amount: minor(1) }) }),
      undefined,
    ],
    ['capture: the bank does not tell', facts('capture', capture, { found: found('unknown') }), undefined],
    ['capture: no record', facts('capture', capture, { found: found('no-record') }), undefined],
    ['capture: declined, no history', facts('capture', capture, { found: found('declined') }), undefined],
    ['void: the charge stands', facts('void', sentVoid), CONFIRMED],
    ['void: it is there', facts('void', sentVoid, { found: found('voided') }), happened('void')],
    [
      'void: a later one is',
      facts('void', sentVoid, { found: found('voided'), charge: { state: 'voided' } }),
      CONFIRMED,
    ],
    [
      'void: by the history',
      facts('void', sentVoid, { found: found('declined'), history: historyWith({ charge: 'voided' }) }),
      happened('void'),
    ],
    ['refund: the history must tell', facts('refund', credit), undefined],
    ['refund: nothing there', facts('refund', credit, { history: credited() }), CONFIRMED],
    ['refund: it is there', facts('refund', credit, { history: credited(5000) }), happened('credit')],
    [
      'refund: that one is another refund’s',
      facts('refund', credit, { history: credited(5000), otherCredits: [AMOUNT] }),
      CONFIRMED,
    ],
    [
      'refund: beside another of its amount',
      facts('refund', credit, { history: credited(5000, 5000), otherCredits: [AMOUNT] }),
      happened('credit'),
    ],
    [
      'refund: of another amount there',
      facts('refund', credit, { history: credited(4000), otherCredits: [] }),
      CONFIRMED,
    ],
    [
      'refund: beside others of other amounts',
      facts('refund', credit, { history: credited(4000, 5000), otherCredits: [minor(4000), minor(3000)] }),
      happened('credit'),
    ],
    [
      'refund: a void that it did not send is none of its own',
      facts('refund', credit, { found: found('voided'), history: historyWith({ charge: 'voided' }) }),
      CONFIRMED,
    ],
    [
      'void: the history shows it standing',
      facts('void', sentVoid, { found: found('declined'), history: historyWith({ charge: 'settled' }) }),
      CONFIRMED,
    ],
    [
      'void that went on as a refund: the void is there',
      facts('void', { ...sentVoid, ...credit }, { found: found('voided') }),
      happened('void'),
    ],
    ['refund: undecided', facts('refund', credit, { history: { ...credited(5000), creditPending: true } }), undefined],
    [
      'the bank does not tell, and a history does',
      facts('void', sentVoid, { found: found('unknown'), history: historyWith({ charge: 'voided' }) }),
      undefined,
    ],
    [
      'no record, and a history',
      facts('void', sentVoid, { found: found('no-record'), history: historyWith({ charge: 'voided' }) }),
      undefined,
    ],
    ['the bank does not tell', facts('void', sentVoid, { found: found('unknown') }), undefined],
    ['no record', facts('refund', credit, { found: found('no-record') }), undefined],
  ])('%s', (_what, refused, expected) => {
    expect(refusedEndOf(refused)).toEqual(expected);
  });
});
