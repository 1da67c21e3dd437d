import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { dynamoPlanNotices } from '../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import type { CardTries } from '../../../shared/domain/sale/card-tries.ts';
import { cardExpiring } from '../../../shared/domain/sale/expiring-card.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { failWithoutCard, take, tryOf } from '../../../shared/domain/sale/plan-moves.ts';
import { noticed } from '../../../shared/domain/sale/plan-notice.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { saleOf, scheduleOf } from '../../support/dealer/records.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { lookOf, NOW_MS, newFile, newId, wishing } from '../../support/sale/plan-files.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const triesOf = ({ dealerCode }: PaymentPlan, version: number): CardTries => ({
  dealerCode,
  cardHash: 'hash',
  version,
  tries: [{ atMs: NOW_MS, attempt: 'p#01' }],
});

const intentOf = ({ dealerCode }: PaymentPlan) => ({
  attempt: directAttemptWith(dealerCode, { state: 'charging', told: 'nobody', reservations: [] }, { splits: [] }),
  takes: [],
});

const takenOf = (plan: PaymentPlan) => take(plan, { place: 1, token: 'one', attempt: 1, slotMs: NOW_MS }, NOW_MS);

const takeTests = (world: () => StoreWorld): void => {
  test('the intent, the taken card and the try of the card are written at once', async () => {
    const { store, direct, proxy } = world();
    const { sale, plan, due } = await newFile(world());
    const intent = intentOf(plan);
    const taking = { sale, plan: takenOf(plan), tries: triesOf(plan, 1) };
    expect((await dynamoPlanCharges(store).begin(intent, taking)).kind).toBe('begun');
    expect(proxy.count()).toBe(1);
    expect((await dynamoPlanEngine(direct).open(due))?.plan).toEqual(taking.plan);
    expect(await dynamoPlanEngine(direct).triesOf(plan.dealerCode, 'hash')).toEqual(taking.tries);
    expect((await dynamoAttempts(direct).find(intent.attempt.reference))?.state).toBe('charging');
  });

  test.each([
    ['plan-changed', 'the sale was deleted', { deletedAtMs: NOW_MS }, 1, 1],
    ['plan-changed', 'the sale was changed or paused', { version: 9 }, 1, 1],
    ['plan-changed', 'somebody else took it', {}, 2, 1],
    ['tries-changed', 'the card was charged for another plan', {}, 1, 3],
  ])('%s where %s, and nothing is written', async (kind, _case, ofSale, version, triesVersion) => {
    const { direct } = world();
    const { sale, plan, due } = await newFile(world(), ofSale);
    const intent = intentOf(plan);
    const taking = { sale, plan: { ...takenOf(plan), version: version + 1 }, tries: triesOf(plan, triesVersion) };
    expect(await dynamoPlanCharges(direct).begin(intent, taking)).toEqual({ kind });
    expect((await dynamoPlanEngine(direct).open(due))?.plan).toEqual(plan);
    expect(await dynamoAttempts(direct).find(intent.attempt.reference)).toBeUndefined();
  });
};

/** The end of a plan for want of a card, with its try and the next step. */
const failed = (plan: PaymentPlan) => {
  const { plan: after, result } = failWithoutCard(plan, NOW_MS);
  const told = {
    result: result ?? expect.unreachable('a result'),
    atMs: NOW_MS,
    dealerPaymentPlanHistoryId: newId(),
  };
  const next = { ...plan, dealerPaymentPlanId: newId() };
  return { plan: after, tried: tryOf(after, told), next };
};

