import { describe, expect, test } from 'vitest';
import { type DeleteSaleDependencies, deleteSale } from '../../../functions/delete-sale/delete-sale.ts';
import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/dealer/definitions.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/payment/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/payment/payment-requests.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment-names.ts';
import { planItem, planItemAt, readPlanItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { lookAtMsWith } from '../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoSaleBook, saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { DAY_MS, istanbulMomentOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import type { EventType } from '../../../shared/domain/outbox/event.ts';
import { expiryDueAtMs } from '../../../shared/domain/outbox/link-due.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { requestBegun } from '../../../shared/domain/sale/plan-request.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { openVault } from '../../support/card/card-storing.ts';
import { KEPT } from '../../support/card/waiting-card.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { eventsOf, planWorkerOver } from '../../support/dealer/plan-worker.ts';
import { planOf } from '../../support/dealer/plans.ts';
import { customerOf, saleOf } from '../../support/dealer/records.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const NOON = istanbulMomentOf('2026-11-23 12:00') ?? Number.NaN;
const TOKEN = '0f0e0d0c-0b0a-4908-8706-050403020101';
const ALL: readonly EventType[] = [
  'plan.upcoming',
  'plan.paid',
  'plan.failed',
  'sale.ended',
  'card.expiring',
  'link.created',
];

interface SceneOptions {
  readonly dealer?: Partial<Dealer>;
  readonly definition?: Partial<Definition> | 'none';
  readonly customer?: 'none' | 'without contact';
  readonly sale?: Partial<Sale>;
  readonly plan?: Partial<PaymentPlan>;
  readonly wants?: readonly EventType[];
}

/** A sale whose one plan is due, and the worker that looks at it. */
const scene = async ({ dealer: changes, definition = {}, customer, wants = ALL, ...options }: SceneOptions = {}) => {
  const table = new MemoryTable();
  const clock = new FakeClock(NOON);
  const dealer = dealerWith({ dealerCode: 'D1', recurring: true, wantedEvents: { webhooks: wants }, ...changes });
  const { defaultCard1Token: _1, defaultCard2Token: _2, defaultCard3Token: _3, ...cardless } = saleOf('D1');
  const { pausedSinceMs: _p, deletedAtMs: _d, ...anySale } = cardless;
  const sale: Sale = {
    ...anySale,
    dealerSaleId: 5,
    dealerCustomerId: 3,
    dealerCustomerTypeId: 8,
    howManyTrial: 2,
    ...options.sale,
  };
  const plan = planOf({ dueAtMs: NOON, ...options.plan });
  const known = customerOf('D1', { dealerCustomerId: 3 });
  const { gsmNumber: _gsm, email: _email, ...withoutContact } = known;
  const lookAtMs = await lookAtMsWith(
    eventsOf(() => dealer),
    plan,
  );
  const rows = [
    saleItems(sale)[0],
    { ...saleItems(sale)[1], ...(plan.madeBy === 'hand' ? {} : { plannedStep: plan.dealerPaymentPlanId }) },
    planItemAt(plan, lookAtMs),
    ...(definition === 'none'
      ? []
      : [
          definitionItem(
            definitionWith('D1', {
              dealerCustomerTypeId: 8,
              deliveryMode: 'any',
              linkLifeMinutes: 10_080,
              ...definition,
            }),
          ),
        ]),
    ...(customer === 'none' ? [] : customerItems(customer === undefined ? known : withoutContact)),
  ];
  await table.transact(rows.map((put) => ({ put })));
  const paymentNames = hmacPaymentNames('test');
  const look = planWorkerOver({
    store: table,
    clock,
    dealer: () => dealer,
    paymentNames,
    answer: () => ({ kind: 'approved', references: { authCode: 'A', hostReference: 'H', transactionId: 'T' } }),
  });
  const payment = paymentNames.nameOfTry(plan, plan.historyCount + 1);
  return {
    table,
    clock,
    look: () => look(plan),
    links: dynamoLinkClosing(table),
    link: () => dynamoPaymentRequests(table).findByName(payment),
    planNow: async () => readPlanItem(await table.get(planKeys.plan(plan))),
    rowNow: () => table.get(planKeys.plan(plan)),
    /** DeleteSale, with other stores in place of its own. */
    deleteSale: (stores: Partial<DeleteSaleDependencies['plans']> = {}) =>
      deleteSale({
        sales: dynamoSaleBook(table),
        plans: { ...dynamoPlanReading(table), ...dynamoPlanKeeping(table), ...stores },
        clock,
      })({
        dealer,
        operation: 'DeleteSale',
        sourceAddress: '192.0.2.1',
        read: { ok: true, value: { DealerSaleId: 5, SaleCode: undefined } },
      }),
    setSale: (next: Partial<Sale>) =>
      table.transact([{ put: { ...saleItems({ ...sale, ...next, version: sale.version + 1 })[1], plannedStep: 7 } }]),
    events: () =>
      table
        .rows()
        .filter(({ entity }) => entity === 'event')
        .map(readEvent),
  };
};

const told = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type).toSorted();

