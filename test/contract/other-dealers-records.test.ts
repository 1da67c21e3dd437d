import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  cardHashItem,
  customerCardItems,
  dynamoStoredCards,
  storedCardItem,
} from '../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems, dynamoCustomers } from '../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoDealers } from '../../shared/adapters/dynamodb/dealer/dealers.ts';
import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { linkIndexKeys } from '../../shared/adapters/dynamodb/index-keys.ts';
import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoOperatorLinks } from '../../shared/adapters/dynamodb/link/operator-links.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoOperatorPayments } from '../../shared/adapters/dynamodb/payment/operator-payments.ts';
import { hmacPaymentNames } from '../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoSubDealerLists } from '../../shared/adapters/dynamodb/payment-list/sub-dealer-lists.ts';
import { planItem, planPointerItem, planTryItem } from '../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanReading } from '../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoPlanTries } from '../../shared/adapters/dynamodb/sale/plan-tries.ts';
import { dynamoProducts } from '../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoSaleSchedules } from '../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { dynamoSaleBook, saleItems } from '../../shared/adapters/dynamodb/sale/sales.ts';
import { statementItem, statementPointerItem } from '../../shared/adapters/dynamodb/statement/statement-item.ts';
import { dynamoStatements } from '../../shared/adapters/dynamodb/statement/statements.ts';
import { dynamoVirtualPosDirectory } from '../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { StoredCard } from '../../shared/domain/card/stored-card.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { authenticationOf, newDealer, type TestDealer } from '../support/dealer/dealers.ts';
import { customerOf, linkOfCode, productOf, saleOf, scheduleOf } from '../support/dealer/records.ts';
import { directAttemptWith } from '../support/payment/attempts.ts';
import { statementWith } from '../support/payment/statements.ts';
import { itemsOfDirect } from '../support/payment/stored-payments.ts';
import { declinedTryOf, planOf } from '../support/sale/payment-plans.ts';
import { putRows } from '../support/store/store.ts';

const names = hmacPaymentNames('test');

/** A record of dealer B, and a look-up of it by a caller who is authenticated as `dealerCode`. */
interface OwnedRecord {
  readonly kind: string;
  readonly read: (dealerCode: string) => Promise<unknown>;
  readonly nothing: unknown;
}

