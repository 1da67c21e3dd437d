import type { AccountTrial } from '../../ports/account-trial.ts';
import type { Attempts } from '../../ports/attempts.ts';
import type { BankDays } from '../../ports/bank-ledger.ts';
import type { Breakers } from '../../ports/breakers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Comparisons } from '../../ports/comparisons.ts';
import type { DeliveryRecords } from '../../ports/delivery-records.ts';
import type { ShopRecords } from '../../ports/demo-shop.ts';
import type { DeskUsers } from '../../ports/desk-users.ts';
import type { FunnelCounting, Funnels } from '../../ports/funnels.ts';
import type { IdempotencyRecords } from '../../ports/idempotency-records.ts';
import type { LostOrders } from '../../ports/lost-orders.ts';
import type { Messages, OptOuts } from '../../ports/messages.ts';
import type { OperatorChanges } from '../../ports/operator-changes.ts';
import type { OperatorPayments } from '../../ports/operator-payments.ts';
import type { OperatorLinks } from '../../ports/operator-records.ts';
import type { OperatorDeliveries } from '../../ports/outbox.ts';
import type { PaymentRequests } from '../../ports/payment-requests.ts';
import type { Payments } from '../../ports/payments.ts';
import type { LinkRequests, ReusableLinks } from '../../ports/reusable-links.ts';
import type { SaleReferences } from '../../ports/sale-references.ts';
import type { SaleBook } from '../../ports/sales.ts';
import type { Statements } from '../../ports/statements.ts';
import type { StoredCards } from '../../ports/stored-cards.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import type { EventWriter } from '../dynamodb/outbox/event-writer.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { lateAdapter } from './late-adapter.ts';

/** What the adapters of the table are made from. */
interface OfTable {
  readonly store: Table;
  readonly events: EventWriter;
  readonly stage: string;
  readonly clock: Clock;
}

const lateLinks = ({ store, events, stage }: OfTable) => ({
  links: lateAdapter<OperatorLinks>(
    async () => (await import('../dynamodb/link/operator-links.ts')).dynamoOperatorLinks(store),
    { findById: true, pageOfDay: true },
  ),
  paymentRequests: lateAdapter<Pick<PaymentRequests, 'findByToken'>>(
    async () => (await import('../dynamodb/link/payment-requests.ts')).dynamoPaymentRequests(store),
    { findByToken: true },
  ),
  reusableLinks: lateAdapter<ReusableLinks>(
    async () =>
      (await import('../dynamodb/reusable-link/reusable-links.ts')).dynamoReusableLinks(
        store,
        hmacPaymentNames(stage),
        events,
      ),
    {
      findByToken: true,
      findByName: true,
      placesOf: true,
      create: true,
      findByCode: true,
      findById: true,
      list: true,
      change: true,
    },
  ),
  linkRequests: lateAdapter<LinkRequests>(
    async () => (await import('../dynamodb/reusable-link/link-requests.ts')).dynamoLinkRequests(store),
    { livesOf: true },
  ),
  funnels: lateAdapter<Funnels>(async () => (await import('../dynamodb/funnel/funnels.ts')).dynamoFunnels(store), {
    rows: true,
    rowsOfLink: true,
    parts: true,
    progress: true,
  }),
  funnelCounting: lateAdapter<FunnelCounting>(
    async () => (await import('../dynamodb/funnel/funnels.ts')).dynamoFunnelCounting(store),
    { parts: true, progress: true, requests: true, writePart: true, noteBusy: true },
  ),
});

