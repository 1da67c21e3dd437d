import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { stageItem } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { type Breaker, breakerConcluded, breakerOpened } from '../../../shared/domain/breaker/breaker.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { viaInvoke } from '../../support/operator/operators.ts';
import { callbackOf, openPage, payWith, postCallback, reportOn, toCallback } from '../../support/payment/payer.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const TRY_LATER = 'The payment cannot be completed right now';
const INVALID_REQUEST = 'PaymentDealer.DoDirectPayment.InvalidRequest';
const LIMITS = { TL: { values: { daily: minor(1_000_000), monthly: minor(1_000_000), shards: 1 } } };
const MINUTE_MS = 60_000;

let stack: FaultyStack;
let store: Table;
let invoke: (event: unknown) => Promise<unknown>;

const carryOut = async (name: string, input: object = {}, commandId = randomUUID()): Promise<OperateAnswer> =>
  (await invoke({ command: name, commandId, stage: 'local', input })) as OperateAnswer;

const resultOf = async (name: string, input: object = {}): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await carryOut(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.result;
};

const versionNow = async () => ({ version: (await resultOf('show-stage')).version });
const pause = async () => resultOf('pause-stage', await versionNow());
const resume = async () => resultOf('resume-stage', await versionNow());

/** What show-stage tells of every stage. */
const where = () => ({ stage: 'local', baseUrl: stack.address.baseUrl, sandbox: true });

const pathOf = (address: string): string => new URL(address).pathname;

/** The record that a copy of another table brings along. */
const putRecordOf = (tableName: string, version: number) =>
  putRows(store, [stageItem({ version, paused: false, tableName, changedAtMs: 1 })]);

const dealerHere = (): Promise<BankDealer> =>
  newBankDealer({ stack: stack.address, dealer: { limits: LIMITS, cardStorage: false } });

const usedToday = async ({ dealer: { dealerCode } }: BankDealer): Promise<unknown> => {
  const bucket = { kind: 'day', name: istanbulDayOf(Date.now()), currency: 'TL', shard: 0 } as const;
  return (await store.get(keys.limitBucket(dealerCode, bucket)))?.usedMinor;
};

