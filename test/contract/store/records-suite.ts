import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { customerItems, dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { credentialItem, dealerItem, dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { definitionItem, dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoSales, saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { parseRate } from '../../../shared/domain/money/rate.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { customerOf, saleOf } from '../../support/dealer/records.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const credentialOf = (username: string, revoked = false) => ({
  credentialId: randomUUID(),
  username,
  salt: 'c2FsdA',
  passwordHash: 'aGFzaA',
  revoked,
});

const dealerTests = (world: () => StoreWorld): void => {
  test('a dealer comes back with every credential, in one trip', async () => {
    const { store, direct, proxy } = world();
    const limits = { daily: minor(5), monthly: 'unlimited', shards: 3 } as const;
    const dealer = dealerWith({
      topDealerRates: { 1: parseRate('1.75') ?? expect.unreachable('1.75 is a rate') },
      limits: { TL: { values: limits, upcoming: { values: { ...limits, shards: 8 }, from: '20260116' } } },
      allowedAddresses: ['10.0.0.0/8'],
      cardLimit: { count: 3, amount: minor(100) },
    });
    const credentials = [credentialOf('apiuser'), credentialOf('apiuser', true), credentialOf('other')];
    const items = credentials.map((one) => credentialItem(dealer.dealerCode, one));
    await putRows(direct, [dealerItem(dealer), ...items]);
    const account = await dynamoDealers(store).load(dealer.dealerCode);
    expect(account?.dealer).toEqual(dealer);
    expect(account?.credentials.toSorted((a, b) => a.credentialId.localeCompare(b.credentialId))).toEqual(
      credentials.toSorted((a, b) => a.credentialId.localeCompare(b.credentialId)),
    );
    expect(proxy.count()).toBe(1);
  });

  test.each(['', 'a#b', 'DEALER#x', 'x'.repeat(33), 'ü', 'a b'])(
    'the dealer code %j is no part of a key and is not looked up (rule 37)',
    async (dealerCode) => {
      const { store, proxy } = world();
      expect(await dynamoDealers(store).load(dealerCode)).toBeUndefined();
      expect(proxy.count()).toBe(0);
    },
  );

  test('credentials without a profile are no dealer', async () => {
    const { store, direct } = world();
    const dealerCode = `T${randomUUID().slice(0, 8)}`;
    await putRows(direct, [credentialItem(dealerCode, credentialOf('apiuser'))]);
    expect(await dynamoDealers(store).load(dealerCode)).toBeUndefined();
  });

  test('a definition is found by its id, whichever dealer it belongs to (decisions: definitions)', async () => {
    const { store, direct } = world();
    const definition = definitionWith('someone');
    await putRows(direct, [definitionItem(definition)]);
    const definitions = dynamoDefinitions(store);
    expect(await definitions.find(definition.dealerCustomerTypeId)).toEqual(definition);
    expect(await definitions.find(2_147_483_647)).toBeUndefined();
  });
};

const lookupTests = (world: () => StoreWorld): void => {
  test('a customer is found by id, by code and by both, each in one trip', async () => {
    const { store, direct, proxy } = world();
    const customer = customerOf('D1');
    await putRows(direct, customerItems(customer));
    const customers = dynamoCustomers(store);
    const { dealerCustomerId, customerCode } = customer;
    expect(await customers.find('D1', { dealerCustomerId })).toEqual({ byId: customer });
    expect(await customers.find('D1', { customerCode })).toEqual({ byCode: customer });
    expect(await customers.find('D1', { dealerCustomerId, customerCode })).toEqual({
      byId: customer,
      byCode: customer,
    });
    expect(proxy.count()).toBe(3);
    expect(await customers.find('D1', {})).toEqual({});
    expect(await customers.find('D1', { dealerCustomerId: dealerCustomerId - 1 })).toEqual({});
  });

  test('identifiers of two sales lead to each of them, and one of none to nothing (dealer interface 4)', async () => {
    const { store, direct, proxy } = world();
    const [one, other] = [saleOf('D1'), saleOf('D1')];
    await putRows(direct, [...saleItems(one), ...saleItems(other)]);
    const sales = dynamoSales(store);
    const { dealerSaleId } = one;
    expect(await sales.find('D1', { dealerSaleId, saleCode: other.saleCode })).toEqual({ byId: one, byCode: other });
    expect(await sales.find('D1', { dealerSaleId, saleCode: 'none' })).toEqual({ byId: one });
    expect(proxy.count()).toBe(2);
  });

  test('codes are told apart by exact code points: case, spaces and composition (rule 12)', async () => {
    const { store, direct } = world();
    const codes = ['code', 'CODE', ' code', 'cod\u00e9', 'code\u0301', 'x#y', 'x'];
    const sales = codes.map((saleCode) => saleOf('D2', { saleCode }));
    await putRows(
      direct,
      sales.flatMap((sale) => [...saleItems(sale)]),
    );
    for (const sale of sales) {
      expect(await dynamoSales(store).find('D2', { saleCode: sale.saleCode })).toEqual({ byCode: sale });
    }
  });

  test('a row that does not parse is named by entity and field, and nothing of it is shown (rule 29)', async () => {
    const { store, direct } = world();
    const [byCode, byId] = saleItems(saleOf('D3'));
    await putRows(direct, [{ ...byCode, amount: '99.00 secret' }, byId]);
    const error = await dynamoSales(store)
      .find('D3', { saleCode: byCode.saleCode })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableRow);
    expect(error).toHaveProperty('message', 'a stored sale cannot be read: amount');
    expect(error).not.toHaveProperty('cause');
  });
};

const bucket = (
  dealerCode: string,
  period: { kind: 'day' | 'month'; name: string },
  shard: number,
  usedMinor: number,
) => ({
  ...keys.limitBucket(dealerCode, { ...period, currency: 'TL', shard }),
  kind: period.kind,
  usedMinor,
});

const counterTests = (world: () => StoreWorld): void => {
  test('what a dealer used is the sum over the shards of day and month, in one trip (rule 17)', async () => {
    const { store, direct, proxy } = world();
    const [day, month] = [
      { kind: 'day', name: '20260115' },
      { kind: 'month', name: '202601' },
    ] as const;
    await putRows(direct, [
      bucket('D4', day, 0, 100),
      bucket('D4', day, 2, 23),
      bucket('D4', month, 0, 1000),
      bucket('D4', month, 1, 5),
      bucket('D4', { kind: 'day', name: '20260114' }, 0, 7),
      bucket('D4', { kind: 'month', name: '202512' }, 0, 7),
    ]);
    const usage = dynamoLimitUsage(store);
    const question = { dealerCode: 'D4', currency: 'TL', day: '20260115', shards: 3 } as const;
    expect(await usage.used(question)).toEqual({ daily: 123, monthly: 1005 });
    expect(proxy.count()).toBe(1);
    expect(await usage.used({ ...question, currency: 'USD' })).toEqual({ daily: 0, monthly: 0 });
  });

  test('what was used before the number of shards fell still counts for the month (rule 18)', async () => {
    const { store, direct } = world();
    const month = { kind: 'month', name: '202601' } as const;
    await putRows(
      direct,
      [0, 7].map((shard) => bucket('D5', month, shard, 50)),
    );
    const question = { dealerCode: 'D5', currency: 'TL', day: '20260115', shards: 1 } as const;
    expect(await dynamoLimitUsage(store).used(question)).toMatchObject({ monthly: 100 });
  });

  test('instances that take ids at the same time never take the same one, above 100,000 (rule 37; decisions: cards in a request)', async () => {
    const { store } = world();
    const instances = Array.from({ length: 4 }, () => blockIdentifiers(store));
    const ids = await Promise.all(
      instances.flatMap((instance) => Array.from({ length: 30 }, () => instance.next('customer'))),
    );
    expect(new Set(ids).size).toBe(120);
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(100_000);
    expect(Math.max(...ids)).toBeLessThan(2_147_483_648);
  });
};

/** The contract of the ports that read records, on any engine. */
export const recordsSuite = (world: () => StoreWorld): void => {
  describe('dealers and definitions', () => dealerTests(world));
  describe('customers and sales', () => lookupTests(world));
  describe('limits and ids', () => counterTests(world));
};