describe('A plan without a card (decisions: recurring sales)', () => {
  test('sends one payment request, which ends with the last day of trials, and fails when nobody pays it', async () => {
    const { look, link, planNow, clock, events } = await scene();
    expect(await look()).toBe('requested');
    const sent = await link();
    expect(sent).toMatchObject({
      state: 'open',
      terms: { amount: 2750, currency: 'TL' },
      delivery: { gsmNumber: '5301111111', email: 'elif@example.com' },
      dealerCustomerId: 3,
      expiresAtMs: istanbulMomentOf('20261124'),
    });
    expect(sent).not.toHaveProperty('otherTrxCode');
    expect(await planNow()).toMatchObject({ state: 'requested', userPosPaymentId: sent?.userPosPaymentId });
    clock.advance(NOON + 3_600_000 - clock.now());
    expect(await look()).toBe('requested');
    if (sent === undefined) throw new Error('nothing was sent');
    clock.advance(expiryDueAtMs(sent) - clock.now());
    expect(await look()).toBe('failed');
    expect(await planNow()).toMatchObject({ lastResult: { because: 'request-not-paid' }, historyCount: 1 });
    expect(told(events())).toEqual(['link.created', 'plan.failed', 'sale.ended']);
  });

  test('a crash between link and plan finds the same link again', async () => {
    const { look, link, planNow, table } = await scene();
    await look();
    const first = await link();
    await table.transact([{ put: planItem(planOf({ dueAtMs: NOON })) }]);
    expect(await look()).toBe('requested');
    expect((await planNow()).userPosPaymentId).toBe(first?.userPosPaymentId);
    expect(table.rows().filter(({ entity }) => entity === 'link' || entity === 'payment').length).toBeLessThanOrEqual(
      2,
    );
  });

  test('it says so before the request is made, so that nobody changes or withdraws it beside one', async () => {
    const { look, table, planNow } = await scene();
    const before: string[] = [];
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      if (writes.some((write) => 'put' in write && write.put.entity === 'payment')) {
        before.push((await planNow()).state);
      }
      return transact(writes);
    };
    expect(await look()).toBe('requested');
    expect(before).toEqual(['requested']);
  });

  test('a crash before the link is made makes it at the next look, or withdraws the plan of a deleted sale', async () => {
    const begun = requestBegun(planOf({ dueAtMs: NOON }), NOON - 300_000);
    const running = await scene();
    await running.table.transact([{ put: planItem(begun) }]);
    expect(await running.look()).toBe('requested');
    expect((await running.planNow()).userPosPaymentId).toBe((await running.link())?.userPosPaymentId);
    const deleted = await scene({ sale: { deletedAtMs: NOON - 1000 } });
    await deleted.table.transact([{ put: planItem(begun) }]);
    expect(await deleted.look()).toBe('withdrawn');
    expect(await deleted.link()).toBeUndefined();
  });

  test('of two workers at once one makes the request, and neither fails', async () => {
    const { look, link, planNow, table } = await scene();
    const looks = await Promise.all([look(), look()]);
    expect(looks.toSorted()).toEqual(['left-alone', 'requested']);
    expect((await planNow()).userPosPaymentId).toBe((await link())?.userPosPaymentId);
    expect(table.rows().filter(({ entity }) => entity === 'payment')).toHaveLength(1);
  });

  test.each<readonly [string, SceneOptions, string]>([
    ['its definition is gone', { definition: 'none' }, 'request-refused'],
    ['its definition is another dealer’s', { definition: { dealerCode: 'D2' } }, 'request-refused'],
    ['its customer is gone', { customer: 'none' }, 'request-refused'],
    ['its customer has no contact', { customer: 'without contact' }, 'request-refused'],
    ['its definition takes no payments', { definition: { directPayment: false } }, 'request-refused'],
    ['its dealer’s limit is used up', { dealer: { limits: {} } }, 'limit'],
    ['its dealer may not charge recurring sales', { dealer: { recurring: false } }, 'permission'],
    ['its dealer may not make links', { dealer: { channels: ['directPayment'] } }, 'permission'],
  ])('fails at once, and is never sent, where %s', async (_title, options, because) => {
    const { look, link, planNow } = await scene(options);
    expect(await look()).toBe('failed');
    expect(await planNow()).toMatchObject({ lastResult: { kind: 'not-charged', because }, historyCount: 1 });
    expect(await link()).toBeUndefined();
  });

  test('waits for the next slot while its dealer is paused, and that is no try', async () => {
    const { look, planNow } = await scene({ dealer: { paused: true } });
    expect(await look()).toBe('planned');
    expect(await planNow()).toMatchObject({ state: 'planned', historyCount: 0, dueAtMs: NOON + 6 * 3_600_000 });
  });

  test('an open request of a deleted sale is cancelled, and the plan withdrawn', async () => {
    const { look, link, planNow, clock, setSale } = await scene();
    await look();
    await setSale({ deletedAtMs: NOON });
    clock.advance(NOON + 3_600_000 - clock.now());
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
    expect((await planNow()).state).toBe('withdrawn');
  });

  test('DeleteSale has the open request of a plan by hand cancelled at the next look, not an hour later', async () => {
    const { look, link, planNow, deleteSale: deleted } = await scene({ plan: { madeBy: 'hand' } });
    expect(await look()).toBe('requested');
    expect((await planNow()).dueAtMs).toBeGreaterThan(NOON);
    expect(await deleted()).toEqual({ data: true });
    expect((await planNow()).dueAtMs).toBe(NOON);
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
  });

  test.each(['schedule', 'hand'] as const)(
    'DeleteSale beside the making of a request leaves no open link behind, of a plan by the %s',
    async (madeBy) => {
      const { look, link, planNow, table, deleteSale: deleted } = await scene({ plan: { madeBy } });
      const transact = table.transact.bind(table);
      table.transact = async (writes) => {
        if (writes.some((write) => 'put' in write && write.put.entity === 'payment')) {
          table.transact = transact;
          await deleted();
        }
        return transact(writes);
      };
      expect(await look()).toBe('withdrawn');
      expect((await link())?.state).toBe('cancelled');
      expect((await planNow()).state).toBe('withdrawn');
    },
  );

  test('a request that is sent while DeleteSale reads is cancelled at the next look, not an hour later', async () => {
    const { look, link, planNow, table, deleteSale: deleted } = await scene();
    await table.transact([{ put: planItem(requestBegun(planOf({ dueAtMs: NOON }), NOON - 300_000)) }]);
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      if (writes.some((write) => 'put' in write && write.put.deletedAtMs !== undefined)) {
        table.transact = transact;
        expect(await look()).toBe('requested');
      }
      return transact(writes);
    };
    expect(await deleted()).toEqual({ data: true });
    expect((await planNow()).dueAtMs).toBe(NOON);
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
  });

  test('DeleteSale withdraws a plan by hand that waits, and no request of it is sent', async () => {
    const { look, link, planNow, deleteSale: deleted } = await scene({ plan: { madeBy: 'hand' } });
    await deleted();
    expect((await planNow()).state).toBe('withdrawn');
    expect(await look()).toBe('left-alone');
    expect(await link()).toBeUndefined();
  });

  test('a store that fails behind the deletion leaves plans by hand to their next look: the sale is deleted', async () => {
    const { look, link, clock, deleteSale: deleted } = await scene({ plan: { madeBy: 'hand' } });
    await look();
    const ofSale = () => Promise.reject(new StoreUnavailable('not-applied', 'TimeoutError'));
    expect(await deleted({ ofSale })).toEqual({ data: true });
    expect(await look()).toBe('left-alone');
    clock.advance(3_600_000);
    expect(await look()).toBe('withdrawn');
    expect((await link())?.state).toBe('cancelled');
  });

  test('a request that its dealer cancels fails the plan', async () => {
    const { look, link, links, planNow, clock } = await scene();
    await look();
    const sent = await link();
    if (sent === undefined) throw new Error('nothing was sent');
    await links.cancel(sent, NOON);
    clock.advance(NOON + 3_600_000 - clock.now());
    expect(await look()).toBe('failed');
    expect((await planNow()).lastResult).toEqual({ kind: 'not-charged', because: 'request-not-paid' });
  });
});

