import { describe, expect, inject, test } from 'vitest';
import { mobile3DRequest } from '../../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { startMobile3D } from '../../../functions/three-d-payment/start-mobile-3d/start-mobile-3d.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { readLinkPart } from '../../../shared/adapters/dynamodb/payment/call-part.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoMobileCalls } from '../../../shared/adapters/dynamodb/three-d-payment/mobile-calls.ts';
import { dynamoVirtualPosDirectory } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemClock, systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { leastMobile, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { paymentNames, storedPaymentOf } from '../../support/payment/stored-payments.ts';
import { type Interruption, interruptedTable, Killed } from '../../support/store/interrupted-table.ts';

const MOST_CALLS = 9;
const NEVER: Interruption = { call: MOST_CALLS, when: 'before' };

const start = async ({ store, dealer, stack }: TestDealer, interruption: Interruption) => {
  const { table } = interruptedTable(store, interruption);
  const vault = vaultOf(inject('stack'));
  const useCase = startMobile3D({
    virtualPosDirectory: dynamoVirtualPosDirectory(table),
    limitUsage: dynamoLimitUsage(table),
    paymentRequests: dynamoPaymentRequests(table),
    mobileCalls: dynamoMobileCalls(table),
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
  const value = mobile3DRequest.parse({ ...leastMobile, Amount: '27.5' });
  return useCase({
    dealer,
    operation: 'DoDirectPaymentThreeDMobile',
    sourceAddress: '192.0.2.1',
    read: { ok: true, value },
    otherTrxCode: leastMobile.OtherTrxCode,
  }).catch((error: unknown) => {
    if (error instanceof Killed) return undefined;
    throw error;
  });
};

/** The address that the code names; undefined if it names none. */
const urlOfCode = async ({ store, dealer, stack }: TestDealer): Promise<string | undefined> => {
  const row = await storedPaymentOf(store, dealer.dealerCode, leastMobile.OtherTrxCode);
  if (row === undefined) return undefined;
  const link = readLinkPart({ payment: row });
  if (link === undefined) throw new Error('the code names no link');
  expect(await store.get(paymentKeys.state(link.payment))).toBeDefined();
  expect(await store.get(keys.paymentPointer(dealer.dealerCode, link.userPosPaymentId))).toBeDefined();
  return `${stack.baseUrl}/pay/${link.token}`;
};

describe('A crash while a mobile payment is started', () => {
  test.each(['before', 'after'] as const)(
    '%s any call of the store leaves all of payment, state and pointer, or nothing; a repeat answers the one link',
    async (when) => {
      let deaths = 0;
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const dealer = await newDealer({ virtualPos: [{}] });
        if ((await start(dealer, { call, when })) !== undefined) break;
        deaths += 1;
        const before = await urlOfCode(dealer);
        const repeat = await start(dealer, NEVER);
        expect(repeat?.data).toMatchObject({ Url: await urlOfCode(dealer) });
        if (before !== undefined) expect(repeat).toMatchObject({ replayed: true, data: { Url: before } });
      }
      // The virtual POS, an id and the transaction.
      expect(deaths).toBe(3);
    },
  );
});
