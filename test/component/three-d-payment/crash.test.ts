import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { PAYMENT_PARTITION_PREFIX } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { BoxOutcome } from '../../../shared/payment-flow/open-box.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import type { PayerForm, ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { rowsOf } from '../../support/bank/bank-merchants.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { CVC } from '../../support/payment/payer.ts';
import { leastShop, shopCard, startedBy } from '../../support/payment/shop-payments.ts';
import { type ShopHooks, type ShopScene, shopScene } from '../../support/payment/shop-scene.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';
import { type Interruption, interruptedTable, Killed } from '../../support/store/interrupted-table.ts';
import { engineTable } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const MOST_CALLS = 25;

let bank: TestBank;
beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(inject('stack'))));
});
afterAll(() => bank.stop());

const CALL = { OtherTrxCode: 'K-1' };

/** A dealer with everything that a call reads and takes: limits, the card's day, a customer who is registered with it. */
const newScene = (): Promise<ShopScene> =>
  shopScene({
    bank,
    pos: { noRecordHorizonHours: 1 },
    dealer: {
      cardStorage: true,
      limits: { TL: { values: { daily: minor(3000), monthly: minor(1), shards: 2 } } },
      cardLimit: { count: 9, amount: minor(90_000) },
    },
  });

const STORING = { ...CALL, IsTokenized: 1, CustomerInformation: { CustomerCode: 'C-1', FirstName: 'Elif' } };

/** Every row of the dealer and of its one payment. */
const rowsOfDealer = async ({ stack, dealer: { dealerCode } }: ShopScene) => {
  const payment = `${PAYMENT_PARTITION_PREFIX}${paymentNames.nameOf(dealerCode, CALL.OtherTrxCode)}`;
  return (await Promise.all([payment, `DEALER#${dealerCode}#`].map((prefix) => rowsOf(stack, prefix)))).flat();
};

const interrupted = (interruption: Interruption) => {
  let calls = (): number => 0;
  const over = (store: Table): Table => {
    const wrapped = interruptedTable(store, interruption);
    calls = wrapped.calls;
    return wrapped.table;
  };
  return { hooks: { over } satisfies ShopHooks, died: () => calls() > interruption.call };
};

/** Undefined where the process died. */
const survived = async <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Killed) return undefined;
    throw error;
  });

const reported = (outcome: BoxOutcome<unknown> | undefined): boolean => outcome?.kind === 'moved';

/** A payer who opens the address and confirms at the bank; one whom it does not hand over gives up, and it is reported. */
const payOrLeave = async (scene: ShopScene, url: string): Promise<void> => {
  const opened = await scene.visit(url);
  if (opened.kind === 'hand-over') await scene.callback(await scene.throughGate(opened.form));
  else if (opened.kind === 'at-bank') expect(reported(await scene.visit(url, 'give-up'))).toBe(true);
};

/** Once the sweeper has come to its end: one outcome, the same in our rows and at the bank, and nothing of the card left. */
const expectSettled = async (scene: ShopScene, url: string): Promise<void> => {
  for (const minutes of [3, 15, 45, 90, 1500]) {
    scene.advance(minutes * MINUTE_MS);
    await scene.sweep();
  }
  const [payment, attempts, charges] = await Promise.all([
    scene.paymentOf(url),
    scene.attemptsOf(url),
    scene.charges(),
  ]);
  const approved = attempts.filter(({ state }) => state === 'approved');
  expect(approved.length).toBeLessThanOrEqual(1);
  expect(charges.map(({ orderId }) => orderId)).toEqual(approved.map(({ orderId }) => orderId));
  expect(
    attempts.map(({ state }) => state).filter((state) => state !== 'approved' && !endedWithoutCharge(state)),
  ).toEqual([]);
  expect(payment?.link.state).toBe(approved.length === 1 ? 'paid' : 'failed');
  expect(payment?.link.progress.activeAttempt).toBeUndefined();
  expect(await scene.hasBox(url)).toBe(false);
  const rows = await rowsOfDealer(scene);
  expect(rows.filter(({ entity }) => entity === 'box')).toEqual([]);
  expect(rows.filter(({ sk }) => String(sk).startsWith('7#WAITING-CARD'))).toEqual([]);
  const left = JSON.stringify([rows, scene.log.lines]);
  for (const secret of [leastShop.CardNumber, `"${CVC}"`, url.slice(-43)]) expect(left).not.toContain(secret);
};

