import { describe, expect, inject, test } from 'vitest';
import { paymentUserPosRequest } from '../../../functions/link/create-payment-request/contract.ts';
import { createPaymentRequest } from '../../../functions/link/create-payment-request/create-payment-request.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { LISTING_INDEX, listingPartitions } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { readPaymentItem } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoVirtualPosDirectory } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemClock, systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { paymentNames, storedPaymentOf } from '../../support/payment/stored-payments.ts';
import { type Interruption, interruptedTable, Killed } from '../../support/store/interrupted-table.ts';

const LIMITS = { TL: { values: { daily: minor(1_000_000), monthly: minor(1_000_000), shards: 1 } } };
const MOST_CALLS = 12;

const useCaseOver = (table: Table) => {
  const stack = inject('stack');
  const vault = vaultOf(stack);
  return createPaymentRequest({
    definitions: dynamoDefinitions(table),
    virtualPosDirectory: dynamoVirtualPosDirectory(table),
    subDealers: { find: async () => [] },
    customers: dynamoCustomers(table),
    limitUsage: dynamoLimitUsage(table),
    paymentRequests: dynamoPaymentRequests(table),
    idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
    paymentNames,
    identifiers: blockIdentifiers(table),
    randomness: systemRandomness,
    clock: systemClock,
    sealer: vault,
    opener: vault,
    baseUrl: stack.baseUrl,
    sandbox: true,
  });
};

const create = async ({ store, dealer, definition }: TestDealer, interruption: Interruption) => {
  const { table, calls } = interruptedTable(store, interruption);
  const value = paymentUserPosRequest.parse({
    OtherTrxCode: 'N-1',
    CustomerCode: 'C-1',
    FirstName: 'Elif',
    DealerCustomerTypeId: String(definition.dealerCustomerTypeId),
    Amount: '27.5',
    ReturnHash: '1',
    Email: 'a@b.co',
  });
  const answer = useCaseOver(table)({
    dealer,
    operation: 'CreateUserPosPayment',
    sourceAddress: '192.0.2.1',
    read: { ok: true, value },
    otherTrxCode: 'N-1',
  });
  const died = await answer.then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return true;
    },
  );
  return { died, calls: calls() };
};

/** What is left in the store: what the code names, and every link in the dealer's listing. */
const remains = async ({ store, dealer }: TestDealer) => {
  const { dealerCode } = dealer;
  const day = istanbulDayOf(Date.now());
  const shards = listingPartitions('LINKS', { dealerCode, day, listingShards: 1 });
  const listed = await Promise.all(shards.map((listPk) => store.list({ index: LISTING_INDEX, listPk, limit: 10 })));
  const payment = await storedPaymentOf(store, dealerCode, 'N-1');
  const { name, paymentId } = payment === undefined ? { name: '', paymentId: 0 } : readPaymentItem(payment);
  return {
    links: listed.flat().length,
    payment: payment !== undefined,
    state: (await store.get(paymentKeys.state(name))) !== undefined,
    pointer: (await store.get(keys.paymentPointer(dealerCode, paymentId))) !== undefined,
    customer: (await store.get(customerKeys.byCode(dealerCode, 'C-1'))) !== undefined,
  };
};

const NOTHING = { links: 0, payment: false, state: false, pointer: false, customer: false };
const EVERYTHING = { links: 1, payment: true, state: true, pointer: true, customer: true };

describe('A crash while a payment request is created', () => {
  test.each(['before', 'after'] as const)(
    '%s any call of the store leaves all of payment, state, pointer and customer, or nothing; a repeat completes it',
    async (when) => {
      let deaths = 0;
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const dealer = await newDealer({ dealer: { limits: LIMITS } });
        const { died } = await create(dealer, { call, when });
        if (!died) break;
        deaths += 1;
        expect([NOTHING, EVERYTHING]).toContainEqual(await remains(dealer));
        const repeat = await create(dealer, { call: MOST_CALLS, when });
        expect(repeat.died).toBe(false);
        expect(await remains(dealer)).toEqual(EVERYTHING);
      }
      expect(deaths).toBeGreaterThanOrEqual(5);
    },
  );
});
