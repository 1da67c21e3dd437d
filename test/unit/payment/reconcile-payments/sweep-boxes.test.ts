import { describe, expect, test } from 'vitest';
import { sweepBoxes } from '../../../../functions/payment/reconcile-payments/sweep-boxes.ts';
import { paymentKeys } from '../../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoBoxes } from '../../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import {
  dynamoDueBoxes,
  dynamoShopPayments,
} from '../../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { BOX_LIFE_MS } from '../../../../shared/domain/three-d-payment/box.ts';
import { shopPaymentAt } from '../../../../shared/domain/three-d-payment/shop-payment.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { termsWith } from '../../../support/dealer/virtual-pos.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const PAYMENT = 'k3v7q2mzt5w4y6xa2bcdefgh3i';
const SECRET = 'Zk3oQ4dXyN1uG7sV0bTq2A';

const drafted: PaymentRequest = {
  payment: PAYMENT,
  token: `${PAYMENT}.01.${SECRET}`,
  userPosPaymentId: 7,
  dealerCode: 'D1',
  dealerName: 'Test Store',
  dealerCustomerId: 0,
  state: 'open',
  version: 0,
  createdAtMs: 0,
  listingShards: 1,
  expiresAtMs: 0,
  terms: termsWith({ amount: minor(2750) }),
  delivery: {},
  buyer: {},
  basket: [],
  redirectUrl: 'https://shop.example/result',
  source: 'three-d',
  insideFrame: false,
  progress: NO_PROGRESS,
  secrets: { sealedCodeForHash: 's', successHash: 't', failureHash: 'f' },
  shop: { signed: true },
};

const CALL = { card: { maskedCard: '411111******1111' }, supersedes: [] } as const;

const newScene = async () => {
  const clock = new FakeClock();
  const table = new MemoryTable();
  const payments = dynamoShopPayments(table);
  const logged: string[] = [];
  const note = (message: string): void => {
    logged.push(message);
  };
  const log = { info: note, warn: note, error: note };
  const sweep = sweepBoxes({ dueBoxes: dynamoDueBoxes(table), randomness: { token: () => SECRET }, clock, log });
  const link = shopPaymentAt(drafted, undefined, clock.now());
  const box = { payment: PAYMENT, number: 1, sealed: 'sealed', madeAtMs: clock.now() };
  await payments.write({ link, box, fingerprint: 'x', ...CALL });
  const find = () => payments.find(PAYMENT);
  return { clock, table, payments, sweep, link, box, find, boxes: dynamoBoxes(table), logged };
};

describe('The sweep of boxes', () => {
  test('leaves a box alone for its 15 minutes', async () => {
    const { clock, sweep, boxes, box } = await newScene();
    clock.advance(BOX_LIFE_MS - 1);
    expect([await sweep(), await boxes.find(PAYMENT)]).toEqual([0, box]);
  });

  test('then deletes it and closes its payment as failed, F 001', async () => {
    const { clock, table, sweep, boxes, find } = await newScene();
    clock.advance(BOX_LIFE_MS);
    expect([await sweep(), await boxes.find(PAYMENT)]).toEqual([1, undefined]);
    expect(await find()).toMatchObject({
      link: { state: 'failed', progress: { result: { code: '001', resultReference: `${PAYMENT}.${SECRET}` } } },
    });
    expect(await table.get(paymentKeys.box(PAYMENT))).toBeUndefined();
    expect(await sweep()).toBe(0);
  });

  test('never takes the box of a newer call, though the queue still names the older one', async () => {
    const { clock, payments, sweep, boxes, find } = await newScene();
    clock.advance(BOX_LIFE_MS);
    const before = (await find()) ?? expect.unreachable('the payment is there');
    const renewed = shopPaymentAt(drafted, { payment: before, repeat: { kind: 'unopened' } }, clock.now());
    const box = { payment: PAYMENT, number: 1, sealed: 'newer', madeAtMs: clock.now() };
    expect(await payments.write({ link: renewed, before, box, ...CALL })).toEqual({ kind: 'written' });
    expect([await sweep(), await boxes.find(PAYMENT)]).toEqual([0, box]);
    expect(await find()).toMatchObject({ link: { state: 'open' } });
  });

  test('deletes the box of a cancelled payment all the same, and leaves its state', async () => {
    const { clock, table, sweep, boxes, find } = await newScene();
    const key = paymentKeys.state(PAYMENT);
    const set = { expression: 'SET #state = :state', names: { '#state': 'state' }, values: { ':state': 'cancelled' } };
    await table.transact([{ update: key, set }]);
    clock.advance(BOX_LIFE_MS);
    expect([await sweep(), await boxes.find(PAYMENT)]).toEqual([1, undefined]);
    expect(await find()).toMatchObject({ link: { state: 'cancelled' } });
  });

  test('goes on with the other boxes when one cannot be deleted, and says so', async () => {
    const { clock, table, logged, boxes, box } = await newScene();
    const log = { info: () => undefined, warn: () => undefined, error: (message: string) => logged.push(message) };
    const dueBoxes = {
      ...dynamoDueBoxes(table),
      sweep: () => Promise.reject(new Error('no')),
    };
    clock.advance(BOX_LIFE_MS);
    const failing = sweepBoxes({ dueBoxes, randomness: { token: () => SECRET }, clock, log });
    expect([await failing(), await boxes.find(PAYMENT)]).toEqual([0, box]);
    expect(logged).toEqual(['box not deleted']);
  });
});