const concludeTests = (world: () => StoreWorld): void => {
  test('the end of a step, its try, the next step and the sale’s word of it are written at once', async () => {
    const { store, direct, proxy } = world();
    const { sale, plan, plannedStep, due } = await newFile(world());
    const conclusion = failed(plan);
    expect(await dynamoPlanEngine(store).conclude(conclusion, { sale, plannedStep })).toBe('concluded');
    expect(proxy.count()).toBe(1);
    const engine = dynamoPlanEngine(direct);
    expect(await engine.open(due)).toMatchObject({
      plan: conclusion.plan,
      plannedStep: conclusion.next.dealerPaymentPlanId,
    });
    const next = await engine.open({ ...due, dealerPaymentPlanId: conclusion.next.dealerPaymentPlanId });
    expect(next?.plan).toEqual(conclusion.next);
    const pages = Array.from({ length: engine.shards }, (_, shard) => engine.due(shard, { nowMs: NOW_MS, limit: 50 }));
    const own = (await Promise.all(pages)).flat().filter(({ dealerCode }) => dealerCode === plan.dealerCode);
    expect(own).toMatchObject([
      { dealerSaleId: sale.dealerSaleId, dealerPaymentPlanId: conclusion.next.dealerPaymentPlanId },
    ]);
  });

  test.each([
    ['sale-changed', 'with a next step, where the sale has another version', { version: 9 }, true, 0],
    ['sale-changed', 'without a next step too', { version: 9 }, false, 0],
    ['plan-changed', 'where somebody else wrote the plan', {}, true, 1],
  ])('%s %s, and nothing is written', async (outcome, _case, ofSale, withNext, behind) => {
    const { direct } = world();
    const { sale, plan, plannedStep, due } = await newFile(world(), ofSale);
    const { next, ...conclusion } = failed({ ...plan, version: plan.version + behind });
    const whole = withNext ? { ...conclusion, next } : conclusion;
    expect(await dynamoPlanEngine(direct).conclude(whole, { sale, plannedStep })).toBe(outcome);
    expect((await dynamoPlanEngine(direct).open(due))?.plan).toEqual(plan);
  });

  test('a step without a next one leaves its sale without a step, and tells it which day was charged last', async () => {
    const { direct } = world();
    const { sale, plan, plannedStep, due } = await newFile(world());
    const { next: _none, ...conclusion } = failed(plan);
    expect(await dynamoPlanEngine(direct).conclude(conclusion, { sale, plannedStep })).toBe('concluded');
    const after = { sale, plan: conclusion.plan, plannedThrough: plan.dueDay };
    expect(await dynamoPlanEngine(direct).open(due)).toEqual(after);
  });
};

const planEvent = ({ plan, sale }: Awaited<ReturnType<typeof newFile>>, type: 'plan.failed' | 'plan.upcoming') => {
  const { dealerCode, dealerPaymentPlanId, dueDay, terms } = plan;
  const { amount, currency, installmentNumber: installments } = terms;
  const state = type === 'plan.failed' ? 'failed' : 'planned';
  const event: OutboxEvent = {
    eventId: `${dealerCode}-${type}`,
    type,
    dealerCode,
    occurredAtMs: NOW_MS,
    listingShards: 1,
    facts: {
      plan: { dealerPaymentPlanId, dueDay, state, amount, currency, installments, tries: 0 },
      sale: { dealerSaleId: sale.dealerSaleId, saleCode: sale.saleCode },
    },
  };
  return event;
};