describe('Events of a plan with a card', () => {
  const withCard = async (wants: readonly EventType[], nowMs: number) => {
    const made = await scene({ wants, sale: { defaultCard1Token: TOKEN }, plan: { dueAtMs: NOON + DAY_MS } });
    const place = { dealerCode: 'D1', token: TOKEN, version: 1 };
    const sealed = await sealStoredCard(place, { ...KEPT, expiryMonth: '11', expiryYear: '2026' }, openVault());
    const customer = { dealerCustomerId: 3, customerCode: 'C-3' };
    const card = { ...place, ...sealed, customer, maskedCard: '411111******1111', storedAtMs: 1 };
    await made.table.transact([{ put: storedCardItem(card) }]);
    made.clock.advance(nowMs - made.clock.now());
    return made;
  };

  test('it is told a day before, once, with its card; then it is charged in its slot, and its sale ends', async () => {
    const { look, events, rowNow, clock } = await withCard(ALL, NOON);
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON));
    expect(await look()).toBe('planned');
    expect(told(events())).toEqual(['card.expiring', 'plan.upcoming']);
    expect(events().find(({ type }) => type === 'plan.upcoming')?.facts.plan).toMatchObject({
      maskedCard: '411111******1111',
    });
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + DAY_MS));
    expect(await look()).toBe('left-alone');
    clock.advance(NOON + DAY_MS - clock.now());
    expect(await look()).toBe('paid');
    expect(told(events())).toEqual(['card.expiring', 'plan.paid', 'plan.upcoming', 'sale.ended']);
    const paid = events().find(({ type }) => type === 'plan.paid');
    expect(paid?.facts.plan).toMatchObject({ state: 'paid', maskedCard: '411111******1111' });
  });

  test('nothing is written for what nobody wants: the plan stands at its slot', async () => {
    const { look, events, rowNow, clock } = await withCard([], NOON);
    expect(String((await rowNow())?.dueSk)).toContain(String(NOON + DAY_MS));
    clock.advance(NOON + DAY_MS - clock.now());
    expect(await look()).toBe('paid');
    expect(events()).toEqual([]);
  });
});
