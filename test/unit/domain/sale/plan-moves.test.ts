import { describe, expect, test } from 'vitest';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import { type PaymentPlan, type TakenCard, withdrawn } from '../../../../shared/domain/sale/payment-plan.ts';
import {
  afterOutcome,
  afterSlot,
  endsPlannedStep,
  failWithoutCard,
  nextActionOf,
  type PlanOfSale,
  stepBehind,
  take,
  tryOf,
  waitFor,
} from '../../../../shared/domain/sale/plan-moves.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import type { CardOutcome } from '../../../../shared/domain/sale/step-course.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? Number.NaN;
const NOON = at('2026-11-23 12:00');
const EVENING = at('2026-11-23 18:00');
const IN_SLOT = at('2026-11-23 12:30');
const BEHIND = at('2026-11-23 14:00');

const planWith = (changes: Partial<PaymentPlan> = {}): PaymentPlan =>
  planOf({ createdAtMs: NOON - 1000, cardsDueAtMs: EVENING, ...changes });

const { dealerCustomerTypeId: _none, pausedSinceMs: _running, ...ANY_SALE } = saleOf('D1');
const saleWith = (changes: Partial<Sale> = {}): Sale => ({
  ...ANY_SALE,
  dealerSaleId: 5,
  howManyTrial: 1,
  defaultCard1Token: 'one',
  defaultCard2Token: 'two',
  ...changes,
});
const fileWith = (plan: Partial<PaymentPlan> = {}, sale: Partial<Sale> | 'no card' = {}): PlanOfSale => {
  if (sale !== 'no card') return { plan: planWith(plan), sale: saleWith(sale) };
  const { defaultCard1Token: _one, defaultCard2Token: _two, defaultCard3Token: _three, ...without } = saleWith();
  return { plan: planWith(plan), sale: without };
};

const TAKEN: TakenCard = { place: 1, token: 'one', attempt: 1, slotMs: NOON };
const ATTEMPT = { paymentId: 900, startedAtMs: IN_SLOT };

describe('What the engine does with a plan that it looks at (decisions: recurring sales)', () => {
  test.each<readonly [string, Partial<PaymentPlan>, Partial<Sale> | 'no card', number, object]>([
    ['it takes the first card within a slot', {}, {}, IN_SLOT, { kind: 'take', card: TAKEN }],
    [
      'it takes the card that a plan by hand names',
      { cardToken: 'own', madeBy: 'hand' },
      {},
      IN_SLOT,
      { kind: 'take', card: { ...TAKEN, token: 'own' } },
    ],
    [
      'it passes over a card that has ended',
      { progress: { tries: 1, endedCards: [1] } },
      {},
      IN_SLOT,
      { kind: 'take', card: { ...TAKEN, place: 2, token: 'two' } },
    ],
    [
      'it goes on with the next card of the slot',
      { turn: { place: 2, attempt: 2, slotMs: NOON } },
      {},
      IN_SLOT,
      { kind: 'take', card: { place: 2, token: 'two', attempt: 2, slotMs: NOON } },
    ],
    ['it leaves a plan that is due later', { dueAtMs: EVENING + 86_400_000 }, {}, IN_SLOT, { kind: 'leave' }],
    ['it leaves a final plan', { state: 'paid' }, {}, IN_SLOT, { kind: 'leave' }],
    ['between slots it waits', {}, {}, BEHIND, { kind: 'wait', slotMs: EVENING }],
    ['under a pause of the sale it waits', {}, { pausedSinceMs: 1 }, IN_SLOT, { kind: 'wait', slotMs: EVENING }],
    ['a deleted sale withdraws it', {}, { deletedAtMs: 1 }, IN_SLOT, { kind: 'withdraw' }],
    ['a deleted sale withdraws it between slots too', {}, { deletedAtMs: 1 }, BEHIND, { kind: 'withdraw' }],
    [
      'a taken card is settled, also of a deleted sale and between slots',
      { state: 'charging', taken: TAKEN },
      { deletedAtMs: 1 },
      BEHIND,
      { kind: 'settle', taken: TAKEN },
    ],
    [
      'the turn of a card ends with its slot',
      { turn: { place: 2, attempt: 2, slotMs: NOON } },
      {},
      BEHIND,
      { kind: 'end-slot' },
    ],
    [
      'the turn of a card ends with a pause',
      { turn: { place: 2, attempt: 2, slotMs: NOON } },
      { pausedSinceMs: 1 },
      IN_SLOT,
      { kind: 'end-slot' },
    ],
    [
      'the turn of a card that the sale no longer names ends the slot',
      { turn: { place: 3, attempt: 2, slotMs: NOON } },
      {},
      IN_SLOT,
      { kind: 'end-slot' },
    ],
    [
      'without a card it sends the payment request',
      { dealerCustomerTypeId: 9 },
      'no card',
      IN_SLOT,
      { kind: 'send-request', dealerCustomerTypeId: 9 },
    ],
    [
      'a plan that asks for a payment request sends it, and charges no card of its sale',
      { dealerCustomerTypeId: 9, historyCount: 2 },
      {},
      IN_SLOT,
      { kind: 'send-request', dealerCustomerTypeId: 9 },
    ],
    [
      'it gives up at its next slot where its sale has fewer trials by now than it had tries',
      { progress: { tries: 3, endedCards: [] }, historyCount: 3 },
      {},
      IN_SLOT,
      { kind: 'give-up' },
    ],
    [
      'the second card of a slot is tried, also where its sale has fewer trials by now',
      { progress: { tries: 3, endedCards: [] }, historyCount: 4, turn: { place: 2, attempt: 2, slotMs: NOON } },
      {},
      IN_SLOT,
      { kind: 'take', card: { place: 2, token: 'two', attempt: 2, slotMs: NOON } },
    ],
    [
      'it gives up in a slot in which its first card could not be charged, where its sale has fewer trials by now',
      { progress: { tries: 3, endedCards: [1] }, historyCount: 4, turn: { place: 2, attempt: 1, slotMs: NOON } },
      {},
      IN_SLOT,
      { kind: 'give-up' },
    ],
    [
      'it gives up where its sale names no card any more that has not ended',
      { progress: { tries: 1, endedCards: [1, 2] }, historyCount: 2 },
      {},
      IN_SLOT,
      { kind: 'give-up' },
    ],
    ['without a card and a request it fails', {}, 'no card', IN_SLOT, { kind: 'fail-without-card' }],
    ['a request that was sent is looked at', { state: 'requested' }, {}, IN_SLOT, { kind: 'close-request' }],
  ])('%s', (_rule, plan, sale, nowMs, action) => {
    expect(nextActionOf(fileWith(plan, sale), nowMs)).toEqual(action);
  });
});