describe('A crash during a 3D payment of a shop', () => {
  test.each(['before', 'after'] as const)(
    '%s any store call of the dealer’s call leaves the payment with its box, or nothing; a repeat is paid once (rule 6)',
    async (when) => {
      let deaths = 0;
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const scene = await newScene();
        const { hooks, died } = interrupted({ call, when });
        await scene.call(STORING, hooks);
        if (!died()) break;
        deaths += 1;
        const entities = (await rowsOfDealer(scene))
          .map(({ entity }) => entity)
          .filter((entity) => entity !== undefined);
        const whole = entities.includes('payment');
        for (const entity of ['state', 'secrets', 'box', 'payment-pointer', 'customer'])
          expect([entity, entities.includes(entity)]).toEqual([entity, whole]);
        const { url } = startedBy(await scene.call(STORING));
        expect(await scene.hasBox(url)).toBe(true);
        await payOrLeave(scene, url);
        expect(await scene.charges()).toHaveLength(1);
        await expectSettled(scene, url);
      }
      expect(deaths).toBeGreaterThanOrEqual(6);
    },
    120_000,
  );

  test.each(['before', 'after'] as const)(
    '%s any store call of the POST that opens it leaves the box, or the attempt without it; never both (rules 2 and 25)',
    async (when) => {
      let deaths = 0;
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const scene = await newScene();
        const { url } = startedBy(await scene.call(STORING));
        const { hooks, died } = interrupted({ call, when });
        await survived(scene.visit(url, 'open', hooks));
        if (!died()) break;
        deaths += 1;
        const attempts = await scene.attemptsOf(url);
        expect([attempts.length, await scene.hasBox(url)]).toEqual(attempts.length === 0 ? [0, true] : [1, false]);
        await payOrLeave(scene, url);
        await expectSettled(scene, url);
        expect(await scene.charges()).toHaveLength(attempts.length === 0 ? 1 : 0);
      }
      // The payment, its box, the virtual POS, the transaction.
      expect(deaths).toBeGreaterThanOrEqual(4);
    },
    120_000,
  );

  test.each([
    ['before', 'approved'],
    ['after', 'approved'],
    ['before', 'insufficient-funds'],
    ['after', 'insufficient-funds'],
  ] as const)(
    '%s any store call of the bank’s way back (%s) charges once at most, however often the browser posts again (rules 1 and 2)',
    async (when, card) => {
      let deaths = 0;
      for (let call = 0; call < MOST_CALLS; call += 1) {
        const scene = await newScene();
        const { url } = startedBy(await scene.call({ ...STORING, ...shopCard(card) }));
        const opened = await scene.visit(url);
        if (opened.kind !== 'hand-over') throw new Error(opened.kind);
        const back = await scene.throughGate(opened.form);
        const { hooks, died } = interrupted({ call, when });
        await survived(scene.callback(back, hooks));
        if (!died()) break;
        deaths += 1;
        await Promise.all([scene.callback(back), scene.callback(back)]);
        await expectSettled(scene, url);
      }
      expect(deaths).toBeGreaterThanOrEqual(4);
    },
    120_000,
  );

  test('a call whose write was done and whose answer was lost is repeated with a new address; the lost one is dead', async () => {
    const scene = await newScene();
    const lost = (store: Table): Table => ({
      ...store,
      transact: async (writes) => {
        await store.transact(writes);
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
    });
    expect((await scene.call(CALL, { over: lost })).ResultCode).toBe('EX');
    const { url } = startedBy(await scene.call(CALL));
    await payOrLeave(scene, url);
    expect(await scene.charges()).toHaveLength(1);
    await expectSettled(scene, url);
  });

  test('an opening whose write was done and whose answer was lost shows the way back, and charges nothing by itself', async () => {
    const scene = await newScene();
    const { url } = startedBy(await scene.call(CALL));
    const lost = (store: Table): Table => ({
      ...store,
      transact: async (writes) => {
        await store.transact(writes);
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
    });
    await expect(scene.visit(url, 'open', { over: lost })).rejects.toThrow(StoreUnavailable);
    expect(await scene.visit(url)).toMatchObject({ kind: 'at-bank' });
    await payOrLeave(scene, url);
    await expectSettled(scene, url);
    expect(await scene.charges()).toEqual([]);
  });
});

