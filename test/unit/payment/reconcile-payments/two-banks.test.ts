import { describe, expect, test } from 'vitest';
import { gatewayTag } from '../../../../shared/adapters/dynamodb/index-keys.ts';
import type { DueQueue } from '../../../../shared/ports/attempts.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { HANGS } from '../../../faults/outage/outage-gateways.ts';
import { MINUTE_MS, RUN_MS, twoBanks, WELL } from './two-banks-scene.ts';

describe('The sweeper and two banks, one of which hangs', () => {
  test('the attempts of the other bank are settled before the first inquiry of the hanging one times out', async () => {
    const { clock, put, run, states, inquiries, untilOnlyBanksAreAwaited, timeOut, log, numbers, doubts } =
      await twoBanks();
    await put(HANGS, 300);
    const well = await put(WELL, 40);
    clock.advance(3 * MINUTE_MS);
    const running = run();
    await untilOnlyBanksAreAwaited();
    expect(new Set(await states(well))).toEqual(new Set(['declined']));
    expect(inquiries).toEqual({ [HANGS]: 3, [WELL]: 40 });
    await timeOut();
    expect(await running).toMatchObject({
      reconciled: 40,
      reschedule: 3,
      failed: 0,
      silentGateways: 1,
      finished: false,
    });
    // After three unknown answers in a row this run asks the bank no more.
    expect(inquiries[HANGS]).toBe(3);
    expect(numbers).toMatchObject([{ reconciled: 40, reschedule: 3, silentGateways: 1 }]);
    // Three minutes, and the fifteen seconds of the time-out. The other bank has none in doubt.
    expect(doubts).toEqual([{ gateway: 'hangs.example', ageMs: 3 * MINUTE_MS + 15_000 }]);
    expect(log.lines).toEqual([
      { level: 'warn', event: 'gateway does not answer', fields: { gateway: 'hangs.example' } },
    ]);
  });

  test('what was not asked about is neither leased nor put off: it stays as it is, and the next run begins with it', async () => {
    const { clock, put, run, attempts, inquiries, untilOnlyBanksAreAwaited, timeOut, recovers } = await twoBanks();
    const hanging = await put(HANGS, 30);
    clock.advance(3 * MINUTE_MS);
    const asking = async (): Promise<number> => {
      const running = run();
      await untilOnlyBanksAreAwaited();
      await timeOut();
      await running;
      const now = await Promise.all(hanging.map(({ reference }) => attempts.find(reference)));
      return now.filter((one) => one?.version === 1).length;
    };
    expect(await asking()).toBe(27);
    expect(await asking()).toBe(24);
    expect(inquiries[HANGS]).toBe(6);
    recovers();
    expect(await run()).toMatchObject({ reconciled: 24, silentGateways: 0, finished: true });
  });

  test.each([
    ['time-out', 3],
    ['connection-lost', 3],
    ['unreadable', 3],
    ['error-answer', 3],
    ['not-asked', 3],
    ['contradictory', 10],
  ] as const)(
    'an inquiry that stays unknown by %s: of ten attempts the bank is asked about %i',
    async (cause, count) => {
      const { clock, put, run, inquiries, untilOnlyBanksAreAwaited, answerHeld } = await twoBanks();
      await put(HANGS, 10);
      clock.advance(3 * MINUTE_MS);
      const running = run();
      for (let round = 0; round < 10; round += 1) {
        await untilOnlyBanksAreAwaited();
        answerHeld({ kind: 'unknown', cause });
      }
      // A contradictory answer concerns one order, and says nothing about the bank's other orders.
      expect(await running).toMatchObject({ reschedule: count, silentGateways: count === 3 ? 1 : 0 });
      expect(inquiries[HANGS]).toBe(count);
    },
  );

  test('nothing is begun that could not be finished before the deadline', async () => {
    const { clock, put, run, inquiries, attempts } = await twoBanks();
    const [well] = await put(WELL, 1);
    clock.advance(3 * MINUTE_MS);
    expect(await run(19_999)).toMatchObject({ reconciled: 0, finished: false });
    expect(inquiries[WELL]).toBe(0);
    expect((await attempts.find(well?.reference ?? ''))?.version).toBe(1);
    expect(await run(20_000)).toMatchObject({ reconciled: 1, finished: true });
  });
});

describe('The sweeper whose time is over before its rows are', () => {
  /** More rows than a run begins: each inquiry takes two seconds of the clock. */
  const busy = async () => {
    const made = await twoBanks();
    const well = await made.put(WELL, 60);
    await made.put(HANGS, 10);
    made.clock.advance(3 * MINUTE_MS);
    made.slowly();
    return { ...made, well };
  };

  test('hands on the bank that answers, and not the one that hangs; a run that is handed on asks that bank alone', async () => {
    const { run, handedOn, inquiries, untilOnlyBanksAreAwaited, timeOut, clock } = await busy();
    const startedAtMs = clock.now();
    const running = run();
    await untilOnlyBanksAreAwaited();
    await timeOut();
    expect(await running).toMatchObject({ silentGateways: 1, handedOn: 1, finished: false });
    expect(handedOn).toEqual([{ handOns: 1, endsAtMs: startedAtMs + MINUTE_MS, gateways: [gatewayTag(WELL)] }]);
    const before = { ...inquiries };
    await run(RUN_MS, { handOns: 1, endsAtMs: clock.now() + MINUTE_MS, gateways: [gatewayTag(WELL)] });
    expect(inquiries[WELL]).toBeGreaterThan(before[WELL]);
    expect(inquiries[HANGS]).toBe(before[HANGS]);
  });

  test('a run that cannot be started is logged, and its rows stay due', async () => {
    const { run, startsNothing, log, untilOnlyBanksAreAwaited, timeOut } = await busy();
    startsNothing();
    const running = run();
    await untilOnlyBanksAreAwaited();
    await timeOut();
    expect(await running).toMatchObject({ handedOn: 0, finished: false });
    expect(log.lines).toContainEqual({ level: 'error', event: 'sweep not handed on', fields: { errorName: 'Error' } });
  });
});

describe('The sweeper and a queue that cannot be read', () => {
  const failing =
    (shards: (shard: number) => boolean) =>
    (queue: DueQueue): Partial<DueQueue> => ({
      due: (shard, query) =>
        shards(shard) ? Promise.reject(new StoreUnavailable('unknown', 'TimeoutError')) : queue.due(shard, query),
    });

  test('one shard that fails is logged as an error, and the others are settled', async () => {
    const { clock, put, run, numbers, log } = await twoBanks(failing((shard) => shard === 3));
    await put(WELL, 100);
    clock.advance(3 * MINUTE_MS);
    const report = await run();
    expect(report.reconciled).toBeGreaterThan(50);
    expect(report.reconciled).toBeLessThan(100);
    expect(report.finished).toBe(false);
    expect(numbers).toHaveLength(1);
    expect(log.lines.map(({ level, event }) => [level, event])).toEqual([['error', 'queue not read']]);
  });

  test('a run that can read no shard fails and writes no numbers, so that the heartbeat stays out', async () => {
    const { run, numbers } = await twoBanks(failing(() => true));
    await expect(run()).rejects.toThrow(StoreUnavailable);
    expect(numbers).toEqual([]);
  });
});
