import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '../../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../../shared/adapters/dynamodb/keys.ts';
import { ANSWER_BY_MS, COLLECT_MS } from '../../../../shared/domain/attempt/timing.ts';
import { istanbulDayOf } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { type MemoryBank, startMemoryBank } from '../../../support/bank/memory-bank.ts';
import { declinedWith, isReplay, PAYMENT, paidBy } from '../../../support/payment/direct-payments.ts';
import { type DirectScene, type DirectSceneOptions, directScene } from '../../../support/payment/direct-scene.ts';
import { CODE, payTooLate } from '../../../support/payment/late-direct-payment.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNKNOWN = { Data: null, ResultCode: `${PAYMENT}OutcomeUnknown` };
const LIMITS = { TL: { values: { daily: minor(100_000), monthly: minor(1), shards: 1 } } };
let bank: MemoryBank;

beforeEach(async () => {
  bank = await startMemoryBank();
});

afterEach(() => bank.stop());

const scene = (options: Omit<DirectSceneOptions, 'bank'> = {}) =>
  directScene({ bank, ...options, dealer: { limits: LIMITS, ...options.dealer } });

/** What is used on the day of the payment's start. Minutes later it may be another day. */
const usedThatDay = async ({ store, dealer, directAttempts }: DirectScene): Promise<unknown> => {
  const [first] = await directAttempts();
  if (first === undefined) throw new Error('no attempt');
  const bucket = { kind: 'day', name: istanbulDayOf(first.startedAtMs), currency: 'TL', shard: 0 } as const;
  return (await store.get(keys.limitBucket(dealer.dealerCode, bucket)))?.usedMinor;
};

