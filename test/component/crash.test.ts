import { describe, expect, inject, test } from 'vitest';
import { paymentUserPosRequest } from '../../functions/create-payment-request/contract.ts';
import { createPaymentRequest } from '../../functions/create-payment-request/create-payment-request.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customers.ts';
import { dynamoDefinitions } from '../../shared/adapters/dynamodb/definitions.ts';
import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { LISTING_INDEX, listingPartitions } from '../../shared/adapters/dynamodb/index-keys.ts';
import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { readIdempotencyRow } from '../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import { dynamoVirtualPosDirectory } from '../../shared/adapters/dynamodb/virtual-pos-directory.ts';
import { systemClock, systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { newDealer, type TestDealer } from '../support/dealers.ts';
import { type Interruption, interruptedTable, Killed } from '../support/interrupted-table.ts';
import { vaultOf } from '../support/vault.ts';

const LIMITS = { TL: { values: { daily: minor(1_000_000), monthly: minor(1_000_000), shards: 1 } } };
const MOST_CALLS = 12;

const useCaseOver = (table: Table) => {
  const stack = inject('stack');
  const vault = vaultOf(stack);
  return createPaymentRequest({
    definitions: dynamoDefinitions(table),
    virtualPosDirectory: dynamoVirtualPosDirectory(table),
    customers: dynamoCustomers(table),
    limitUsage: dynamoLimitUsage(table),
    paymentRequests: dynamoPaymentRequests(table),
    idempotencyRecords: dynamoIdempotencyRecords(table),
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

/** What is left in the store: the idempotency record, and every link in the dealer's listing. */
const remains = async ({ store, dealer }: TestDealer) => {
  const { dealerCode } = dealer;
  const day = istanbulDayOf(Date.now());
  const shards = listingPartitions('LINKS', { dealerCode, day, listingShards: 1 });
  const listed = await Promise.all(shards.map((listPk) => store.list({ index: LISTING_INDEX, listPk, limit: 10 })));
  const claim = await store.get(keys.claim(dealerCode, 'N-1'));
  const token = claim === undefined ? '' : (readIdempotencyRow(claim).linkToken ?? '');
  const link = token === '' ? undefined : await store.get(keys.link(token));
  const id = Number(link?.userPosPaymentId ?? 0);
  return {
    links: listed.flat().length,
    claim: claim !== undefined,
    link: link !== undefined,
    pointer: (await store.get(keys.linkPointer(dealerCode, id))) !== undefined,
    customer: (await store.get(keys.customerByCode(dealerCode, 'C-1'))) !== undefined,
  };
};

const NOTHING = { links: 0, claim: false, link: false, pointer: false, customer: false };
const EVERYTHING = { links: 1, claim: true, link: true, pointer: true, customer: true };

describe('A crash while a payment request is created', () => {
  test.each(['before', 'after'] as const)(
    '%s any call of the store leaves all of link, claim and customer, or nothing; a repeat completes it',
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