const CHARGING: Partial<PaymentPlan> = { state: 'charging', taken: TAKEN, version: 2, dueAtMs: IN_SLOT };

describe('What the outcome of a card makes of its plan (decisions: recurring sales)', () => {
  test.each<
    readonly [string, CardOutcome, { sale?: Partial<Sale>; nowMs?: number; plan?: Partial<PaymentPlan> }, object]
  >([
    [
      'an approval pays it',
      { kind: 'approved' },
      {},
      { state: 'paid', dealerPaymentId: 900, endedAtMs: IN_SLOT, lastResult: { kind: 'paid' }, historyCount: 1 },
    ],
    [
      'a decline gives the turn to the next card, as the next attempt of the same payment',
      { kind: 'declined', code: '002' },
      {},
      { state: 'planned', turn: { place: 2, attempt: 2, slotMs: NOON }, dueAtMs: IN_SLOT, historyCount: 1 },
    ],
    [
      'a decline of a card that ends gives the turn on too, and the card is out',
      { kind: 'declined', code: '018' },
      {},
      { turn: { place: 2, attempt: 2, slotMs: NOON }, progress: { tries: 0, endedCards: [1] } },
    ],
    [
      'a decline that is settled behind the slot ends the slot: no second card there',
      { kind: 'declined', code: '002' },
      { nowMs: BEHIND },
      { state: 'planned', dueAtMs: EVENING, progress: { tries: 1, endedCards: [] } },
    ],
    [
      'a decline after the deletion of the sale fails it without a further card',
      { kind: 'declined', code: '002' },
      { sale: { deletedAtMs: 1 } },
      { state: 'failed', endedAtMs: IN_SLOT },
    ],
    ['an approval after the deletion pays it', { kind: 'approved' }, { sale: { deletedAtMs: 1 } }, { state: 'paid' }],
    [
      'a decline of the bank itself waits for the next slot',
      { kind: 'declined', code: '021' },
      {},
      { state: 'planned', dueAtMs: EVENING, progress: { tries: 1, endedCards: [] } },
    ],
    [
      'the last try fails it',
      { kind: 'declined', code: '021' },
      { plan: { progress: { tries: 1, endedCards: [] } } },
      { state: 'failed', progress: { tries: 2, endedCards: [] } },
    ],
    [
      'an unknown outcome keeps the card, and is looked at again after as long as it is in doubt',
      { kind: 'unknown' },
      { nowMs: IN_SLOT + 5 * 60_000 },
      { state: 'charging', taken: TAKEN, dueAtMs: IN_SLOT + 10 * 60_000, historyCount: 0 },
    ],
    [
      'an unknown outcome of days is looked at every half an hour',
      { kind: 'unknown' },
      { nowMs: IN_SLOT + 5 * 86_400_000 },
      { state: 'charging', dueAtMs: IN_SLOT + 5 * 86_400_000 + 30 * 60_000 },
    ],
  ])('%s', (_rule, outcome, { sale, nowMs = IN_SLOT, plan }, expected) => {
    const file = fileWith({ ...CHARGING, ...plan }, sale);
    const after = afterOutcome(file, { card: TAKEN, outcome, attempt: ATTEMPT, nowMs });
    expect(after.plan).toMatchObject({ version: 3, ...expected });
  });

  test('a card that was not charged leaves the number of the attempt to the next one', () => {
    const { plan, result } = afterOutcome(fileWith(), { card: TAKEN, outcome: { kind: 'no-card' }, nowMs: IN_SLOT });
    expect(plan).toMatchObject({ turn: { place: 2, attempt: 1, slotMs: NOON } });
    expect(result).toEqual({ kind: 'not-charged', because: 'no-card' });
  });

  test.each([
    [
      'is no try where no card was charged in the slot',
      1,
      { progress: { tries: 0, endedCards: [] }, dueAtMs: EVENING },
    ],
    ['ends the slot as a try behind a card that was charged', 2, { progress: { tries: 1, endedCards: [] } }],
  ])('a pause %s', (_rule, attempt, expected) => {
    const card = { ...TAKEN, attempt };
    const { plan, result } = afterOutcome(fileWith(), { card, outcome: { kind: 'paused' }, nowMs: IN_SLOT });
    expect(plan).toMatchObject({ state: 'planned', ...expected });
    expect(result).toBeUndefined();
  });
});

