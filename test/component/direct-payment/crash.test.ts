import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger, readBankOrder } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { rowsOf } from '../../support/bank/bank-merchants.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import {
  isReplay,
  leastSplit,
  paidBy,
  putSubDealers,
  TOP_DEALER_RATES,
} from '../../support/payment/direct-payments.ts';
import { type DirectHooks, type EngineDirectScene, engineDirectScene } from '../../support/payment/direct-scene.ts';
import { storedPaymentOf } from '../../support/payment/stored-payments.ts';
import { interruptedTable, Killed } from '../../support/store/interrupted-table.ts';
import { engineTable } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const MOST_CALLS = 15;
const UNEXPECTED = 'EX';

let bank: TestBank;
beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(inject('stack'))));
});
afterAll(() => bank.stop());

/**
 * A dealer and a payment with everything that a payment can have: limits, the card's day, a new customer, sub-dealers.
 */
const newScene = async (): Promise<EngineDirectScene> => {
  const scene = await engineDirectScene({
    bank,
    dealer: {
      limits: { TL: { values: { daily: minor(3000), monthly: minor(1), shards: 4 } } },
      cardLimit: { count: 5, amount: minor(3000) },
      topDealerRates: TOP_DEALER_RATES,
    },
  });
  await putSubDealers(scene, [1774, 1803]);
  return scene;
};

const PAYMENT = {
  ...leastSplit,
  OtherTrxCode: 'P-1',
  CustomerInformation: { CustomerCode: 'C-1', FirstName: 'Elif' },
};

/** Everything that store and bank hold about a dealer. */
const booksOf = async ({ stack, store, merchant, dealer: { dealerCode }, directAttempts }: EngineDirectScene) => {
  const prefix = `DEALER#${dealerCode}#`;
  const [attempts, payment, rows, orders] = await Promise.all([
    directAttempts(),
    storedPaymentOf(store, dealerCode, PAYMENT.OtherTrxCode),
    rowsOf(stack, prefix),
    rowsOf(stack, `BANK#${merchant.clientId}#ORDER#`),
  ]);
  const ofDealer = (rest: string) => rows.filter(({ pk }) => String(pk).startsWith(`${prefix}${rest}`));
  return {
    attempts,
    orders: orders.map(readBankOrder),
    ofIntent: {
      attempts: attempts.length,
      payments: payment === undefined ? 0 : 1,
      pointers: ofDealer('PAYMENT#').length,
      customers: ofDealer('CUSTOMER-CODE#').filter(({ sk }) => sk === 'CUSTOMER').length,
      budget: ofDealer('LIMIT#day#').reduce((sum, { usedMinor }) => sum + Number(usedMinor), 0),
      counted: ofDealer('CARD-DAY#').map(({ count, usedMinorTL }) => [count, usedMinorTL]),
    },
  };
};

const NOTHING = { attempts: 0, payments: 0, pointers: 0, customers: 0, budget: 0, counted: [] };
const INTENT = { attempts: 1, payments: 1, pointers: 1, customers: 1, budget: 2750, counted: [[1, 2750]] };

/** After the sweeper and a repeat the bank's books equal ours, and the code is charged at most once. */
const expectSettled = async (scene: EngineDirectScene, repeat: Record<string, unknown>): Promise<void> => {
  scene.advance(11 * MINUTE_MS);
  await scene.sweep();
  scene.advance(2 * MINUTE_MS);
  await scene.pay(repeat);
  const { attempts, orders, ofIntent } = await booksOf(scene);
  const approved = attempts.filter(({ state }) => state === 'approved');
  const charged = orders.filter(({ state }) => state === 'captured');
  expect(charged.map(({ orderId }) => orderId)).toEqual(approved.map(({ orderId }) => orderId));
  expect(approved.length).toBeLessThanOrEqual(1);
  const open = attempts.filter(({ state }) => state !== 'approved' && !endedWithoutCharge(state));
  expect(ofIntent.budget).toBe(2750 * (approved.length + open.length));
};

describe('A crash while a direct payment is made', () => {
  test.each([
    ['before', 'approved'],
    ['after', 'approved'],
    ['before', 'insufficient-funds'],
    ['after', 'insufficient-funds'],
  ] as const)(
    '%s any call of the store (%s) leaves the intent with payment and budget, or nothing (rules 1, 2, 8, 17)',
    async (when, card) => {
      let deaths = 0;
      const fields = { ...PAYMENT, ...paidBy(card) };
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const scene = await newScene();
        const { table, calls } = interruptedTable(scene.store, { call, when });
        await scene.pay(fields, { over: () => table });
        if (calls() <= call) break;
        deaths += 1;
        const { attempts, orders, ofIntent } = await booksOf(scene);
        const ended = attempts.some(({ state }) => endedWithoutCharge(state));
        const left = ended ? { ...INTENT, budget: 0, counted: [[1, 0]] } : INTENT;
        expect(ofIntent).toEqual(attempts.length === 0 ? NOTHING : left);
        if (attempts.length === 0) expect(orders).toEqual([]);
        await expectSettled(scene, fields);
      }
      // Four parallel reads, three ids and the intent; then the card's row or its reservation, and the finish.
      expect(deaths).toBe(10);
    },
  );

  test.each(['approved', 'insufficient-funds', 'error-before-charge'])(
    'between the bank’s answer (%s) and the store leaves the attempt to the sweeper and to a repeat',
    async (card) => {
      const scene = await newScene();
      const killed: DirectHooks = {
        afterCharge: () => Promise.reject(new Killed()),
      };
      const fields = { ...PAYMENT, ...paidBy(card) };
      expect((await scene.pay(fields, killed)).ResultCode).toBe(UNEXPECTED);
      expect((await booksOf(scene)).ofIntent).toEqual(INTENT);
      expect(await scene.latest()).toMatchObject({ state: 'charging', reportedOutcome: 'nobody' });
      await expectSettled(scene, fields);
    },
  );

  test('a repeat past answerBy collects what a dead call charged, and nothing is charged twice (rule 9)', async () => {
    const scene = await newScene();
    await scene.pay(PAYMENT, { afterCharge: () => Promise.reject(new Killed()) });
    scene.advance(MINUTE_MS);
    const repeat = await scene.pay(PAYMENT);
    expect([repeat.Data, isReplay(repeat)]).toMatchObject([{ IsSuccessful: true }, true]);
    expect(await scene.orders()).toHaveLength(1);
    expect((await booksOf(scene)).ofIntent).toEqual(INTENT);
  });
});