const latePayments = ({ store, events, stage, clock }: OfTable) => ({
  breakers: lateAdapter<Pick<Breakers, 'all'>>(
    async () => (await import('../dynamodb/breaker/breakers.ts')).dynamoBreakers({ store, clock, lifeMs: 0 }),
    { all: true },
  ),
  idempotencyRecords: lateAdapter<IdempotencyRecords>(
    async () =>
      (await import('../dynamodb/payment/idempotency-records.ts')).dynamoIdempotencyRecords(
        store,
        hmacPaymentNames(stage),
      ),
    { find: true },
  ),
  payments: lateAdapter<OperatorPayments>(
    async () => (await import('../dynamodb/payment/operator-payments.ts')).dynamoOperatorPayments(store),
    { pageOfDay: true, pageOfStepsOfDay: true, pageOfQueue: true, linksOf: true },
  ),
  wholePayments: lateAdapter<Payments>(
    async () => (await import('../dynamodb/payment/payments.ts')).dynamoPayments(store, hmacPaymentNames(stage)),
    { find: true, findByCode: true, findByOrder: true, findById: true },
  ),
  attempts: lateAdapter<Pick<Attempts, 'find' | 'apply' | 'lockForCharge'>>(
    async () => (await import('../dynamodb/attempt/attempts.ts')).dynamoAttempts(store, events),
    { find: true, apply: true, lockForCharge: true },
  ),
  lostOrders: lateAdapter<LostOrders>(
    async () => (await import('../dynamodb/operator/lost-orders.ts')).dynamoLostOrders(store, events),
    { find: true, page: true, ofPos: true, write: true, keepPaid: true },
  ),
  comparisons: lateAdapter<Pick<Comparisons, 'ofDay'>>(
    async () => (await import('../dynamodb/comparison/comparisons.ts')).dynamoComparisons(store),
    { ofDay: true },
  ),
  statements: lateAdapter<Pick<Statements, 'pageOfDealer'>>(
    async () => (await import('../dynamodb/statement/statements.ts')).dynamoStatements(store),
    { pageOfDealer: true },
  ),
});

const lateMessages = ({ store }: OfTable) => ({
  messages: lateAdapter<Messages>(async () => (await import('../dynamodb/message/messages.ts')).dynamoMessages(store), {
    count: true,
    begin: true,
    keepUnsent: true,
    replace: true,
    find: true,
    ofPayment: true,
  }),
  optOuts: lateAdapter<OptOuts>(async () => (await import('../dynamodb/message/opt-outs.ts')).dynamoOptOuts(store), {
    find: true,
    add: true,
  }),
  deliveries: lateAdapter<OperatorDeliveries>(
    async () => (await import('../dynamodb/outbox/operator-deliveries.ts')).dynamoOperatorDeliveries(store),
    { deadOf: true },
  ),
  deliveryRecords: lateAdapter<DeliveryRecords>(
    async () => (await import('../dynamodb/outbox/delivery-records.ts')).dynamoDeliveryRecords(store),
    { pageOfDay: true, find: true },
  ),
});

const lateSales = ({ store }: OfTable) => ({
  sales: lateAdapter<Pick<SaleBook, 'find' | 'open' | 'history'>>(
    async () => (await import('../dynamodb/sale/sales.ts')).dynamoSaleBook(store),
    { find: true, open: true, history: true },
  ),
  references: lateAdapter<SaleReferences>(
    async () => (await import('../dynamodb/sale/sale-references.ts')).dynamoSaleReferences(store),
    { load: true },
  ),
  storedCards: lateAdapter<Pick<StoredCards, 'ofCustomer'>>(
    async () => (await import('../dynamodb/card/stored-cards.ts')).dynamoStoredCards(store),
    { ofCustomer: true },
  ),
});

/** What changing commands write by. Those that show something do without it. */
const lateChanges = ({ store, events }: OfTable) => ({
  changes: lateAdapter<OperatorChanges>(
    async () => (await import('../dynamodb/operator/operator-changes.ts')).dynamoOperatorChanges(store, events),
    { apply: true, findCommand: true },
  ),
  deskUsers: lateAdapter<DeskUsers>(
    async () => (await import('../dynamodb/desk/desk-users.ts')).dynamoDeskUsers(store),
    {
      find: true,
      findAll: true,
      membership: true,
      membershipsOf: true,
      ofDealer: true,
      knowsDevice: true,
      mailedLink: true,
    },
  ),
});

const lateSandbox = ({ store }: OfTable) => ({
  shop: lateAdapter<ShopRecords>(
    async () => (await import('../dynamodb/sandbox/shop-record.ts')).dynamoShopRecords(store),
    { find: true },
  ),
  bankDays: lateAdapter<BankDays>(
    async () => (await import('../dynamodb/sandbox/bank-ledger.ts')).dynamoBankDays(store),
    { closedDay: true },
  ),
});

/** What some of the operators' commands read and write, each loaded by the first command that does. */
export const lateOperatorAdapters = (of: OfTable) => ({
  ...lateLinks(of),
  ...latePayments(of),
  ...lateMessages(of),
  ...lateSales(of),
  ...lateChanges(of),
  ...lateSandbox(of),
});

/** A trial of a virtual POS with its bank, loaded by the first one. */
export const lateAccountTrial = (load: () => Promise<AccountTrial>): AccountTrial =>
  lateAdapter(load, { inquire: true });