const eventTests = (world: () => StoreWorld): void => {
  test.each([
    ['is written with it where somebody wants it', 'concluded', ['plan.failed'], 0, true],
    ['is not written where nobody does', 'concluded', ['plan.paid'], 0, false],
    ['is not written where the plan has changed', 'plan-changed', ['plan.failed'], 1, false],
  ] as const)('an event of a plan’s end %s (rule 42)', async (_what, outcome, wanted, behind, isWritten) => {
    const { store, direct, proxy } = world();
    const file = await newFile(world());
    const event = planEvent(file, 'plan.failed');
    const conclusion = { ...failed({ ...file.plan, version: file.plan.version + behind }), events: [event] };
    expect(await dynamoPlanEngine(store, wishing(...wanted)).conclude(conclusion, file)).toBe(outcome);
    expect(proxy.count()).toBe(1);
    const row = await direct.get(keys.event(event.eventId));
    expect(row === undefined ? undefined : readEvent(row)).toEqual(isWritten ? event : undefined);
  });

  test('a next step stands a day before its slot where its notice is wanted, and once told at its slot', async () => {
    const { direct } = world();
    for (const [wanted, noticeMs] of [
      [['plan.upcoming'], DAY_MS],
      [['plan.failed'], 0],
    ] as const) {
      const file = await newFile(world());
      const slotMs = NOW_MS + 7 * DAY_MS;
      const conclusion = failed(file.plan);
      const next = { ...conclusion.next, dueAtMs: slotMs };
      const engine = dynamoPlanEngine(direct, wishing(...wanted));
      expect(await engine.conclude({ ...conclusion, next }, file)).toBe('concluded');
      expect(await lookOf(world(), next)).toBe(slotMs - noticeMs);
      const found = await engine.open({ ...file.due, dealerPaymentPlanId: next.dealerPaymentPlanId });
      expect(found?.plan).toEqual(next);
      // Told at night, it is looked at again in the morning. Then it waits for its slot.
      const later = { ...next, version: 2 };
      const lookAtMs = slotMs - DAY_MS / 2;
      const of = { sale: file.sale, plannedStep: next.dealerPaymentPlanId };
      expect(await engine.conclude({ plan: later, lookAtMs }, of)).toBe('concluded');
      expect(await lookOf(world(), next)).toBe(lookAtMs);
      const event = planEvent(file, 'plan.upcoming');
      const told = noticed(later, NOW_MS);
      expect(await engine.conclude({ plan: told, events: [event] }, of)).toBe('concluded');
      expect(await lookOf(world(), next)).toBe(slotMs);
      expect((await engine.open({ ...file.due, ...next }))?.plan).toEqual({
        ...later,
        version: 3,
        noticedAtMs: NOW_MS,
        notices: 1,
      });
      expect((await direct.get(keys.event(event.eventId))) !== undefined).toBe(noticeMs > 0);
    }
  });

  test('a card that expires is told once for each card, expiry and sale, as it was told first', async () => {
    const { direct } = world();
    const { sale, plan } = await newFile(world());
    const { dealerCode } = sale;
    const card: StoredCard = {
      token: '0f0e0d0c-0b0a-4908-8706-050403020101',
      dealerCode,
      customer: { dealerCustomerId: 3, customerCode: 'C-3' },
      maskedCard: '411111******1111',
      sealed: 'v2.sealed',
      keyName: 'key',
      version: 1,
      storedAtMs: 1,
    };
    const first = { expiryMonth: '11', expiryYear: '2026', nowMs: NOW_MS };
    const events = [
      cardExpiring({ sale, plan }, card, first),
      cardExpiring({ sale, plan }, card, { ...first, expiryMonth: '12' }),
      cardExpiring({ sale, plan }, { ...card, token: '0f0e0d0c-0b0a-4908-8706-050403020102' }, first),
      cardExpiring({ sale: { ...sale, dealerSaleId: newId() }, plan }, card, first),
    ];
    const notices = dynamoPlanNotices(direct, wishing('card.expiring'));
    for (const event of events) {
      await notices.tellOnce(event);
      await notices.tellOnce({ ...event, occurredAtMs: NOW_MS + DAY_MS });
    }
    const rows = await Promise.all(events.map(({ eventId }) => direct.get(keys.event(eventId))));
    expect(rows.map(readEvent)).toEqual(events);
    expect(await notices.wantsExpiringCards(dealerCode)).toBe(true);
    expect(await dynamoPlanNotices(direct, wishing('plan.paid')).wantsExpiringCards(dealerCode)).toBe(false);
  });
};

/** The contract of the recurring engine's store. */
export const planEngineSuite = (world: () => StoreWorld): void => {
  describe('payment plans as the engine takes and ends them (decisions: recurring sales)', () => {
    takeTests(world);
    concludeTests(world);
    eventTests(world);

    test('a sale’s schedule is found by its id; 0 is none', async () => {
      const { direct } = world();
      const sale = saleOf(`T${randomBytes(6).toString('hex')}`);
      const schedule = scheduleOf(sale.dealerCode, { dealerSaleScheduleId: sale.dealerSaleScheduleId });
      await putRows(direct, [scheduleItem(schedule)]);
      expect(await dynamoPlanEngine(direct).scheduleOf(sale)).toEqual(schedule);
      expect(await dynamoPlanEngine(direct).scheduleOf({ ...sale, dealerSaleScheduleId: 0 })).toBeUndefined();
    });

    test('a damaged plan is named and not read, and comes back later and later', async () => {
      const { direct } = world();
      const { plan, due } = await newFile(world());
      const engine = dynamoPlanEngine(direct);
      await putRows(direct, [{ ...planItem(plan), state: 'lost' }]);
      await expect(engine.open(due)).rejects.toThrow(UnreadableRow);
      await engine.putOffUnread(due, (times) => NOW_MS + 1000 + times);
      const key = { pk: planItem(plan).pk, sk: planItem(plan).sk };
      const row = await direct.get(key);
      expect(row).toMatchObject({ unreadTimes: 1 });
      expect(String(row?.dueSk)).toContain(String(NOW_MS + 1000));
      expect(await direct.get(keys.saleById(plan.dealerCode, plan.dealerSaleId))).toBeDefined();
    });
  });
};