const scene = async (store: Table, owner: string): Promise<readonly OwnedRecord[]> => {
  const [customer, sale, link] = [customerOf(owner), saleOf(owner), linkOfCode(names, { dealerCode: owner })];
  const [customers, sales, requests] = [dynamoCustomers(store), dynamoSaleBook(store), dynamoPaymentRequests(store)];
  const [payments, attempt] = [dynamoOperatorPayments(store), directAttemptWith(owner)];
  await putRows(store, itemsOfDirect(attempt));
  const lists = dynamoPaymentLists(store);
  const { payment, startedAtMs: atMs } = attempt;
  const listed = { listingShards: 1, period: { fromMs: atMs, untilMs: atMs }, of: 'attempts' } as const;
  const part = {
    payment,
    kind: 'attempt',
    number: 1,
    dealerCode: owner,
    subDealerId: 11,
    atMs,
    part: minor(1),
  } as const;
  await dynamoSubDealerLists(store).add([part]);
  await requests.create({ link, fingerprint: 'x' });
  const used = {
    ...keys.limitBucket(owner, { kind: 'day', name: '20260115', currency: 'TL', shard: 0 }),
    usedMinor: 5,
  };
  const card: StoredCard = {
    token: randomUUID(),
    dealerCode: owner,
    customer: { dealerCustomerId: customer.dealerCustomerId, customerCode: customer.customerCode },
    maskedCard: '411111******1111',
    sealed: 'v2.sealed',
    keyName: 'key',
    version: 1,
    storedAtMs: 0,
  };
  const cards = dynamoStoredCards(store);
  await putRows(store, [
    ...customerItems(customer),
    ...saleItems(sale),
    { ...used, kind: 'day' },
    storedCardItem(card),
    cardHashItem(card, 'hash'),
    ...customerCardItems(card),
  ]);
  const { dealerCustomerId, customerCode } = customer;
  const { dealerSaleId, saleCode } = sale;
  const [statement, statements] = [statementWith(owner), dynamoStatements(store)];
  await putRows(store, [statementItem(statement), statementPointerItem(statement)]);
  const [ofDealer, days] = [{ subDealerId: 0 }, { from: statement.day, until: statement.day }];
  const [product, products, schedules] = [productOf(owner), dynamoProducts(store), dynamoSaleSchedules(store)];
  const { dealerProductId, productCode } = product;
  const schedule = scheduleOf(owner);
  await products.add(product);
  await schedules.add(schedule);
  const plan = planOf(sale);
  const tried = declinedTryOf(plan);
  await putRows(store, [planItem(plan), planPointerItem(plan), planTryItem(tried)]);
  const [plans, tries] = [dynamoPlanReading(store), dynamoPlanTries(store)];
  const planDays = { days: { from: plan.dueDay, until: plan.dueDay }, listingShards: 1, most: 9 };
  const triedAt = { listingShards: 1, period: { fromMs: tried.atMs, untilMs: tried.atMs } };
  const usage = { currency: 'TL', day: '20260115', shards: 1 } as const;
  return [
    { kind: 'statement by id', read: (code) => statements.findById(code, statement.statementId), nothing: undefined },
    {
      kind: 'statements of days',
      read: (code) => statements.ofDays({ ...ofDealer, dealerCode: code }, days),
      nothing: [],
    },
    { kind: 'customer by id', read: (code) => customers.find(code, { dealerCustomerId }), nothing: {} },
    { kind: 'customer by code', read: (code) => customers.find(code, { customerCode }), nothing: {} },
    { kind: 'customer by both', read: (code) => customers.find(code, { dealerCustomerId, customerCode }), nothing: {} },
    { kind: 'sale by id', read: (code) => sales.find(code, { dealerSaleId }), nothing: {} },
    { kind: 'sale by code', read: (code) => sales.find(code, { saleCode }), nothing: {} },
    { kind: 'sale with its step', read: (code) => sales.open(code, dealerSaleId), nothing: undefined },
    { kind: 'sale by both', read: (code) => sales.find(code, { dealerSaleId, saleCode }), nothing: {} },
    { kind: 'product by id', read: (code) => products.find(code, { dealerProductId }), nothing: {} },
    { kind: 'product by code', read: (code) => products.find(code, { productCode }), nothing: {} },
    { kind: 'products of a dealer', read: (code) => products.newest(code, 9), nothing: [] },
    { kind: 'schedule', read: (code) => schedules.find(code, schedule.dealerSaleScheduleId), nothing: undefined },
    { kind: 'schedules of a dealer', read: (code) => schedules.all(code), nothing: [] },
    {
      kind: 'payment plan by its id',
      read: (code) => plans.find(code, plan.dealerPaymentPlanId),
      nothing: undefined,
    },
    {
      kind: 'payment plans of a sale',
      read: async (code) => (await plans.ofSale(code, dealerSaleId))?.plans,
      nothing: undefined,
    },
    {
      kind: 'payment plans of a period',
      read: async (dealerCode) => (await plans.ofPeriod({ ...planDays, dealerCode })).plans,
      nothing: [],
    },
    {
      kind: 'tries of a period',
      read: async (dealerCode) => (await tries.entries({ ...triedAt, dealerCode, most: 10 })).entries,
      nothing: [],
    },
    { kind: 'tries by their names', read: (code) => tries.read(code, [tried]), nothing: [] },
    { kind: 'stored card by token', read: (code) => cards.find(code, card.token), nothing: undefined },
    { kind: 'stored card by hash', read: (code) => cards.findByHash(code, 'hash'), nothing: undefined },
    { kind: 'cards of a customer', read: (code) => cards.ofCustomer(code, dealerCustomerId, 9), nothing: [] },
    {
      kind: 'payment of a code',
      read: (code) => dynamoIdempotencyRecords(store, names).find(code, link.otherTrxCode ?? ''),
      nothing: undefined,
    },
    { kind: 'virtual POS', read: (code) => dynamoVirtualPosDirectory(store).ofDealer(code), nothing: [] },
    {
      kind: 'link by its id',
      read: (code) => dynamoOperatorLinks(store).findById(code, link.userPosPaymentId),
      nothing: undefined,
    },
    {
      kind: 'listing of a day',
      read: (dealerCode) => {
        const { listPk } = linkIndexKeys({ ...link, dealerCode });
        return store.list({ index: 'listing', listPk, limit: 9 });
      },
      nothing: [],
    },
    {
      kind: 'payments of a day',
      read: (dealerCode) => payments.pageOfDay({ dealerCode, day: '20270115', listingShards: 1, limit: 9 }),
      nothing: [],
    },
    {
      kind: 'payments of a period',
      read: async (dealerCode) => (await lists.entries({ ...listed, dealerCode })).entries,
      nothing: [],
    },
    {
      kind: "a sub-dealer's payments of a period",
      read: async (dealerCode) => (await lists.entries({ ...listed, dealerCode, subDealerId: 11 })).entries,
      nothing: [],
    },
    {
      kind: 'payment by its id',
      read: (dealerCode) => dynamoPayments(store, hmacPaymentNames('test')).findById(dealerCode, attempt.paymentId),
      nothing: undefined,
    },
    {
      kind: 'usage of limits',
      read: (dealerCode) => dynamoLimitUsage(store).used({ ...usage, dealerCode }),
      nothing: { daily: 0, monthly: 0 },
    },
  ];
};

describe("dealer B's records, read as dealer A (rule 37)", () => {
  let [a, b]: (TestDealer | undefined)[] = [];
  let records: readonly OwnedRecord[] = [];

  beforeAll(async () => {
    [a, b] = await Promise.all([newDealer({ virtualPos: [] }), newDealer()]);
    records = await scene(b.store, b.dealer.dealerCode);
  });

  test('B finds each of them, so that each reading could have found something', async () => {
    for (const { kind, read, nothing } of records) {
      expect(await read(b?.dealer.dealerCode ?? ''), kind).not.toEqual(nothing);
    }
  });

  test('A finds none of them', async () => {
    for (const { kind, read, nothing } of records) {
      expect(await read(a?.dealer.dealerCode ?? ''), kind).toEqual(nothing);
    }
  });

  test('no spelling of a dealer code that authenticates leads into the keys of B', async () => {
    const code = b?.dealer.dealerCode ?? '';
    const forged = [`${code}#CUSTOMER`, `${code}#`, `#${code}`, `${code} `, code.toLowerCase(), `DEALER#${code}`];
    for (const dealerCode of forged) {
      expect(await dynamoDealers(b?.store ?? expect.unreachable()).load(dealerCode), dealerCode).toBeUndefined();
    }
  });

  test("A's user name and password open no account under B's dealer code (dealer interface 5)", async () => {
    const { account, post } = a ?? expect.unreachable();
    const stolen = { ...account, DealerCode: b?.dealer.dealerCode ?? '' };
    const block = authenticationOf(stolen);
    const body = JSON.stringify({ DealerSaleAuthentication: block, DealerSaleRequest: { SaleCode: 'any' } });
    const answer = await post('/DealerSale/GetSale', body);
    expect(answer).toMatchObject({ Data: null, ResultCode: 'DealerSale.GetSale.InvalidRequest' });
  });
});
