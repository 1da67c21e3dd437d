import { describe, expect, test } from 'vitest';
import { shownSale } from '../../../../functions/operator/operate/sale-view.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { PlanTry } from '../../../../shared/domain/sale/payment-plan.ts';
import type { SaleHistory } from '../../../../shared/ports/sales.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const NOON = '2027-01-15T09:00:00.000Z';

const { dueAtMs: _never, ...undue } = planOf();
const PLAN = planOf({ dueAtMs: NOON_MS });
const PAID = { ...undue, state: 'paid' as const, dealerPaymentPlanId: 6, lastResult: { kind: 'paid' as const } };

const tryWith = (changes: Partial<PlanTry>): PlanTry => ({
  dealerCode: 'D1',
  dealerSaleId: 5,
  dealerPaymentPlanId: 7,
  number: 1,
  dealerPaymentPlanHistoryId: 1,
  atMs: NOON_MS,
  terms: { amount: minor(123_456), currency: 'TL', installmentNumber: 3 },
  result: { kind: 'paid' },
  listingShards: 1,
  ...changes,
});

const historyOf = (changes: Partial<SaleHistory>, sale: object = {}): SaleHistory => ({
  file: { sale: { ...saleOf('D1'), amount: minor(2750), ...sale } },
  plans: [],
  tries: [],
  ...changes,
});

const shownPlan = { madeBy: 'schedule', dueDay: '20261123', terms: '27.50 TL', tries: 0 };

describe('A sale as operators see it', () => {
  test('shows the step that its schedule has ahead, the open plans, and times where there are any', () => {
    const { sale, ...file } = historyOf({}).file;
    const { createdAtMs: _none, ...undated } = sale;
    const shown = shownSale(historyOf({ file: { ...file, sale: undated, step: PLAN }, plans: [PLAN, PAID] }));
    const plan = { ...shownPlan, dealerPaymentPlanId: 7, state: PLAN.state, looksAt: NOON };
    expect(shown).toMatchObject({ amount: 27.5, plannedStep: plan, openPlans: [plan], latestTries: [] });
    for (const name of ['createdAt', 'pausedSince', 'deletedAt', 'latestPlans']) expect(shown).not.toHaveProperty(name);
  });

  test('that its dealer deleted shows the plans that ended too', () => {
    const at = { createdAtMs: NOON_MS, pausedSinceMs: NOON_MS + 1000, deletedAtMs: NOON_MS + 2000 };
    const shown = shownSale(historyOf({ plans: [PAID] }, at));
    expect(shown).toMatchObject({
      createdAt: NOON,
      pausedSince: '2027-01-15T09:00:01.000Z',
      deletedAt: '2027-01-15T09:00:02.000Z',
      openPlans: [],
      latestPlans: [{ ...shownPlan, dealerPaymentPlanId: 6, state: 'paid', lastResult: 'paid' }],
    });
    expect(shown).not.toHaveProperty('latestPlans.0.looksAt');
    expect(shown).not.toHaveProperty('plannedStep');
  });

  test('shows of each try what was charged and what came of it', () => {
    const tries = [
      tryWith({ cardToken: 'T', orderId: 'ORDER-1' }),
      tryWith({ number: 2, result: { kind: 'declined', code: '005' } }),
      tryWith({ number: 3, result: { kind: 'not-charged', because: 'no-card' as never } }),
    ];
    const plain = { dealerPaymentPlanId: 7, at: NOON, terms: '1234.56 TL in 3 installments' };
    expect(shownSale(historyOf({ tries })).latestTries).toEqual([
      { ...plain, number: 1, result: 'paid', cardToken: 'T', orderId: 'ORDER-1' },
      { ...plain, number: 2, result: 'declined 005' },
      { ...plain, number: 3, result: 'not charged: no-card' },
    ]);
  });
});
