import { describe, expect, test } from 'vitest';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import {
  cutPlans,
  inListOrder,
  isBehind,
  planDaysOf,
  totalsOfPlans,
} from '../../../../shared/domain/sale/plan-list.ts';
import { planOf } from '../../../support/sale/payment-plans.ts';

const NOW = istanbulMomentOf('2026-11-23 23:30') ?? Number.NaN;
const SALE = { dealerCode: '1001', dealerSaleId: 77 };

describe('The period of a list of payment plans (decisions: recurring sales)', () => {
  test.each([
    [
      { start: '20261101', end: '20261130' },
      { from: '20261101', until: '20261130' },
    ],
    [
      { start: '2026-11-01', end: ' 2026-11-30 23:59 ' },
      { from: '20261101', until: '20261130' },
    ],
    [{}, { from: '20261023', until: '20261224' }],
    [
      { start: '20261101', end: '20270102' },
      { from: '20261101', until: '20270102' },
    ],
    [{ end: '20261231' }, { from: '20261130', until: '20261231' }],
    [{ start: '20261201' }, { from: '20261201', until: '20270101' }],
    [{ start: '1.11.2026' }, 'start'],
    [{ end: '20261131' }, 'end'],
    [{ start: '20261102', end: '20261101' }, 'order'],
    [{ start: '20261101', end: '20270103' }, 'length'],
  ] as const)('of %j', (texts, days) => {
    expect(planDaysOf(texts, { nowMs: NOW, ofSale: false })).toEqual(days);
  });

  test('of one sale has open ends and no longest length', () => {
    const of = (texts: Parameters<typeof planDaysOf>[0]) => planDaysOf(texts, { nowMs: NOW, ofSale: true });
    expect(of({ start: '20180622', end: '20261123' })).toEqual({ from: '20180622', until: '20261123' });
    expect(of({})).toEqual({ from: '19700102', until: '99991231' });
    expect(of({ start: '20261124', end: '20261123' })).toBe('order');
  });
});

describe('A list of payment plans', () => {
  const plans = [
    ['20261115', 7],
    ['20261116', 100],
    ['20261116', 99],
  ].map(([dueDay, id]) => planOf(SALE, { dueDay: String(dueDay), dealerPaymentPlanId: Number(id) }));

  test('has the latest day first, and goes on behind the last plan that it had', () => {
    const sorted = plans.toSorted(inListOrder);
    expect(sorted.map(({ dealerPaymentPlanId }) => dealerPaymentPlanId)).toEqual([99, 100, 7]);
    const { plans: listed, readUntil } = cutPlans({ plans: sorted }, 2);
    expect(listed).toEqual(sorted.slice(0, 2));
    expect(readUntil).toMatchObject({ dueDay: '20261116', dealerPaymentPlanId: 100 });
    expect(sorted.filter((plan) => readUntil !== undefined && isBehind(plan, readUntil))).toEqual(sorted.slice(2));
    expect(cutPlans({ plans: sorted }, 3)).toEqual({ plans: sorted });
  });

  test('of which a part was not read is cut where reading stopped', () => {
    const readUntil = { dueDay: '20261101', dealerPaymentPlanId: 3 };
    expect(cutPlans({ plans: [], readUntil })).toEqual({ plans: [], readUntil });
  });

  test('is added up by currency and status, beyond the largest amount of one payment', () => {
    const terms = { amount: minor(99_999_999_999), currency: 'TL', installmentNumber: 1 } as const;
    const euro = { ...terms, amount: minor(5), currency: 'EUR' } as const;
    const all = [
      { status: 1, terms },
      { status: 0, terms },
      { status: 1, terms },
      { status: 1, terms: euro },
    ];
    expect(totalsOfPlans(all)).toEqual([
      { currency: 'EUR', status: 1, count: 1, amount: 5 },
      { currency: 'TL', status: 0, count: 1, amount: 99_999_999_999 },
      { currency: 'TL', status: 1, count: 2, amount: 199_999_999_998 },
    ]);
    expect(totalsOfPlans([])).toEqual([]);
  });
});
