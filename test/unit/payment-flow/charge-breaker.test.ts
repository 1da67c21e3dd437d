import { describe, expect, test } from 'vitest';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { InstanceBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { BankAnswer } from '../../../shared/ports/bank-answers.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const TIME_OUT: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const APPROVED: BankAnswer = { kind: 'approved', references: { authCode: '', hostReference: '', transactionId: '' } };

const NO_METRICS = { opened: () => undefined, refused: () => undefined };
const GATEWAY = 'https://bank.example/pos';
const posOf = (dealerCode: string, posId: string, gateway = GATEWAY) => ({ dealerCode, pos: { posId, gateway } });
const ONE = posOf('D1', 'a');
const OTHERS = [posOf('D1', 'b'), posOf('D2', 'a')];

/** Instances over one table. Each looks at it anew every time. */
const scene = () => {
  const [store, clock, log] = [new MemoryTable(), new FakeClock(), new FakeLog()];
  const metrics: string[] = [];
  const instance = () =>
    new InstanceBreaker({
      breakers: dynamoBreakers({ store, clock, lifeMs: 0 }),
      clock,
      log,
      metrics: {
        opened: (gateway) => void metrics.push(`opened ${gateway}`),
        refused: (gateway) => void metrics.push(`refused ${gateway}`),
      },
    });
  const mine = instance();
  return {
    store,
    clock,
    log,
    metrics,
    mine,
    instance,
    admits: async (charge = ONE, by = mine) => (await by.read()).admits(charge),
    /** Each call is noted by an instance of its own, as in Lambda. */
    silence: async (charges = [ONE, ONE, ONE, ...OTHERS]) => {
      for (const charge of charges) await instance().note(charge, TIME_OUT);
    },
  };
};

describe('The breaker of a gateway (rule 46)', () => {
  test('opens for all instances, once, when charges of 3 virtual POS of 2 dealers get no answer', async () => {
    const { admits, silence, metrics, log } = scene();
    await silence([ONE, ONE, ...OTHERS]);
    expect(await admits()).toBe(true);
    await silence([ONE, ONE]);
    expect(await admits()).toBe(false);
    expect(await admits(posOf('D3', 'never called'))).toBe(false);
    expect(await admits(posOf('D1', 'a', 'https://other.example'))).toBe(true);
    expect(metrics).toEqual(['opened bank.example', 'refused bank.example', 'refused bank.example']);
    expect(log.lines).toEqual([{ level: 'warn', event: 'breaker opened', fields: { gateway: 'bank.example' } }]);
  });

  test.each<[string, BankAnswer]>([
    ['a decline', { kind: 'declined', code: '002', procReturnCode: '51' }],
    ["a refusal by Garanti's gateway", { kind: 'declined', code: '008', procReturnCode: '92', asksAgain: true }],
    ['an error answer', { kind: 'unknown', cause: 'error-answer' }],
    ['a contradiction', { kind: 'unknown', cause: 'contradictory' }],
    ['an answer that nobody can read', { kind: 'unknown', cause: 'unreadable' }],
    ['a call without time', { kind: 'not-sent', code: '021' }],
    ['a call that our own client refuses', { kind: 'not-sent', code: '008', refusedHere: true }],
  ])('%s is no silence', async (_what, answer) => {
    const { instance, admits, store } = scene();
    for (const charge of [ONE, ONE, ONE, ...OTHERS, ...OTHERS]) await instance().note(charge, answer);
    expect(await admits()).toBe(true);
    expect(store.rows()).toEqual([]);
  });

  test.each<[string, BankAnswer]>([
    ['a lost connection', { kind: 'unknown', cause: 'connection-lost' }],
    ['a connection that is not made', { kind: 'not-sent', code: '008' }],
    ['a TLS failure', { kind: 'not-sent', code: '010' }],
  ])('%s is silence', async (_what, answer) => {
    const { instance, admits } = scene();
    for (const charge of [ONE, ONE, ONE, ...OTHERS]) await instance().note(charge, answer);
    expect(await admits()).toBe(false);
  });

  test('one virtual POS that is silent alone is refused alone', async () => {
    const { silence, admits, metrics } = scene();
    await silence([ONE, ONE, ONE, ONE, ONE]);
    expect(await admits()).toBe(false);
    expect(await admits(OTHERS[0])).toBe(true);
    expect(metrics).toEqual(['refused bank.example']);
  });

  test('after its pause one of ten instances may probe; an answer closes it for all', async () => {
    const { silence, admits, clock, instance, log } = scene();
    await silence();
    clock.advance(30_000);
    const instances = Array.from({ length: 10 }, instance);
    const views = await Promise.all(instances.map((one) => one.read()));
    const admitted = await Promise.all(views.map((view) => view.admits(ONE)));
    expect(admitted.filter(Boolean)).toHaveLength(1);
    await instances[admitted.indexOf(true)]?.note(ONE, APPROVED);
    expect(await admits()).toBe(true);
    expect(log.lines.map(({ event }) => event)).toEqual(['breaker opened', 'breaker closed']);
  });

  test('a probe that hears nothing keeps it open for another pause; one that died gives way after a minute', async () => {
    const { silence, admits, clock, mine } = scene();
    await silence();
    clock.advance(30_000);
    expect(await admits()).toBe(true);
    await mine.note(ONE, TIME_OUT);
    expect(await admits()).toBe(false);
    clock.advance(30_000);
    expect(await admits()).toBe(true);
    clock.advance(59_999);
    expect(await admits()).toBe(false);
    clock.advance(1);
    expect(await admits()).toBe(true);
  });

  test('a probe whose charge was not sent gives the lease back, so that the next charge may probe', async () => {
    const { silence, clock, mine, instance, admits } = scene();
    await silence();
    clock.advance(30_000);
    const view = await mine.read();
    expect(await view.admits(ONE)).toBe(true);
    await view.release();
    expect(await admits(ONE, instance())).toBe(true);
    // The lease is another instance's now: nothing is given back twice.
    await view.release();
    expect(await admits(ONE, instance())).toBe(false);
  });

  test('a charge that was sent has concluded its lease, and gives nothing back', async () => {
    const { silence, clock, mine, admits } = scene();
    await silence();
    clock.advance(30_000);
    const view = await mine.read();
    expect(await view.admits(ONE)).toBe(true);
    await mine.note(ONE, TIME_OUT);
    await view.release();
    expect(await admits()).toBe(false);
  });

  test('an answer closes the breaker of an instance whose probe before was never sent', async () => {
    const { silence, admits, clock, mine } = scene();
    await silence();
    clock.advance(30_000);
    expect(await admits()).toBe(true);
    clock.advance(60_000);
    expect(await admits()).toBe(true);
    await mine.note(ONE, APPROVED);
    expect(await admits()).toBe(true);
  });

  test('an instance that has not heard yet that the bank is back looks again before it refuses', async () => {
    const { silence, clock, log, store, admits, mine } = scene();
    await silence();
    clock.advance(30_000);
    const breakers = dynamoBreakers({ store, clock, lifeMs: 60_000 });
    const late = new InstanceBreaker({ breakers, clock, log, metrics: NO_METRICS });
    const view = await late.read();
    expect(await admits()).toBe(true);
    await mine.note(ONE, APPROVED);
    expect(await view.admits(ONE)).toBe(true);
  });

  test('a lease that cannot be written is refused like one that another call took', async () => {
    const { silence, clock, log, store } = scene();
    await silence();
    clock.advance(30_000);
    const breakers = dynamoBreakers({ store, clock, lifeMs: 0 });
    const write = () => Promise.reject(new StoreUnavailable('not-applied', 'TransactionConflict'));
    const breaker = new InstanceBreaker({ breakers: { ...breakers, write }, clock, log, metrics: NO_METRICS });
    expect(await (await breaker.read()).admits(ONE)).toBe(false);
  });

  test('who gets only one of two leases gives it back', async () => {
    const { clock, log, silence, store } = scene();
    await silence([ONE, ONE, ONE, ONE, ONE]);
    await silence([...OTHERS, ...OTHERS, ...OTHERS]);
    clock.advance(30_000);
    const breakers = dynamoBreakers({ store, clock, lifeMs: 0 });
    const losing: typeof breakers = { ...breakers, write: async (one) => one.pos === undefined && breakers.write(one) };
    const loser = new InstanceBreaker({ breakers: losing, clock, log, metrics: NO_METRICS });
    expect(await (await loser.read()).admits(ONE)).toBe(false);
    const winner = new InstanceBreaker({ breakers, clock, log, metrics: NO_METRICS });
    expect(await (await winner.read()).admits(ONE)).toBe(true);
  });

  test('an authentication may begin while it is half-open, and takes no lease', async () => {
    const { silence, admits, clock, mine } = scene();
    await silence();
    expect((await mine.read()).allowsStart(ONE)).toBe(false);
    clock.advance(30_000);
    expect((await mine.read()).allowsStart(ONE)).toBe(true);
    expect(await admits()).toBe(true);
  });

  test('what cannot be written harms no charge', async () => {
    const { clock, log } = scene();
    const fails = () => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError'));
    const breakers = { all: async () => [], count: fails, write: fails };
    const breaker = new InstanceBreaker({ breakers, clock, log, metrics: NO_METRICS });
    await breaker.note(ONE, TIME_OUT);
    expect(log.lines.map(({ event }) => event)).toEqual(['breaker not written']);
  });
});
