import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/domain/calendar.ts';
import {
  areCardsDue,
  cardsSeenBefore,
  withCardsSeen,
  withNewCards,
} from '../../../../shared/domain/sale/cards-look.ts';
import { isUntouched, type PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { nextActionOf } from '../../../../shared/domain/sale/plan-moves.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const NOW = Date.UTC(2026, 10, 1);
const { pausedSinceMs: _running, deletedAtMs: _there, ...running } = saleOf('D1');
const sale = { ...running, version: 3 };
const REQUEST = { dealerCustomerTypeId: 8 };

describe('The look at the cards of a plan that waits (decisions: who is told of plans)', () => {
  test('comes again after 28 days, so that no card goes through its last 30 days between two looks', () => {
    const seen = withCardsSeen(planOf(), sale, NOW);
    expect(seen).toEqual({ ...planOf(), cardsDueAtMs: NOW + 28 * DAY_MS, cardsSaleVersion: 3 });
    expect(isUntouched(seen)).toBe(true);
    expect(areCardsDue({ plan: seen, sale }, NOW + 28 * DAY_MS - 1)).toBe(false);
    expect(areCardsDue({ plan: seen, sale }, NOW + 28 * DAY_MS)).toBe(true);
  });

  test('comes at once where the sale has changed, and never where the plan sends a payment request', () => {
    const seen = withCardsSeen(planOf(), sale, NOW);
    expect(areCardsDue({ plan: seen, sale: { ...sale, version: 4 } }, NOW)).toBe(true);
    expect(areCardsDue({ plan: { ...seen, ...REQUEST }, sale: { ...sale, version: 4 } }, NOW)).toBe(false);
    const { cardsSaleVersion: _version, ...unseen } = seen;
    expect(withNewCards(seen, NOW)).toEqual({ ...unseen, cardsDueAtMs: NOW });
    expect(withNewCards({ ...seen, ...REQUEST }, NOW)).not.toHaveProperty('cardsDueAtMs');
  });

  test.each<readonly [string, Partial<PaymentPlan>, Partial<PaymentPlan>, number]>([
    ['goes on', {}, { cardsDueAtMs: NOW + 5, cardsSaleVersion: 3 }, NOW + 5],
    ['that was due is due', {}, { cardsDueAtMs: NOW - 5, cardsSaleVersion: 3 }, NOW],
    ['of an older version of the sale is due', {}, { cardsDueAtMs: NOW + 5, cardsSaleVersion: 2 }, NOW + 1],
    ['that never was is due', {}, {}, NOW + 1],
  ])('of the step before %s for the next step', (_what, ofNext, before, cardsDueAtMs) => {
    const next = planOf({ cardsDueAtMs: NOW + 1, ...ofNext });
    expect(cardsSeenBefore(next, before, { sale, nowMs: NOW }).cardsDueAtMs).toBe(cardsDueAtMs);
  });

  test('is all that the engine does with a plan before its slot, also of a paused sale; a deleted one withdraws its plan', () => {
    const plan = planOf({ cardsDueAtMs: NOW });
    expect(nextActionOf({ plan, sale }, NOW - 1)).toEqual({ kind: 'leave' });
    expect(nextActionOf({ plan, sale }, NOW)).toEqual({ kind: 'look-at-cards' });
    expect(nextActionOf({ plan, sale: { ...sale, pausedSinceMs: 1 } }, NOW)).toEqual({ kind: 'look-at-cards' });
    expect(nextActionOf({ plan, sale: { ...sale, deletedAtMs: 1 } }, NOW)).toEqual({ kind: 'withdraw' });
    expect(nextActionOf({ plan: { ...plan, ...REQUEST }, sale }, NOW)).toEqual({ kind: 'leave' });
  });
});
