import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_PARTITION_PREFIX } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { rowsOf } from '../../support/bank/bank-merchants.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { startedBy } from '../../support/payment/shop-payments.ts';
import { type ShopScene, shopScene } from '../../support/payment/shop-scene.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';
import { interruptedTable, Killed } from '../../support/store/interrupted-table.ts';
import { engineTable } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const MOST_CALLS = 25;
const CALL = { OtherTrxCode: 'K-2', Amount: 10 };
const CHANGED = { ...CALL, Amount: 12 };
const STORING = { IsTokenized: 1, CustomerInformation: { CustomerCode: 'C-1', FirstName: 'Elif' } };

let bank: TestBank;
beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(stackOfTests())));
});
afterAll(() => bank.stop());

const newScene = (): Promise<ShopScene> =>
  shopScene({
    bank,
    pos: { noRecordHorizonHours: 1 },
    dealer: {
      cardStorage: true,
      limits: { TL: { values: { daily: minor(5000), monthly: minor(1), shards: 2 } } },
      cardLimit: { count: 9, amount: minor(90_000) },
    },
  });

const rowsOfPayment = async ({ stack, dealer: { dealerCode } }: ShopScene) =>
  rowsOf(stack, `${PAYMENT_PARTITION_PREFIX}${paymentNames.nameOf(dealerCode, CALL.OtherTrxCode)}`);

const usedOfCard = async ({ stack, dealer: { dealerCode } }: ShopScene): Promise<unknown> =>
  (await rowsOf(stack, `DEALER#${dealerCode}#CARD-DAY#`)).map(({ usedMinorTL }) => usedMinorTL);

const opened = async (scene: ShopScene, url: string): Promise<ThreeDForm> => {
  const outcome = await scene.visit(url);
  if (outcome.kind !== 'hand-over') throw new Error(`the payer sees ${outcome.kind}`);
  return outcome.form;
};

/** The payer confirms at the bank and comes back. */
const confirm = async (scene: ShopScene, form: ThreeDForm): Promise<void> => {
  await scene.callback(await scene.throughGate(form));
};

describe('A call that supersedes an attempt at the bank (rule 10)', () => {
  test('gives back its card’s day and deletes its waiting card; nobody is told, and the sweeper charges nothing', async () => {
    const scene = await newScene();
    const { url } = startedBy(await scene.call({ ...CALL, ...STORING }));
    const form = await opened(scene, url);
    const cards = async () => (await rowsOfPayment(scene)).filter(({ sk }) => String(sk).startsWith('7#WAITING-CARD'));
    expect([await usedOfCard(scene), (await cards()).length]).toEqual([[1000], 1]);
    const next = startedBy(await scene.call({ ...CHANGED, ...STORING })).url;
    expect([await usedOfCard(scene), await cards()]).toEqual([[0], []]);
    const [attempt] = await scene.attemptsOf(url);
    expect(attempt).toMatchObject({ state: 'closed', reportedOutcome: 'nobody' });
    await confirm(scene, form);
    for (const minutes of [16, 90, 1500]) {
      scene.advance(minutes * MINUTE_MS);
      await scene.sweep();
    }
    expect(await scene.charges()).toEqual([]);
    expect(await scene.attemptsOf(url)).toMatchObject([{ state: 'closed', reportedOutcome: 'nobody' }]);
    expect((await scene.paymentOf(next))?.link.progress.result?.code).toBe('001');
  });

  test('an equal request begins another call once a minute has passed since the failure', async () => {
    const scene = await newScene();
    const first = startedBy(await scene.call(CALL));
    await opened(scene, first.url);
    await scene.visit(first.url, 'give-up');
    expect(startedBy(await scene.call(CALL)).codeForHash).toBe(first.codeForHash);
    scene.advance(MINUTE_MS);
    const second = startedBy(await scene.call(CALL));
    expect(second.codeForHash).not.toBe(first.codeForHash);
    await confirm(scene, await opened(scene, second.url));
    expect((await scene.charges()).map(({ orderId }) => orderId.slice(-3))).toEqual(['-02']);
  });

  test.each(['before', 'after'] as const)(
    'that dies %s any store call leaves the payment to one of them: the next changed call is paid once',
    async (when) => {
      let deaths = 0;
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const scene = await newScene();
        const form = await opened(scene, startedBy(await scene.call(CALL)).url);
        let calls = (): number => 0;
        const dying = scene.call(CHANGED, {
          over: (store) => {
            const wrapped = interruptedTable(store, { call, when });
            calls = wrapped.calls;
            return wrapped.table;
          },
        });
        await dying.catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        if (calls() <= call) break;
        deaths += 1;
        const next = startedBy(await scene.call({ ...CALL, Amount: 13 })).url;
        await confirm(scene, form);
        expect(await scene.charges()).toEqual([]);
        await confirm(scene, await opened(scene, next));
        expect(await scene.charges()).toHaveLength(1);
      }
      expect(deaths).toBeGreaterThanOrEqual(4);
    },
    120_000,
  );
});