describe('At the same moment', () => {
  /** Something that happens while the box is open in memory and not yet deleted. */
  const whileOpening = (scene: ShopScene, url: string, meanwhile: () => Promise<unknown>) =>
    scene.visit(url, 'open', {
      boxOpener: (opener) => ({
        open: async (...box) => {
          await meanwhile();
          return opener.open(...box);
        },
      }),
    });

  test('a new call takes the box from a POST that has read it: the old address is dead, and the new one is paid', async () => {
    const scene = await newScene();
    const old = startedBy(await scene.call(CALL));
    let next = '';
    const outcome = await whileOpening(scene, old.url, async () => {
      if (next === '') next = startedBy(await scene.call(CALL)).url;
    });
    expect(outcome).toEqual({ kind: 'unknown' });
    await payOrLeave(scene, next);
    expect(await scene.charges()).toHaveLength(1);
    await expectSettled(scene, next);
  });

  test('a POST takes the payment from a new call that has read it: the call supersedes the attempt, and is the one paid', async () => {
    const scene = await newScene();
    const { url } = startedBy(await scene.call(CALL));
    let opened: BoxOutcome<ThreeDForm | PayerForm> | undefined;
    const beforeWrite = (store: Table): Table => ({
      ...store,
      transact: async (writes) => {
        opened ??= await scene.visit(url);
        return store.transact(writes);
      },
    });
    const next = startedBy(await scene.call(CALL, { over: beforeWrite })).url;
    if (opened?.kind !== 'hand-over') throw new Error('the payer was not handed over');
    await scene.callback(await scene.throughGate(opened.form));
    expect(await scene.charges()).toEqual([]);
    await payOrLeave(scene, next);
    expect((await scene.charges()).map(({ orderId }) => orderId.slice(-3))).toEqual(['-02']);
    await expectSettled(scene, next);
  });

  test('a POST that has read the box and the sweeper that deletes it: one outcome, F 001, and no charge', async () => {
    const scene = await newScene();
    const { url } = startedBy(await scene.call(CALL));
    const swept: number[] = [];
    const outcome = await whileOpening(scene, url, async () => {
      scene.advance(16 * MINUTE_MS);
      swept.push(...(await Promise.all([scene.sweep(), scene.sweep()])));
    });
    expect(reported(outcome)).toBe(true);
    expect(swept.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
    expect(await scene.paymentOf(url)).toMatchObject({
      link: { state: 'failed', progress: { result: { code: '001' } } },
    });
    expect(await scene.attemptsOf(url)).toEqual([]);
    await expectSettled(scene, url);
  });

  test('a POST after 15 minutes opens nothing, whether or not the sweeper came: it reports F 001', async () => {
    const scene = await newScene();
    const { url } = startedBy(await scene.call(CALL));
    scene.advance(15 * MINUTE_MS);
    expect(reported(await scene.visit(url))).toBe(true);
    expect(await scene.hasBox(url)).toBe(false);
    expect(await scene.attemptsOf(url)).toEqual([]);
    await expectSettled(scene, url);
  });

  test('two POSTs and looks between them: one hands over, and a vault that fails burns nothing', async () => {
    const scene = await newScene();
    const { url } = startedBy(await scene.call(CALL));
    const failing: ShopHooks = {
      boxOpener: () => ({ open: () => Promise.reject(new VaultUnavailable('ThrottlingException')) }),
    };
    await expect(scene.visit(url, 'open', failing)).rejects.toThrow(VaultUnavailable);
    expect(await scene.hasBox(url)).toBe(true);
    const looking = whileOpening(scene, url, () => scene.visit(url, 'look'));
    const outcomes = await Promise.all([looking, scene.visit(url), scene.visit(url, 'look')]);
    expect(outcomes.filter(({ kind }) => kind === 'hand-over')).toHaveLength(1);
    expect(outcomes.slice(0, 2).map(({ kind }) => kind)).toContain('at-bank');
  });
});
