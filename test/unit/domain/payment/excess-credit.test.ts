import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { FoundOrder, OrderHistory } from '../../../../shared/domain/payment/bank-facts.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import { undoFactsOf } from '../../../../shared/domain/payment/step-facts.ts';
import { concludeStepRecheck, finishStep } from '../../../../shared/domain/payment/step-transitions.ts';
import {
  excessCredit,
  nextUndoAction,
  type UndoAction,
  type UndoFacts,
} from '../../../../shared/domain/payment/undo.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';
import { chargeWith, reversalOf, STEP_NOON_MS } from '../../../support/payment/steps.ts';

const HOUR_MS = 3_600_000;
const TOTAL = minor(10_000);
const PART = minor(3000);

const historyWith = (credits: readonly number[], creditPending = false): OrderHistory => ({
  kind: 'history',
  charge: 'settled',
  amount: TOTAL,
  credits: credits.map(minor),
  creditPending,
});

const facts = (changes: Partial<UndoFacts>): UndoFacts => ({
  kind: 'refund',
  nowMs: STEP_NOON_MS,
  sinceMs: STEP_NOON_MS - HOUR_MS,
  dayEndsAtMs: STEP_NOON_MS - HOUR_MS,
  wasCaptured: false,
  sent: {},
  found: { kind: 'credited' },
  isStuck: false,
  otherCredits: { booked: minor(0), excess: minor(0) },
  believedAtMs: (sentAtMs) => sentAtMs + 24 * HOUR_MS,
  ...changes,
});

const sentCredit = (amount: number, doneBefore = 0): Partial<UndoFacts> => ({
  sent: { credit: { atMs: STEP_NOON_MS - HOUR_MS, amount: minor(amount), doneBefore, answer: 'approved' } },
});

const refunded = (excess?: number): UndoAction => ({
  kind: 'done',
  state: 'refunded',
  ...(excess === undefined ? {} : { excess: minor(excess) }),
});

describe('What a bank gave back beyond all steps (rule 4)', () => {
  const before = { booked: PART, excess: minor(0) };

  test.each<readonly [string, Partial<UndoFacts>, readonly number[], UndoAction]>([
    ['a whole refund, once', sentCredit(10_000), [10_000], refunded()],
    ['a whole refund, twice', sentCredit(10_000), [10_000, 10_000], refunded(10_000)],
    ['a reversal, twice', { kind: 'reversal', ...sentCredit(10_000) }, [10_000, 10_000], refunded(10_000)],
    ['a reversal by hand, and once more', { kind: 'reversal' }, [10_000, 4000], refunded(4000)],
    ['a part, once', { part: PART, ...sentCredit(3000) }, [3000], refunded()],
    ['a part, twice', { part: PART, ...sentCredit(3000) }, [3000, 3000], refunded(3000)],
    ['a part, three times', { part: PART, ...sentCredit(3000) }, [3000, 3000, 3000], refunded(6000)],
    ['a part and another one that nobody asked for', { part: PART, ...sentCredit(3000) }, [3000, 1], refunded(1)],
    ['a second part', { part: PART, otherCredits: before, ...sentCredit(3000, 1) }, [3000, 3000], refunded()],
    [
      'a second part, twice',
      { part: PART, otherCredits: before, ...sentCredit(3000, 1) },
      [3000, 3000, 3000],
      refunded(3000),
    ],
    [
      'a second part, after a first one that the bank carried out twice',
      { part: PART, otherCredits: { booked: PART, excess: PART }, ...sentCredit(3000, 2) },
      [3000, 3000, 3000],
      refunded(),
    ],
  ])('%s', (_title, changes, credits, action) => {
    expect(nextUndoAction(facts({ ...changes, history: historyWith(credits) }))).toEqual(action);
  });

  test('is not told while the bank has not decided a Credit, or gives no history', () => {
    expect(excessCredit(facts({ history: historyWith([10_000, 10_000], true) }))).toBeUndefined();
    expect(excessCredit(facts({ history: { kind: 'unknown' } }))).toBeUndefined();
    expect(excessCredit(facts({}))).toBeUndefined();
  });

  test('a refund of more than the bank has left is refused, whoever took the rest', () => {
    const rest = facts({ part: minor(7000), history: historyWith([3000, 3000]), otherCredits: before });
    expect(nextUndoAction(rest)).toEqual({ kind: 'refused' });
  });
});

describe('What the other steps of a charge say of its Credits', () => {
  const attempt = directAttemptWith('D', {});
  const charge = chargeWith({ payment: attempt.payment, number: attempt.number });
  const stepWith = (changes: Partial<Step>): Step => reversalOf(attempt, { kind: 'refund', amount: PART, ...changes });
  const step = stepWith({ number: 3, state: 'in-doubt' });
  const credit = { atMs: STEP_NOON_MS, amount: PART, doneBefore: 0 };
  const done = stepWith({ number: 1, state: 'done', doneBy: 'credit', sent: { credit } });
  const refused = stepWith({ number: 2, state: 'refused', sent: { credit } });
  const found: FoundOrder = { kind: 'credited' };
  const of = (...steps: readonly Step[]) =>
    undoFactsOf({ step, charge, steps: [...steps, step], nowMs: STEP_NOON_MS, found })?.otherCredits;

  test.each<readonly [string, readonly Step[], number, number]>([
    ['nothing', [], 0, 0],
    ['a refund that is done', [done], 3000, 0],
    ['one that the bank carried out twice', [{ ...done, excessCredit: PART }], 3000, 3000],
    ['one that is refused', [refused], 0, 0],
    ['one that is refused and asked about once more: it may have happened', [{ ...refused, recheckAtMs: 1 }], 3000, 0],
    ['one of another attempt', [{ ...done, attempt: 2 }], 0, 0],
  ])('%s', (_title, steps, booked, excess) => {
    expect(of(...steps)).toEqual({ booked, excess });
  });

  test('the step keeps what was too much, and no sum holds it', () => {
    const end = { nowMs: STEP_NOON_MS, charge: { ...charge, activeStep: 3 }, steps: [step], excessCredit: PART };
    const change = finishStep(step, 'credit', end);
    expect(change?.step).toMatchObject({ state: 'done', doneBy: 'credit', amount: PART, excessCredit: PART });
    expect(change?.charge?.refunded).toBe(PART);
    const again = concludeStepRecheck(done, PART);
    expect(again?.step.excessCredit).toBe(PART);
    expect(concludeStepRecheck({ ...done, excessCredit: PART })?.step).not.toHaveProperty('excessCredit');
  });
});