describe('Other moves of a plan', () => {
  test.each([
    ['is a try behind a card that was charged', 2, 0, { state: 'planned', progress: { tries: 1, endedCards: [] } }],
    ['may be the last try', 2, 1, { state: 'failed', progress: { tries: 2, endedCards: [] } }],
    ['is no try where none was', 1, 0, { state: 'planned', progress: { tries: 0, endedCards: [] } }],
  ])('a slot that ends before the next card %s', (_rule, attempt, tries, expected) => {
    const file = fileWith({ turn: { place: 2, attempt, slotMs: NOON }, progress: { tries, endedCards: [] } });
    const { plan } = afterSlot(file, BEHIND);
    expect(plan).toMatchObject(expected);
    expect(plan.turn).toBeUndefined();
  });

  test('a taken card has three minutes until somebody looks what became of it', () => {
    const plan = take(planWith({ turn: { place: 1, attempt: 1, slotMs: NOON } }), TAKEN, IN_SLOT);
    expect(plan).toMatchObject({ state: 'charging', taken: TAKEN, dueAtMs: IN_SLOT + 180_000, version: 2 });
    expect(plan.turn).toBeUndefined();
  });

  test('a withdrawn plan is due no more, one that waits keeps all but its turn', () => {
    expect(withdrawn(planWith(), IN_SLOT)).toMatchObject({ state: 'withdrawn', endedAtMs: IN_SLOT, version: 2 });
    expect(withdrawn(planWith(), IN_SLOT).dueAtMs).toBeUndefined();
    expect(waitFor(planWith(), EVENING)).toEqual({ ...planWith(), version: 2, dueAtMs: EVENING });
  });

  test('a plan without a card fails with a row in its history', () => {
    const { plan, result } = failWithoutCard(planWith(), IN_SLOT);
    expect(plan).toMatchObject({ state: 'failed', historyCount: 1 });
    const told = { result: result ?? expect.unreachable('a result'), atMs: IN_SLOT, dealerPaymentPlanHistoryId: 3 };
    expect(tryOf(plan, { ...told, cardToken: undefined })).toMatchObject({
      number: 1,
      dealerPaymentPlanId: 7,
      ...told,
    });
  });
});

describe('The step behind one that ended (decisions: recurring sales)', () => {
  const schedule = { period: 'day', every: 1, daysOfWeek: [], daysOfMonth: [] } as const;
  const sale = saleWith({ planType: 1, beginDate: '20261101', endDate: '20261124', dealerSaleScheduleId: 3 });
  const paid = planWith({ state: 'paid' });
  const names = { dealerPaymentPlanId: 8, listingShards: 1, nowMs: IN_SLOT };

  test('is planned by the step that the schedule has ahead, until the last day', () => {
    const next = stepBehind(paid, { sale, plannedStep: 7, schedule }, names);
    expect(next).toMatchObject({ dueDay: '20261124', dealerPaymentPlanId: 8, state: 'planned' });
    expect(stepBehind({ ...paid, dueDay: '20261124' }, { sale, plannedStep: 7, schedule }, names)).toBeUndefined();
  });

  test.each([
    ['another step is ahead', paid, { sale, plannedStep: 6 }],
    ['the sale was deleted', paid, { sale: { ...sale, deletedAtMs: 1 }, plannedStep: 7 }],
    ['the plan has not ended', planWith(), { sale, plannedStep: 7 }],
  ])('is not planned where %s', (_case, plan, file) => {
    expect(endsPlannedStep(plan, file)).toBe(false);
    expect(stepBehind(plan, { ...file, schedule }, names)).toBeUndefined();
  });
});
