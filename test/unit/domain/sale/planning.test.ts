import { describe, expect, test } from 'vitest';
import { istanbulMomentOf, istanbulTimeOf } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import {
  cardTokensOf,
  firstStepOf,
  problemOfNewSale,
  stepAfter,
  termsOf,
} from '../../../../shared/domain/sale/planning.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import type { Schedule } from '../../../../shared/domain/sale/schedule.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? expect.unreachable(text);
const names = { dealerPaymentPlanId: 100_000, listingShards: 2 };
const daily: Schedule = { period: 'day', every: 1, daysOfWeek: [], daysOfMonth: [] };
const monthly: Schedule = { period: 'month', every: 1, daysOfWeek: [], daysOfMonth: [31] };

const saleOf = (changes: Partial<Sale> = {}): Sale => ({
  dealerCode: 'D',
  version: 1,
  dealerSaleId: 7,
  saleCode: 'S',
  amount: minor(2750),
  currency: 'TL',
  installmentNumber: 3,
  dealerSaleScheduleId: 9,
  beginDate: '20260101',
  howManyTrial: 1,
  planType: 1,
  defaultCard1Token: 'one',
  ...changes,
});

const MORNING = at('2026-01-15 10:00');

describe('The first step of a sale (decisions: recurring sales)', () => {
  test('charges what the sale says, in the first slot of its day', () => {
    const step = firstStepOf({ sale: saleOf(), schedule: monthly, nowMs: MORNING }, names);
    expect(step).toEqual({
      dealerCode: 'D',
      dealerSaleId: 7,
      dealerPaymentPlanId: 100_000,
      listingShards: 2,
      version: 1,
      madeBy: 'schedule',
      dueDay: '20260131',
      state: 'planned',
      historyCount: 0,
      createdAtMs: MORNING,
      cardsDueAtMs: MORNING,
      terms: { amount: 2750, currency: 'TL', installmentNumber: 3 },
      progress: { tries: 0, endedCards: [] },
      dueAtMs: at('2026-01-31 12:00'),
    });
  });

  test.each<readonly [string, Partial<Sale>, Schedule | undefined, string, string | undefined]>([
    ['begins on its first day', { beginDate: '20260301' }, daily, '2026-01-15 10:00', '2026-03-01T12:00'],
    ['skips days before today', { beginDate: '20250101' }, daily, '2026-01-15 10:00', '2026-01-15T12:00'],
    ['of today waits for the evening behind noon', {}, daily, '2026-01-15 12:30', '2026-01-15T18:00'],
    ['of today waits for tomorrow at night', {}, daily, '2026-01-15 20:30', '2026-01-16T12:00'],
    ['may fall due on the last day', { endDate: '20260115' }, daily, '2026-01-15 10:00', '2026-01-15T12:00'],
    ['is not planned behind the last day', { endDate: '20260114' }, daily, '2026-01-15 10:00', undefined],
    ['is planned beside steps by hand', { planType: 3 }, daily, '2026-01-15 10:00', '2026-01-15T12:00'],
    ['is not planned where steps are made by hand', { planType: 2 }, daily, '2026-01-15 10:00', undefined],
    ['is not planned without a schedule', {}, undefined, '2026-01-15 10:00', undefined],
    ['is not planned for a deleted sale', { deletedAtMs: 1 }, daily, '2026-01-15 10:00', undefined],
  ])('%s', (_what, changes, schedule, now, slot) => {
    const step = firstStepOf({ sale: saleOf(changes), schedule, nowMs: at(now) }, names);
    expect(step?.dueAtMs === undefined ? undefined : istanbulTimeOf(step.dueAtMs).slice(0, 16)).toBe(slot);
  });

  test('sends a payment request where the sale names no card, and charges a card where it names both', () => {
    const definition = { dealerCustomerTypeId: 26 };
    const { defaultCard1Token: _card, ...withoutCard } = saleOf(definition);
    const planned = (sale: Sale) => firstStepOf({ sale, schedule: daily, nowMs: MORNING }, names);
    expect(planned(withoutCard)).toMatchObject(definition);
    expect(planned(saleOf(definition))).not.toHaveProperty('dealerCustomerTypeId');
  });
});

describe('A new sale that can never charge (decisions: recurring sales)', () => {
  const problemOf = (changes: Partial<Sale>, schedule: Schedule | undefined = daily) =>
    problemOfNewSale({ sale: saleOf(changes), schedule, nowMs: MORNING });

  test.each<readonly [string, Partial<Sale>, Schedule | undefined, string]>([
    ['ended before today', { endDate: '20260114' }, daily, 'must not be before today'],
    ['by hand, and ended', { planType: 2, endDate: '20260114' }, undefined, 'must not be before today'],
    [
      'has no due day before its end',
      { endDate: '20260130' },
      monthly,
      'must leave a due day of the schedule from today on',
    ],
  ])('that %s is refused, and EndDate is named', (_what, changes, schedule, problem) => {
    expect(problemOf(changes, schedule)).toEqual({ field: 'EndDate', problem });
  });

  test.each<readonly [string, Partial<Sale>, Schedule | undefined]>([
    ['has today as its last day', { endDate: '20260115' }, daily],
    ['has no end', {}, monthly],
    ['is charged by hand, and has not ended', { planType: 2, endDate: '20260115' }, undefined],
  ])('one that %s is taken', (_what, changes, schedule) => expect(problemOf(changes, schedule)).toBeUndefined());
});

describe('The step behind another one (decisions: recurring sales)', () => {
  test.each<readonly [string, Partial<Sale>, Schedule, string, readonly [string, string] | undefined]>([
    ['is the next due day', {}, monthly, '2026-01-31 12:05', ['20260228', '2026-02-28T12:00']],
    ['is none behind the last day', { endDate: '20260227' }, monthly, '2026-01-31 12:05', undefined],
    ['is none of a deleted sale', { deletedAtMs: 1 }, monthly, '2026-01-31 12:05', undefined],
    ['is none where steps are made by hand by now', { planType: 2 }, monthly, '2026-01-31 12:05', undefined],
    ['of a missed day comes in the slot under way', {}, daily, '2026-02-05 18:10', ['20260201', '2026-02-05T18:00']],
    ['of a missed day comes in the next slot', {}, daily, '2026-02-05 15:00', ['20260201', '2026-02-05T18:00']],
    ['of today comes in the slot under way', {}, daily, '2026-02-01 13:00', ['20260201', '2026-02-01T12:00']],
  ])('%s', (_what, changes, schedule, now, expected) => {
    const next = stepAfter({ sale: saleOf(changes), schedule, nowMs: at(now) }, { dueDay: '20260131' }, names);
    const slot = next?.dueAtMs === undefined ? undefined : istanbulTimeOf(next.dueAtMs).slice(0, 16);
    expect(next === undefined ? undefined : [next.dueDay, slot]).toEqual(expected);
    expect(next?.followsDay).toBe(expected === undefined ? undefined : '20260131');
  });

  test('has the terms and the cards of the sale as it is by then', () => {
    const sale = saleOf({ amount: minor(1), currency: 'USD', installmentNumber: 1, defaultCard3Token: 'three' });
    expect(termsOf(sale)).toEqual({ amount: 1, currency: 'USD', installmentNumber: 1 });
    expect(cardTokensOf(sale)).toEqual(['one', 'three']);
  });
});
