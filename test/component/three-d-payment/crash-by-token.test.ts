import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { putStoredCard } from '../../support/card/offered-cards.ts';
import { leastByToken } from '../../support/card/stored-cards.ts';
import { customerOf } from '../../support/dealer/records.ts';
import { startedBy } from '../../support/payment/shop-payments.ts';
import { type ShopHooks, type ShopScene, shopScene } from '../../support/payment/shop-scene.ts';
import { interruptedTable, Killed } from '../../support/store/interrupted-table.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const MOST_CALLS = 25;

let bank: TestBank;
beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(inject('stack'))));
});
afterAll(() => bank.stop());

/** A 3D payment by the token of a stored card, which nobody has opened yet. */
const startedScene = async (): Promise<{ readonly scene: ShopScene; readonly url: string }> => {
  const scene = await shopScene({ bank, dealer: { cardLimit: { count: 9, amount: minor(90_000) } } });
  const customer = customerOf(scene.dealer.dealerCode);
  await putRows(scene.store, customerItems(customer));
  const card = await putStoredCard(scene, customer, { number: testCard('approved').number });
  const call = { ...leastByToken, CardToken: card.token, CvcNumber: '947', OtherTrxCode: 'K-1' };
  return { scene, url: startedBy(await scene.call(call)).url };
};

const survived = async <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Killed) return undefined;
    throw error;
  });

const settled = async (scene: ShopScene, url: string) => {
  for (const minutes of [3, 15, 45, 90, 1500]) {
    scene.advance(minutes * MINUTE_MS);
    await scene.sweep();
  }
  return (await scene.attemptsOf(url)).map(({ state }) => state);
};

test('a process that ends while the gate is asked leaves an attempt in 3D: the payer may leave, and the sweeper closes it', async () => {
  const { scene, url } = await startedScene();
  let posts = 0;
  const dies: ShopHooks = {
    bank: (one) => ({
      ...one,
      startOnServer: () => {
        posts += 1;
        return Promise.reject(new Killed());
      },
    }),
  };
  await survived(scene.visit(url, 'open', dies));
  expect([posts, await scene.hasBox(url)]).toEqual([1, false]);
  expect(await scene.attemptsOf(url)).toMatchObject([{ state: 'authenticating', reportedOutcome: 'nobody' }]);
  expect((await scene.visit(url, 'open', dies)).kind).toBe('at-bank');
  expect(posts).toBe(1);
  expect(await settled(scene, url)).toEqual(['closed']);
  expect((await scene.paymentOf(url))?.link.state).toBe('failed');
  expect(await scene.charges()).toEqual([]);
});

test.each(['before', 'after'] as const)(
  '%s any store call of the POST that opens a box by token: the box, or the attempt without it, and one post at most',
  async (when) => {
    let deaths = 0;
    for (let call = 0; call < MOST_CALLS; call += 1) {
      const { scene, url } = await startedScene();
      let calls = (): number => 0;
      const over = (store: Table): Table => {
        const wrapped = interruptedTable(store, { call, when });
        calls = wrapped.calls;
        return wrapped.table;
      };
      await survived(scene.visit(url, 'open', { over }));
      if (calls() <= call) break;
      deaths += 1;
      const attempts = await scene.attemptsOf(url);
      expect([attempts.length, await scene.hasBox(url)]).toEqual(attempts.length === 0 ? [0, true] : [1, false]);
      const opened = await scene.visit(url);
      if (opened.kind === 'hand-over') await scene.callback(await scene.throughGate(opened.form));
      expect(await settled(scene, url)).toEqual([attempts.length === 0 ? 'approved' : 'closed']);
      expect(await scene.charges()).toHaveLength(attempts.length === 0 ? 1 : 0);
    }
    // The payment, its box, the card beside the virtual POS, the transaction.
    expect(deaths).toBeGreaterThanOrEqual(5);
  },
  120_000,
);