describe('A bank that does not answer in time (rules 1, 3, 9)', () => {
  test.each(['time-out-before-charge', 'time-out-after-charge'])(
    '%s: OutcomeUnknown, with nobody told, the claim held and the budget taken',
    async (card) => {
      const direct = await scene();
      const answer = await payTooLate(direct, bank, { card });
      expect(answer).toMatchObject({ ...UNKNOWN, ResultMessage: expect.stringContaining('same OtherTrxCode') });
      expect(await direct.latest()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody', version: 2 });
      expect(await usedThatDay(direct)).toBe(2750);
      expect(await direct.charges()).toHaveLength(card === 'time-out-after-charge' ? 1 : 0);
    },
  );

  test('a time-out that leaves time to ask is asked after: what was charged is a success', async () => {
    const direct = await scene();
    const answer = direct.pay({ ...CODE, ...paidBy('time-out-after-charge') });
    await bank.held;
    direct.timeOut();
    expect((await answer).Data).toMatchObject({ IsSuccessful: true });
    expect(await direct.latest()).toMatchObject({ state: 'approved', reportedOutcome: 'paid' });
  });

  test('a charge that took the whole of its 20 s is asked after all the same', async () => {
    const direct = await scene();
    const answer = direct.pay(
      { ...CODE, ...paidBy('time-out-after-charge') },
      {
        afterCharge: async (outcome) => {
          direct.advance(20_000);
          return outcome;
        },
      },
    );
    await bank.held;
    direct.timeOut();
    expect((await answer).Data).toMatchObject({ IsSuccessful: true });
    expect(await direct.latest()).toMatchObject({ state: 'approved', reportedOutcome: 'paid' });
  });

  test('a repeat that comes with the first call outlasts the bank’s time-out, and is told what the first call learns', async () => {
    const direct = await scene({ standing: true });
    const card = paidBy('time-out-after-charge');
    const begunAtMs = direct.now();
    const first = direct.pay({ ...CODE, ...card });
    await bank.held;
    const untilTimeOut = (store: Table): Table => ({
      ...store,
      query: async (query) => {
        if (direct.now() - begunAtMs > 20_100) {
          direct.timeOut();
          await first;
        }
        return store.query(query);
      },
    });
    const repeat = await direct.pay({ ...CODE, ...card }, { over: untilTimeOut });
    expect([repeat.Data, isReplay(repeat)]).toEqual([(await first).Data, true]);
    expect(repeat.Data).toMatchObject({ IsSuccessful: true });
    expect(direct.now() - begunAtMs).toBeLessThan(28_000);
    expect(await direct.charges()).toHaveLength(1);
  });

  test('a repeat whose payment runs on past the time of its own answer is told so within the gateway’s 30 s', async () => {
    const direct = await scene({ standing: true });
    const begunAtMs = direct.now();
    const first = direct.pay({ ...CODE, ...paidBy('time-out-after-charge') });
    await bank.held;
    expect(await direct.pay(CODE)).toMatchObject({ Data: null, ResultCode: `${PAYMENT}StillRunning` });
    const waitedMs = direct.now() - begunAtMs;
    expect(waitedMs).toBeGreaterThan(20_100);
    expect(waitedMs).toBeLessThan(27_000);
    direct.timeOut();
    await first;
  });

  test('a repeat before answerBy waits, then asks the bank and collects the approval', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge' });
    const repeat = await direct.pay(CODE);
    expect([repeat.Data, isReplay(repeat)]).toMatchObject([{ IsSuccessful: true }, true]);
    expect(await direct.latest()).toMatchObject({ state: 'approved', reportedOutcome: 'paid', number: 1 });
    expect(await direct.orders()).toHaveLength(1);
    await direct.sweep();
    expect(await direct.latest()).toMatchObject({ state: 'approved' });
  });

  test('a repeat asks the bank at once, since no call runs any more, and may collect what it tells then', async () => {
    const direct = await scene();
    const silent = { kind: 'unknown', cause: 'time-out' } as const;
    const fields = { ...CODE, ...paidBy('error-after-charge') };
    expect(await direct.pay(fields, { afterInquiry: async () => silent })).toMatchObject(UNKNOWN);
    expect(await direct.latest()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    const begunAtMs = direct.now();
    expect(await direct.pay(fields, { afterInquiry: async () => silent })).toMatchObject(UNKNOWN);
    const repeat = await direct.pay(fields);
    expect([repeat.Data, isReplay(repeat)]).toMatchObject([{ IsSuccessful: true }, true]);
    expect(direct.now() - begunAtMs).toBeLessThan(10_000);
    expect(await direct.charges()).toHaveLength(1);
  });

  test('the sweeper leaves the approval to its caller for 10 minutes, who may collect it to the end', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge' });
    direct.advance(3 * MINUTE_MS);
    await direct.sweep();
    expect(await direct.latest()).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    const { answerByMs = 0 } = await direct.latest();
    direct.advance(answerByMs + COLLECT_MS - direct.now() - 5000);
    await direct.sweep();
    const repeat = await direct.pay(CODE);
    expect([repeat.Data, isReplay(repeat)]).toMatchObject([{ IsSuccessful: true }, true]);
    expect(await direct.charges()).toHaveLength(1);
    expect(await usedThatDay(direct)).toBe(2750);
  });

  test('then it is voided, the budget is given back once, and the repeat answers 021; another card is attempt 2', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge' });
    direct.advance(ANSWER_BY_MS + COLLECT_MS);
    // Nobody may collect the payment any more, although the sweeper has not run yet.
    expect(await direct.pay(CODE)).toMatchObject(UNKNOWN);
    await direct.sweep();
    expect(await direct.latest()).toMatchObject({ state: 'voided', reportedOutcome: 'failed', reservations: [] });
    expect(await usedThatDay(direct)).toBe(0);
    await direct.sweep();
    expect(await usedThatDay(direct)).toBe(0);
    const repeat = await direct.pay({ ...CODE, ...paidBy('time-out-after-charge') });
    expect([repeat.Data, isReplay(repeat)]).toEqual([declinedWith('021'), true]);
    expect(await direct.orders()).toMatchObject([{ state: 'voided' }]);
    const second = await direct.pay(CODE);
    expect([second.Data, isReplay(second)]).toMatchObject([{ IsSuccessful: true }, false]);
    expect(await direct.charges()).toHaveLength(1);
    expect(await direct.latest()).toMatchObject({ number: 2, state: 'approved' });
  });

  test('a blank code is taken back at once by the sweeper, for nobody can ask (rule 9)', async () => {
    const direct = await scene();
    const answer = await payTooLate(direct, bank, { card: 'time-out-after-charge', fields: {} });
    expect(answer).toMatchObject({ ...UNKNOWN, ResultMessage: expect.stringContaining('reversed') });
    direct.advance(3 * MINUTE_MS);
    await direct.sweep();
    expect(await direct.latest()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
    expect(await direct.orders()).toMatchObject([{ state: 'voided' }]);
  });

  test('what never reached the bank’s books stays unknown to repeats until "no record" is believed (rule 5)', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-before-charge' });
    for (const pauseMs of [MINUTE_MS, HOUR_MS]) {
      direct.advance(pauseMs);
      await direct.sweep();
      expect(await direct.pay(CODE)).toMatchObject(UNKNOWN);
    }
    direct.advance(49 * HOUR_MS);
    await direct.sweep();
    expect(await direct.latest()).toMatchObject({
      state: 'declined',
      reportedOutcome: 'failed',
      bank: { code: '021' },
    });
    expect(await direct.orders()).toEqual([]);
    direct.advance(MINUTE_MS);
    expect((await direct.pay(CODE)).Data).toMatchObject({ IsSuccessful: true });
  });

  test('a decline that nobody heard is told to the repeat', async () => {
    const direct = await scene();
    const late = await direct.pay(
      { ...CODE, ...paidBy('stolen') },
      {
        afterCharge: async () => {
          direct.advance(26_000);
          return { kind: 'unknown', cause: 'connection-lost' };
        },
      },
    );
    expect(late).toMatchObject(UNKNOWN);
    const repeat = await direct.pay({ ...CODE, ...paidBy('stolen') });
    expect([repeat.Data, isReplay(repeat)]).toEqual([declinedWith('018'), true]);
    expect(await direct.orders()).toHaveLength(1);
  });

  test('a repeat asks the bank by the virtual POS that was pinned, whatever took its place (rule 14)', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge' });
    await direct.putPos({ version: 2, gateway: 'http://127.0.0.1:1' });
    expect((await direct.pay(CODE)).Data).toMatchObject({ IsSuccessful: true });
    expect(await direct.latest()).toMatchObject({ state: 'approved', pos: { version: 1 } });
  });

  test('an invocation whose time is over says OutcomeUnknown, never EX, while the bank still charges', async () => {
    const direct = await scene();
    const answer = await direct.pay({ ...CODE, ...paidBy('time-out-after-charge') }, { remainingMs: 1300 });
    expect(answer).toMatchObject({ ...UNKNOWN, ResultMessage: expect.stringContaining('same OtherTrxCode') });
    await bank.held;
    expect(await direct.latest()).toMatchObject({ state: 'charging', reportedOutcome: 'nobody' });
    expect(await direct.charges()).toHaveLength(1);
    direct.timeOut();
  });

  test('a known code has its outcome, though the reads before it left no time to pay (rule 6)', async () => {
    const direct = await scene();
    const first = await direct.pay(CODE);
    const slowReads = (store: Table): Table => ({
      ...store,
      query: async (asked) => {
        direct.advance(20_000);
        return store.query(asked);
      },
    });
    const repeat = await direct.pay(CODE, { over: slowReads });
    expect([repeat.Data, isReplay(repeat)]).toEqual([first.Data, true]);
    expect(await direct.pay({ OtherTrxCode: 'P-2' }, { over: slowReads })).toMatchObject(UNKNOWN);
    expect(await direct.charges()).toHaveLength(1);
  });

  test('nothing is sent to the bank once the intent is older than the time for its answer (rule 5)', async () => {
    const direct = await scene();
    const slowIntent = (store: Table): Table => ({
      ...store,
      transact: async (writes) => {
        const outcome = await store.transact(writes);
        direct.advance(ANSWER_BY_MS);
        return outcome;
      },
    });
    expect((await direct.pay(CODE, { over: slowIntent })).Data).toEqual(declinedWith('021'));
    expect(await direct.latest()).toMatchObject({ state: 'declined', reportedOutcome: 'failed', reservations: [] });
    expect(await direct.orders()).toEqual([]);
  });
});
