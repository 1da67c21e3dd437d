import { describe, expect, test } from 'vitest';
import { contract } from '../../../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { startMobile3D } from '../../../../functions/three-d-payment/start-mobile-3d/start-mobile-3d.ts';
import { blockIdentifiers } from '../../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPaymentRequests } from '../../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoMobileCalls } from '../../../../shared/adapters/dynamodb/three-d-payment/mobile-calls.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import type { MobileCalls } from '../../../../shared/ports/mobile-calls.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { calling } from '../../../faults/life/life-calls.ts';
import { openVault } from '../../../support/card/card-storing.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { attemptsAmong, itemsOfAttempt, linksAmong, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { putRows } from '../../../support/store/store.ts';

const MINUTE_MS = 60_000;
const LEAST = {
  PaymentType: '64',
  Amount: 27.5,
  ClientIP: '203.0.113.7',
  OtherTrxCode: 'CART-17',
  RedirectURL: 'https://shop.example/result?code=CART-17',
};

/** A dealer's mobile 3D payments over a table in memory. */
const scene = (over: (calls: MobileCalls) => MobileCalls = (calls) => calls) => {
  const [table, clock, vault] = [new MemoryTable(), new FakeClock(), openVault()];
  const start = startMobile3D({
    virtualPosDirectory: { ofDealer: async (dealerCode) => [posWith({ dealerCode })] },
    limitUsage: dynamoLimitUsage(table),
    paymentRequests: dynamoPaymentRequests(table),
    mobileCalls: over(dynamoMobileCalls(table)),
    idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
    paymentNames,
    identifiers: blockIdentifiers(table),
    randomness: systemRandomness,
    clock,
    sealer: vault,
    opener: vault,
    baseUrl: 'https://pay.example',
    sandbox: true,
  });
  const serve = calling(contract, start, dealerWith({ dealerCode: 'D1' }));
  const call = (fields: Readonly<Record<string, unknown>> = {}) => serve({ ...LEAST, ...fields });
  const begun = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const heard = await call(fields);
    if (heard.kind !== 'answered') return expect.unreachable(JSON.stringify(heard));
    const { Url, CodeForHash } = heard.data;
    return { Url, CodeForHash, replayed: heard.replayed };
  };
  const link = () => linksAmong(table.rows())[0] ?? expect.unreachable('no link was made');
  return { table, clock, call, begun, link };
};

describe('The first mobile 3D payment with a code', () => {
  test('makes a link that is paid with 3D alone, once, within an hour', async () => {
    const { begun, link, clock } = scene();
    const answer = await begun({ IsPoolPayment: 1, RedirectType: 1 });
    expect(answer).toMatchObject({ Url: `https://pay.example/pay/${link().token}`, replayed: false });
    expect(link()).toMatchObject({
      source: 'mobile-3d',
      state: 'open',
      version: 1,
      bankCode: '64',
      insideFrame: true,
      createdAtMs: clock.now(),
      expiresAtMs: clock.now() + 60 * MINUTE_MS,
      terms: { amount: 2750, installments: { by: 'dealer', count: 1 }, threeDMandatory: true, pooled: true },
      progress: { generation: 1, attempts: 0 },
    });
  });

  test('is answered again to an equal call, with the same address and CodeForHash', async () => {
    const { begun, table } = scene();
    const { replayed: _first, ...told } = await begun();
    const before = table.rows();
    expect(await begun({ ClientIP: '203.0.113.9' })).toEqual({ ...told, replayed: true });
    expect(table.rows()).toEqual(before);
  });
});

describe('A changed call with a known code (rule 10)', () => {
  test('gets an address of its own for another hour, and keeps the payment’s number, age and attempts', async () => {
    const { begun, link, clock } = scene();
    const first = await begun();
    const { userPosPaymentId, createdAtMs, payment } = link();
    clock.advance(MINUTE_MS);
    const second = await begun({ Amount: 30 });
    expect([second.Url === first.Url, second.CodeForHash === first.CodeForHash]).toEqual([false, false]);
    expect(link()).toMatchObject({
      payment,
      userPosPaymentId,
      createdAtMs,
      version: 2,
      expiresAtMs: clock.now() + 60 * MINUTE_MS,
      terms: { amount: 3000 },
      progress: { generation: 2 },
    });
  });

  test('closes the attempt whose payer is at the bank', async () => {
    const { begun, link, clock, table } = scene();
    await begun();
    const { pendingCard: _none, ...waiting } = linkAttemptWith(link(), {
      state: 'authenticating',
      startedAtMs: clock.now(),
      generation: 1,
    });
    await putRows(table, itemsOfAttempt(waiting));
    await begun({ Amount: 30 });
    expect(attemptsAmong(table.rows()).map(({ state }) => state)).toEqual(['closed']);
  });

  test('that another call comes before at each of its five writes is told that the code is in use', async () => {
    let writes = 0;
    const { begun, call } = scene((calls) => ({
      ...calls,
      write: async () => {
        writes += 1;
        return false;
      },
    }));
    await begun();
    expect(await call({ Amount: 30 })).toEqual({ kind: 'refused', reason: 'StillRunning' });
    expect(writes).toBe(5);
  });
});
