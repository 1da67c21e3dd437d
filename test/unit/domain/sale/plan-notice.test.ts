import { describe, expect, test } from 'vitest';
import { DAY_MS, istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import { daytimeFrom } from '../../../../shared/domain/sale/daytime.ts';
import { isExpiring } from '../../../../shared/domain/sale/expiring-card.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { nextActionOf } from '../../../../shared/domain/sale/plan-moves.ts';
import { lookAtMsOf, movedTo, noticed, noticeOf } from '../../../../shared/domain/sale/plan-notice.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? Number.NaN;
const SLOT = at('2026-11-23 12:00');
const DAY_BEFORE = at('2026-11-22 12:00');
const plan = (changes: Partial<PaymentPlan> = {}): PaymentPlan => planOf({ dueAtMs: SLOT, ...changes });
const { pausedSinceMs: _running, deletedAtMs: _there, ...sale } = saleOf('D1');

describe('The notice of a payment plan (decisions: recurring sales)', () => {
  test.each<readonly [string, Partial<PaymentPlan>, boolean, number | undefined]>([
    ['is looked at a day before the slot where somebody wants it', {}, true, DAY_BEFORE],
    ['costs no look where nobody wants it', {}, false, SLOT],
    ['is over once it was dealt with', { noticedAtMs: DAY_BEFORE }, true, SLOT],
    ['is none of a plan that was tried', { historyCount: 1 }, true, SLOT],
    ['is none of a plan that is being charged', { state: 'charging' }, true, SLOT],
  ])('%s', (_title, changes, tellsUpcoming, lookAtMs) => {
    expect(lookAtMsOf(plan(changes), { tellsUpcoming, tellsExpiring: false })).toBe(lookAtMs);
  });

  test.each<readonly [string, Partial<PaymentPlan>, boolean, number | undefined]>([
    ['for its cards where that comes first', { cardsDueAtMs: at('2026-11-01 12:00') }, true, at('2026-11-01 12:00')],
    ['a day before its slot where that comes first', { cardsDueAtMs: SLOT }, true, DAY_BEFORE],
    ['for its cards behind a notice, too', { cardsDueAtMs: SLOT - 1, noticedAtMs: DAY_BEFORE }, true, SLOT - 1],
    ['in its slot where nobody wants to know of cards', { cardsDueAtMs: 1, noticedAtMs: 1 }, false, SLOT],
    [
      'in its slot where it sends a payment request',
      { cardsDueAtMs: 1, dealerCustomerTypeId: 8, noticedAtMs: 1 },
      true,
      SLOT,
    ],
    ['in its next slot once it has begun', { cardsDueAtMs: 1, historyCount: 1 }, true, SLOT],
    ['never once it is final', { cardsDueAtMs: 1, state: 'paid', dueAtMs: undefined as never }, true, undefined],
  ])('a waiting plan is looked at %s', (_title, changes, tellsExpiring, lookAtMs) => {
    const { dueAtMs, ...rest } = plan(changes);
    const asked = dueAtMs === undefined ? rest : { ...rest, dueAtMs };
    expect(lookAtMsOf(asked, { tellsUpcoming: true, tellsExpiring })).toBe(lookAtMs);
  });

  test.each<readonly [string, string, Partial<Sale>, object | undefined]>([
    ['is not told earlier than a day before', '2026-11-22 11:59', {}, undefined],
    ['is told a day before', '2026-11-22 12:00', {}, { kind: 'notice', tell: true }],
    ['is told later after an outage, by day', '2026-11-22 20:59', {}, { kind: 'notice', tell: true }],
    [
      'waits at night for the morning',
      '2026-11-22 21:00',
      {},
      { kind: 'notice-later', lookAtMs: at('2026-11-23 09:00') },
    ],
    [
      'waits at night behind midnight, too',
      '2026-11-23 03:00',
      {},
      { kind: 'notice-later', lookAtMs: at('2026-11-23 09:00') },
    ],
    ['is told 3 hours before at the latest', '2026-11-23 09:00', {}, { kind: 'notice', tell: true }],
    ['is left out later', '2026-11-23 09:01', {}, { kind: 'notice', tell: false }],
    ['is left out while the sale is paused', '2026-11-22 12:00', { pausedSinceMs: 1 }, { kind: 'notice', tell: false }],
  ])('%s', (_title, now, changes, notice) => {
    const file = { plan: plan(), sale: { ...sale, ...changes } };
    expect(noticeOf(file.plan, file.sale, at(now))).toEqual(notice);
    expect(nextActionOf(file, at(now))).toEqual(notice ?? { kind: 'leave' });
  });

  test('a deleted sale withdraws its plan at that look', () => {
    const file = { plan: plan(), sale: { ...sale, deletedAtMs: 1 } };
    expect(nextActionOf(file, DAY_BEFORE)).toEqual({ kind: 'withdraw' });
  });

  test('leaves the plan as it was, to be charged in its slot', () => {
    const told = noticed(plan(), DAY_BEFORE);
    expect(told).toEqual({ ...plan(), version: 2, noticedAtMs: DAY_BEFORE, notices: 1 });
    expect(nextActionOf({ plan: told, sale }, DAY_BEFORE)).toEqual({ kind: 'leave' });
  });

  test('is told again, and counted, where the plan moves to another day', () => {
    const told = noticed(plan(), DAY_BEFORE);
    const moved = movedTo(told, { dueDay: '20261124', dueAtMs: SLOT + DAY_MS });
    expect(moved).toEqual({ ...plan(), version: 2, dueDay: '20261124', dueAtMs: SLOT + DAY_MS, notices: 1 });
    expect(lookAtMsOf(moved, { tellsUpcoming: true, tellsExpiring: false })).toBe(SLOT);
    expect(nextActionOf({ plan: moved, sale }, SLOT)).toEqual({ kind: 'notice', tell: true });
    expect(noticed(moved, SLOT)).toMatchObject({ noticedAtMs: SLOT, notices: 2 });
  });
});

test.each([
  ['2026-11-23 08:59', '2026-11-23 09:00'],
  ['2026-11-23 09:00', '2026-11-23 09:00'],
  ['2026-11-23 20:59', '2026-11-23 20:59'],
  ['2026-11-23 21:00', '2026-11-24 09:00'],
  ['2026-11-23 00:00', '2026-11-23 09:00'],
])('people may be written to from 9:00 to 21:00 in Istanbul: at %s it is %s', (now, from) => {
  expect(daytimeFrom(at(now))).toBe(at(from));
});

test.each([
  ['2026-11-01 00:00', '11', '2026', true],
  ['2026-10-31 23:59', '11', '2026', false],
  ['2026-11-30 23:59', '11', '2026', true],
  ['2026-12-01 00:00', '11', '2026', false],
  ['2026-12-15 12:00', '12', '2026', true],
  ['2027-02-01 00:00', '02', '2027', true],
])('at %s a card of %s/%s expires within 30 days: %s', (now, expiryMonth, expiryYear, expected) => {
  expect(isExpiring({ expiryMonth, expiryYear }, at(now))).toBe(expected);
});