/** What a paused stage, an open breaker and a restored table stop, in an app that stands when the tests begin. */
export const stageBrake = (running: () => FaultyStack): void => {
  beforeAll(() => {
    stack = running();
    store = engineTable(stack.address);
    invoke = viaInvoke(stack.address);
  });
  beforeEach(async () => {
    await store.transact([{ remove: keys.stage() }]);
  });

  describe('A stage that is paused (rule 18)', () => {
    test.each(['0', '1'])(
      'begins no payment of a link, threeD=%s, says “try later”, and goes on when resumed',
      async (threeD) => {
        const dealer = await dealerHere();
        const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
        const opened = await openPage(url);
        expect(await pause()).toEqual({ stage: 'local', paused: true, version: 1 });
        const page = await payWith(opened, 'approved', { threeD });
        expect(page.text).toContain(TRY_LATER);
        expect(await dealer.attemptsAt(url)).toEqual([]);
        expect(await dealer.orders()).toEqual([]);
        await resume();
        const paid = await payWith(await openPage(url), 'approved', { threeD: '0' });
        expect(reportOn(paid).fields.resultCode).toBe('');
      },
    );

    test('declines at the lock with 000 what had gone to the bank, with no active attempt and the budget free', async () => {
      const dealer = await dealerHere();
      const { url } = await dealer.newLink(simple);
      const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'approved')));
      await pause();
      const page = await postCallback(callback);
      expect([pathOf(page.address), page.text.includes(TRY_LATER)]).toEqual([pathOf(url), true]);
      const [attempt] = await dealer.attemptsAt(url);
      expect(attempt).toMatchObject({
        state: 'declined',
        reportedOutcome: 'failed',
        bank: { code: '000' },
        reservations: [],
      });
      const { state, progress } = await dealer.linkAt(url);
      expect([state, progress.activeAttempt]).toEqual(['open', undefined]);
      expect([await usedToday(dealer), await dealer.charges()]).toEqual([undefined, []]);
      await resume();
      const again = callbackOf(await toCallback(await payWith(await openPage(url), 'approved')));
      expect(reportOn(await postCallback(again)).fields.resultCode).toBe('');
    });

    test('refuses a direct payment with a sentence, and still answers a known OtherTrxCode (rule 6)', async () => {
      const dealer = await dealerHere();
      const first = await dealer.payDirectly({ OtherTrxCode: 'known' });
      expect(first.Data).toMatchObject({ IsSuccessful: true });
      await pause();
      const refused = await dealer.payDirectly({ OtherTrxCode: 'new' });
      expect(refused).toMatchObject({ status: 200, Data: null, ResultCode: INVALID_REQUEST });
      expect(refused.ResultMessage).toBe('New charges are paused by the service: try again later.');
      const repeat = await dealer.payDirectly({ OtherTrxCode: 'known' });
      expect([repeat.Data, repeat.headers.get('idempotent-replayed')]).toEqual([first.Data, 'true']);
      expect(await dealer.directAttempts()).toHaveLength(1);
      expect([await usedToday(dealer), (await dealer.charges()).length]).toEqual([2750, 1]);
      await resume();
      expect((await dealer.payDirectly({ OtherTrxCode: 'new' })).Data).toMatchObject({ IsSuccessful: true });
    });

    test('settles what is in doubt', async () => {
      const dealer = await dealerHere();
      await dealer.payDirectly({ OtherTrxCode: 'unheard' });
      const [charged] = await dealer.directAttempts();
      if (charged === undefined) throw new Error('nothing was charged');
      const { bank: _bank, endedAtMs: _endedAtMs, ...rest } = charged;
      const longAgo = Date.now() - 30 * MINUTE_MS;
      const times = { startedAtMs: longAgo, lastCallAtMs: longAgo, answerByMs: longAgo + 28_000, dueAtMs: longAgo };
      const unheard: Attempt = { ...rest, ...times, state: 'charging', reportedOutcome: 'nobody' };
      await putRows(store, [attemptItem(unheard)]);
      await pause();
      expect(await stack.invoke('reconcile-payments', {})).toMatchObject({ reconciled: 1, failed: 0 });
      expect((await dealer.directAttempts()).map(({ state }) => state)).toEqual(['voided']);
      expect((await dealer.orders()).map(({ state }) => state)).toEqual(['voided']);
    });

    test('is read in parallel with other records: it adds no round trip before the intent', async () => {
      const dealer = await dealerHere();
      await dealer.payDirectly();
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      stack.proxy.reset();
      stack.proxy.inject({ on: 'GetItem', holding: '"STAGE"', action: { kind: 'hold', until } });
      const paying = dealer.payDirectly();
      // The dealer's virtual POS are read while the read of the stage's record is still held.
      const asked = (part: string) => stack.proxy.seen().some(({ body }) => body.includes(part));
      await expect.poll(() => asked('"STAGE"') && asked('#VIRTUAL-POS"')).toBe(true);
      expect(stack.proxy.count('TransactWriteItems')).toBe(0);
      release();
      expect((await paying).Data).toMatchObject({ IsSuccessful: true });
      const brakes = stack.proxy.seen().filter(({ body }) => body.includes('"STAGE"'));
      expect(brakes.map(({ operation }) => operation)).toEqual(['GetItem']);
    });
  });

  describe('A bank whose breaker is open (rule 46)', () => {
    const breakers = () => dynamoBreakers({ store, clock: { now: Date.now }, lifeMs: 0 });
    const gateway = () => new URL(stack.address.baseUrl).host;

    /** Opens the breaker of the bank of all dealers here. */
    const open = async (): Promise<Breaker> => {
      const nowMs = Date.now();
      const before = (await breakers().all()).find(({ host }) => host === gateway());
      const breaker = breakerOpened({ host: gateway() }, before, nowMs);
      if (breaker === undefined) throw new Error('it is open already');
      const forLong = { ...breaker, retryAtMs: nowMs + 60 * MINUTE_MS };
      await breakers().write(forLong);
      return forLong;
    };
    const close = (leased: Breaker) => breakers().write(breakerConcluded(leased, 'answered', Date.now()));

    test('gives a direct payment 008 and no attempt, answers a known OtherTrxCode, and leaves a new one free', async () => {
      const dealer = await dealerHere();
      const first = await dealer.payDirectly({ OtherTrxCode: 'known' });
      const breaker = await open();
      const refused = await dealer.payDirectly({ OtherTrxCode: 'new' });
      expect(refused).toMatchObject({ status: 200, ResultCode: 'Success' });
      expect(refused.Data).toMatchObject({ IsSuccessful: false, ResultCode: '008', VirtualPosOrderId: '' });
      const repeat = await dealer.payDirectly({ OtherTrxCode: 'known' });
      expect([repeat.Data, repeat.headers.get('idempotent-replayed')]).toEqual([first.Data, 'true']);
      expect([await usedToday(dealer), (await dealer.directAttempts()).length]).toEqual([2750, 1]);
      await close(breaker);
      expect((await dealer.payDirectly({ OtherTrxCode: 'new' })).Data).toMatchObject({ IsSuccessful: true });
    });

    test.each(['0', '1'])('begins no attempt of a link, threeD=%s, and says “try later”', async (threeD) => {
      const dealer = await dealerHere();
      const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
      const page = await openPage(url);
      const breaker = await open();
      expect((await payWith(page, 'approved', { threeD })).text).toContain(TRY_LATER);
      expect([await dealer.attemptsAt(url), (await dealer.linkAt(url)).progress.attempts]).toEqual([[], 0]);
      await close(breaker);
      const paid = await payWith(await openPage(url), 'approved', { threeD: '0' });
      expect(reportOn(paid).fields.resultCode).toBe('');
    });

    test('declines with 008 what comes back from a passed 3D: reported, final, and nothing is charged', async () => {
      const dealer = await dealerHere();
      const { url } = await dealer.newLink(simple);
      const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'approved')));
      const breaker = await open();
      const page = await postCallback(callback);
      expect(pathOf(page.address)).toBe(pathOf(url));
      const [attempt] = await dealer.attemptsAt(url);
      expect(attempt).toMatchObject({
        state: 'declined',
        reportedOutcome: 'failed',
        bank: { code: '008' },
        reservations: [],
      });
      expect((await dealer.linkAt(url)).progress.activeAttempt).toBeUndefined();
      expect([await usedToday(dealer), await dealer.orders()]).toEqual([undefined, []]);
      await close(breaker);
    });

    test('is tried by one charge after the pause, which closes the breaker for all; operators see both', async () => {
      const dealer = await dealerHere();
      const first = await dealer.payDirectly({ OtherTrxCode: 'known' });
      const breaker = await open();
      const shown = { gateway: gateway(), state: 'open', nextProbeAt: new Date(breaker.retryAtMs).toISOString() };
      expect(await resultOf('show-breakers')).toMatchObject({ breakers: [shown] });
      await breakers().write({ ...breaker, version: breaker.version + 1, retryAtMs: Date.now() });
      // A repeat charges nothing, so it must not keep others from trying.
      expect((await dealer.payDirectly({ OtherTrxCode: 'known' })).Data).toEqual(first.Data);
      expect((await dealer.payDirectly()).Data).toMatchObject({ IsSuccessful: true });
      expect(await resultOf('show-breakers')).toMatchObject({ breakers: [{ gateway: gateway(), state: 'closed' }] });
      expect((await dealer.payDirectly()).Data).toMatchObject({ IsSuccessful: true });
    });
  });

  describe('A restored table (rule 18)', () => {
    test('pauses the stage, whatever an operator does, until it is adopted: its record names another table', async () => {
      const dealer = await dealerHere();
      await putRecordOf('payment-link-of-yesterday', 3);
      expect((await dealer.payDirectly()).ResultCode).toBe(INVALID_REQUEST);
      expect(await resultOf('show-stage')).toEqual({
        ...where(),
        paused: true,
        restored: true,
        version: 3,
        changedAt: '1970-01-01T00:00:00.001Z',
      });
      const refused = { ok: false, error: { code: 'NotPossible', message: expect.stringContaining('adopt-table') } };
      expect(await carryOut('resume-stage', { version: 3 })).toMatchObject(refused);
      // A pause does not hide where the table came from.
      expect(await resultOf('pause-stage', { version: 3 })).toMatchObject({ paused: true, version: 4 });
      expect(await carryOut('resume-stage', { version: 4 })).toMatchObject(refused);
      expect(await resultOf('show-stage')).toMatchObject({ paused: true, restored: true, version: 4 });
    });

    test('is known by the record that the first charge of a stage leaves, without any operator', async () => {
      const dealer = await dealerHere();
      expect(await resultOf('show-stage')).toEqual({ ...where(), paused: false, restored: false, version: 0 });
      expect((await dealer.payDirectly()).Data).toMatchObject({ IsSuccessful: true });
      expect(await store.get(keys.stage())).toMatchObject({
        version: 1,
        paused: false,
        tableName: stack.address.tableName,
      });
      expect(await resultOf('show-stage')).toMatchObject({ paused: false, restored: false, version: 1 });
    });

    test('ten first charges at once leave one record, and all are charged', async () => {
      const dealer = await dealerHere();
      const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.payDirectly()));
      expect(answers.map(({ Data }) => Data)).toEqual(
        answers.map(() => expect.objectContaining({ IsSuccessful: true })),
      );
      expect(await store.get(keys.stage())).toMatchObject({ version: 1, paused: false });
    });
  });
};
