import { type DeleteSaleDependencies, deleteSale } from '../../../../functions/sale/delete-sale/delete-sale.ts';
import { customerItems } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { definitionItem } from '../../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoLinkClosing } from '../../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { readEvent } from '../../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { planItemAt, readPlanItem } from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanKeeping } from '../../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { planKeys } from '../../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { lookAtMsWith } from '../../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { dynamoPlanReading } from '../../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoSaleBook, saleItems } from '../../../../shared/adapters/dynamodb/sale/sales.ts';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../../shared/domain/link/definition.ts';
import type { EventType } from '../../../../shared/domain/outbox/event.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith, definitionWith } from '../../../support/dealer/dealers.ts';
import { customerOf, saleOf } from '../../../support/dealer/records.ts';
import { eventsOf, planWorkerOver } from '../../../support/sale/plan-worker.ts';
import { planOf } from '../../../support/sale/plans.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

export const NOON = istanbulMomentOf('2026-11-23 12:00') ?? Number.NaN;
export const TOKEN = '0f0e0d0c-0b0a-4908-8706-050403020101';
export const ALL: readonly EventType[] = [
  'plan.upcoming',
  'plan.paid',
  'plan.failed',
  'sale.ended',
  'card.expiring',
  'link.created',
];

export interface SceneOptions {
  readonly dealer?: Partial<Dealer>;
  readonly definition?: Partial<Definition> | 'none';
  readonly customer?: 'none' | 'without contact';
  readonly sale?: Partial<Sale>;
  readonly plan?: Partial<PaymentPlan>;
  readonly wants?: readonly EventType[];
  readonly stagePaused?: () => boolean;
}

/** A sale whose one plan is due, and the worker that looks at it. */
export const scene = async ({
  dealer: changes,
  definition = {},
  customer,
  wants = ALL,
  ...options
}: SceneOptions = {}) => {
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
    ...(options.stagePaused === undefined ? {} : { stagePaused: options.stagePaused }),
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

/** The types of events, in their order. */
export const told = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type).toSorted();
