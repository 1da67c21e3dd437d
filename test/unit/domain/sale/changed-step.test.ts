import { describe, expect, test } from 'vitest';
import { istanbulMomentOf, istanbulTimeOf } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import {
  plansOfDeletedSale,
  type SaleFile,
  stepOfChangedSale,
  stepOfDeletedSale,
} from '../../../../shared/domain/sale/changed-step.ts';
import { newPlan, type PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import type { Schedule } from '../../../../shared/domain/sale/schedule.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? expect.unreachable(text);
const NOW = at('2026-01-15 13:00');
const daily: Schedule = { period: 'day', every: 1, daysOfWeek: [], daysOfMonth: [] };

const SALE: Sale = {
  dealerCode: 'D',
  version: 1,
  dealerSaleId: 7,
  saleCode: 'S',
  amount: minor(2750),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 9,
  beginDate: '20260101',
  howManyTrial: 1,
  planType: 1,
  defaultCard1Token: 'one',
};

const stepOn = (dueDay: string, changes: Partial<PaymentPlan> = {}): PaymentPlan => {
  const terms = { amount: SALE.amount, currency: 'TL', installmentNumber: 1 } as const;
  const { dealerCode, dealerSaleId } = SALE;
  const plan = { dealerCode, dealerSaleId, dealerPaymentPlanId: 5, madeBy: 'schedule', dueDay, terms } as const;
  const slotMs = at(`${dueDay.slice(0, 4)}-${dueDay.slice(4, 6)}-${dueDay.slice(6)} 12:00`);
  return { ...newPlan({ ...plan, listingShards: 1 }, { slotMs, nowMs: 0 }), ...changes };
};

const charging = { state: 'charging', taken: { place: 1, token: 'one', attempt: 1, slotMs: 0 } } as const;
const waiting = { progress: { tries: 1, endedCards: [] } } as const;

const changed = (before: Omit<SaleFile, 'sale'>, changes: Partial<Sale>, sale: Sale = SALE) =>
  stepOfChangedSale({ sale, ...before }, { sale: { ...sale, ...changes }, schedule: daily, nowMs: NOW });

describe('What a change of a sale makes of its step (decisions: recurring sales)', () => {
  test.each<readonly [string, PaymentPlan, Partial<Sale>, readonly [string, string]]>([
    ['keeps its day where only terms change', stepOn('20260120'), { amount: minor(1) }, ['20260120', '20T12:00']],
    ['keeps a missed day and its slot', stepOn('20260112'), { howManyTrial: 3 }, ['20260112', '12T12:00']],
    ['keeps a missed day where the days change', stepOn('20260112'), { endDate: '20260301' }, ['20260112', '12T12:00']],
    ['moves to the new first day', stepOn('20260116'), { beginDate: '20260201' }, ['20260201', '01T12:00']],
    ['moves to today, in the next slot', stepOn('20260120'), { beginDate: '20260110' }, ['20260115', '15T18:00']],
    [
      'does not move to the day of the step before it',
      stepOn('20260120', { followsDay: '20260115' }),
      { beginDate: '20260110' },
      ['20260116', '16T12:00'],
    ],
  ])('an untouched step %s', (_what, step, changes, [dueDay, slot]) => {
    const change = changed({ step, plannedStep: 5 }, changes);
    if (change.kind !== 'changes') throw new Error(change.kind);
    expect(change.step).toMatchObject({ dueDay, version: 2, state: 'planned', dealerPaymentPlanId: 5 });
    expect(istanbulTimeOf(change.step.dueAtMs ?? 0).slice(8, 16)).toBe(slot);
  });

  test('a step that was told of is told again where it moves to another day, and only then', () => {
    const step = stepOn('20260116', { noticedAtMs: 1, notices: 1 });
    for (const [changes, noticedAtMs] of [
      [{ beginDate: '20260201' }, undefined],
      [{ amount: minor(1) }, 1],
    ] as const) {
      const change = changed({ step, plannedStep: 5 }, changes);
      if (change.kind !== 'changes') throw new Error(change.kind);
      expect([change.step.noticedAtMs, change.step.notices]).toEqual([noticedAtMs, 1]);
    }
  });

  test('an untouched step has the new terms, and a payment request once the sale names no card', () => {
    const { defaultCard1Token: _card, ...noCard } = SALE;
    const sale: Sale = { ...noCard, amount: minor(99), dealerCustomerTypeId: 26 };
    const step = stepOn('20260120');
    const change = stepOfChangedSale({ sale: SALE, step }, { sale, schedule: daily, nowMs: NOW });
    expect(change).toMatchObject({ kind: 'changes', step: { terms: { amount: 99 }, dealerCustomerTypeId: 26 } });
  });

  test.each<readonly [string, Partial<Sale>]>([
    ['the last day is before it', { endDate: '20260114' }],
    ['steps are made by hand from now on', { planType: 2, dealerSaleScheduleId: 0 }],
  ])('an untouched step is withdrawn where %s, and its predecessor is remembered', (_what, changes) => {
    const step = stepOn('20260120', { followsDay: '20260115' });
    const change = changed({ step, plannedStep: 5 }, changes);
    expect(change).toMatchObject({ kind: 'ends', plannedThrough: '20260115' });
    expect(change).toHaveProperty('step', expect.objectContaining({ state: 'withdrawn', version: 2, endedAtMs: NOW }));
    expect(change).not.toHaveProperty('step.dueAtMs');
  });

  test.each([
    ['is being charged', charging],
    ['waits for its next slot', waiting],
    ['has sent its payment request', { state: 'requested' }],
  ] as const)('a step that %s stays as it is', (_what, state) => {
    const step = stepOn('20260115', state);
    expect(changed({ step, plannedStep: 5 }, { beginDate: '20260201', amount: minor(1) })).toEqual({ kind: 'stays' });
  });

  test.each<readonly [string, Omit<SaleFile, 'sale'>, Sale, string]>([
    ['a sale by hand begins today', {}, { ...SALE, planType: 2 }, '20260115'],
    ['a sale that may have been charged today begins tomorrow', {}, SALE, '20260116'],
    ['a sale that was to begin later begins today', {}, { ...SALE, beginDate: '20260201' }, '20260115'],
    ['a sale behind an ended step', { step: stepOn('20260115', { state: 'paid' }) }, SALE, '20260116'],
    ['a sale that was remembered', { plannedThrough: '20260115' }, { ...SALE, planType: 2 }, '20260116'],
    ['a sale whose last charge was long ago', { plannedThrough: '20251231' }, SALE, '20260115'],
  ])('without an open step, %s', (_what, before, sale, dueDay) => {
    const change = changed(before, { planType: 1, beginDate: '20260101' }, sale);
    expect(change).toMatchObject({ kind: 'begins', day: { dueDay } });
  });

  test('where the schedule plans none, what may have been charged is remembered', () => {
    const none = { planType: 2 } as const;
    expect(changed({}, none)).toEqual({ kind: 'none', plannedThrough: '20260115' });
    expect(changed({}, none, { ...SALE, planType: 2 })).toEqual({ kind: 'none' });
    expect(changed({ plannedThrough: '20260110' }, none)).toEqual({ kind: 'none', plannedThrough: '20260110' });
  });
});

describe('What the deletion of a sale makes of its step (decisions: recurring sales)', () => {
  test.each([
    ['untouched', {}, 'ends'],
    ['between two slots', waiting, 'ends'],
    ['being charged', charging, 'stays'],
    ['paid', { state: 'paid' }, 'stays'],
  ] as const)('a step that is %s %s', (_what, state, kind) => {
    const change = stepOfDeletedSale({ sale: SALE, step: stepOn('20260115', state) }, NOW);
    expect(change.kind).toBe(kind);
    if (change.kind === 'ends') expect(change.step).toMatchObject({ state: 'withdrawn', endedAtMs: NOW });
  });

  test.each([
    ['in an hour', NOW + 3_600_000, NOW],
    ['already', NOW - 60_000, NOW - 60_000],
  ])(
    'a step whose payment request is looked at %s is due now, so that its link is cancelled',
    (_when, due, dueAtMs) => {
      const step = stepOn('20260115', { state: 'requested', userPosPaymentId: 9, dueAtMs: due });
      const changedOne = { ...step, version: 2, dueAtMs };
      expect(stepOfDeletedSale({ sale: SALE, step }, NOW)).toEqual({ kind: 'changes', step: changedOne });
    },
  );

  test('its other open plans end too: at most a hundred, and neither its step nor what is charged or over', () => {
    const plan = (dealerPaymentPlanId: number, state: PaymentPlan['state']): PaymentPlan =>
      stepOn('20260120', { dealerPaymentPlanId, state, madeBy: 'hand', userPosPaymentId: 9 });
    const states = ['planned', 'requested', 'charging', 'paid', 'failed', 'withdrawn'] as const;
    const plans = [...states.map((state, index) => plan(index + 10, state)), stepOn('20260115')];
    expect(
      plansOfDeletedSale({ plannedStep: 5, plans }, NOW).map((one) => [
        one.dealerPaymentPlanId,
        one.state,
        one.dueAtMs,
      ]),
    ).toEqual([
      [10, 'withdrawn', undefined],
      [11, 'requested', NOW],
    ]);
    const many = Array.from({ length: 101 }, (_, index) => plan(index + 10, 'planned'));
    expect(plansOfDeletedSale({ plans: many }, NOW)).toHaveLength(100);
  });

  test('a sale without a step has none', () => {
    expect(stepOfDeletedSale({ sale: SALE }, NOW)).toEqual({ kind: 'stays' });
  });
});
