import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { gatewayTag } from '../../../../shared/adapters/dynamodb/index-keys.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { SweepTurn } from '../../../../shared/domain/attempt/sweep-turn.ts';
import { attemptOfReference } from '../../../../shared/domain/payment/payment-name.ts';
import { pinnedPosOf } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { OldestInDoubt, ReconcileNumbers } from '../../../../shared/observability/log.ts';
import type { DueQueue, DueRow } from '../../../../shared/ports/attempts.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { HANGS, posAtGateway, WELL as WELL_GATEWAYS } from '../../../faults/outage/outage-gateways.ts';
import { cardStoringOver } from '../../../support/card/card-storing.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { sweeperStore } from '../../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;
const RUN_MS = 55_000;
const [WELL] = WELL_GATEWAYS;
const TIME_OUT: InquiryAnswer = { kind: 'unknown', cause: 'time-out' };
const DECLINED: InquiryAnswer = {
  kind: 'declined',
  references: { authCode: '', hostReference: '', transactionId: '' },
  code: '003',
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const asked = (): never => {
  throw new Error('no sweeper asks that of the bank');
};

/** Attempts in doubt at two banks, and a sweeper. One bank declines all orders, the other holds each inquiry. */
const scene = async (
  changes: (queue: DueQueue) => Partial<DueQueue> = () => ({}),
  { inquiriesPerSecond = 25 } = {},
) => {
  const store = new MemoryTable();
  const attempts = dynamoAttempts(store);
  const clock = new FakeClock();
  const log = new FakeLog();
  const numbers: ReconcileNumbers[] = [];
  const doubts: OldestInDoubt[] = [];
  const inquiries = { [HANGS]: 0, [WELL]: 0 };
  const held: ((answer: InquiryAnswer) => void)[] = [];
  const handedOn: SweepTurn[] = [];
  let hangs = true;
  let startFails = false;
  let slow = false;
  const bank: BankGateway = {
    charge: asked,
    provision: asked,
    start3D: asked,
    startOnServer: asked,
    verifyCallback: asked,
    followUp: asked,
    inquireHistory: asked,
    inquire: ({ gateway, kind }) => {
      if (gateway !== HANGS && gateway !== WELL) return asked();
      if (kind !== (gateway === HANGS ? 'garanti' : 'nestpay')) return asked();
      inquiries[gateway] += 1;
      if (gateway === WELL && slow) clock.advance(2000);
      if (gateway === WELL || !hangs) return Promise.resolve(DECLINED);
      return new Promise((resolve) => held.push(resolve));
    },
  };
  const swept = sweeperStore(store);
  const settle = reconcilePayments({
    ...swept,
    queue: { ...swept.queue, ...changes(swept.queue) },
    bank,
    posVersions: { find: async (_dealerCode, { posId }) => posAtGateway(posId) },
    opener: { open: async () => 'key' },
    cardStoring: cardStoringOver(store, { clock }),
    randomness: systemRandomness,
    clock,
    log,
    metrics: {
      reconciled: (run, oldest) => {
        numbers.push(run);
        doubts.push(...oldest);
      },
    },
    runs: {
      start: async (turn) => {
        handedOn.push(turn);
        if (startFails) throw new Error('throttled');
      },
    },
    inquiriesPerSecond,
    pause: () => Promise.resolve(),
  });
  const startedAtMs = clock.now();
  return {
    clock,
    log,
    numbers,
    doubts,
    inquiries,
    attempts,
    /** Puts attempts into the queue. The first has been due the longest. */
    put: async (gateway: string, count: number): Promise<readonly Attempt[]> => {
      const made = Array.from({ length: count }, (_, index) =>
        directAttemptWith('D1', {
          pos: pinnedPosOf(posAtGateway(gateway, { posId: gateway })),
          startedAtMs,
          dueAtMs: startedAtMs + (gateway === HANGS ? 0 : MINUTE_MS) + index,
          lastCallAtMs: startedAtMs,
          answerByMs: startedAtMs + 28_000,
        }),
      );
      for (const one of made) await store.transact(itemsOfDirect(one).map((put) => ({ put })));
      return made;
    },
    states: async (of: readonly Attempt[]) =>
      Promise.all(of.map(async ({ reference }) => (await attempts.find(reference))?.state)),
    handedOn,
    run: (lifeMs = RUN_MS, turn?: SweepTurn) =>
      settle({ deadlineMs: clock.now() + lifeMs, ...(turn === undefined ? {} : { turn }) }),
    slowly: () => {
      slow = true;
    },
    startsNothing: () => {
      startFails = true;
    },
    /** Lets the bank's time-out pass for every held call. */
    timeOut: async () => {
      while (held.length > 0) {
        clock.advance(15_000);
        for (const resolve of held.splice(0)) resolve(TIME_OUT);
        for (let turn = 0; turn < 20; turn += 1) await settled();
      }
    },
    answerHeld: (answer: InquiryAnswer) => {
      for (const resolve of held.splice(0)) resolve(answer);
    },
    recovers: () => {
      hangs = false;
    },
    /** Waits until only calls to banks are outstanding. */
    untilOnlyBanksAreAwaited: async () => {
      for (let turn = 0; turn < 500; turn += 1) await settled();
    },
  };
};

describe('The sweeper and two banks, one of which hangs', () => {
  test('the attempts of the other bank are settled before the first inquiry of the hanging one times out', async () => {
    const { clock, put, run, states, inquiries, untilOnlyBanksAreAwaited, timeOut, log, numbers, doubts } =
      await scene();
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
    const { clock, put, run, attempts, inquiries, untilOnlyBanksAreAwaited, timeOut, recovers } = await scene();
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

  test('36,000 rows of the hanging bank before ten of the other in the same shard do not hide them', async () => {
    const hidden: DueRow[] = [];
    const { clock, put, run, states, untilOnlyBanksAreAwaited, timeOut, attempts } = await scene(() => ({
      shards: 1,
      due: async (_shard, { limit, after }) => {
        const start = after === undefined ? 0 : Number(after) + 1;
        return hidden.slice(start, start + limit);
      },
    }));
    const [hanging] = await put(HANGS, 1);
    const well = await put(WELL, 10);
    const row = (reference: string, gateway: string): DueRow => ({
      ...(attemptOfReference(reference) ?? { payment: '', number: 0 }),
      kind: 'attempt',
      gatewayTag: gatewayTag(gateway),
      position: String(hidden.length),
    });
    for (let count = 0; count < 36_000; count += 1) hidden.push(row(hanging?.reference ?? '', HANGS));
    for (const { reference } of well) hidden.push(row(reference, WELL));
    clock.advance(3 * MINUTE_MS);
    const running = run();
    await untilOnlyBanksAreAwaited();
    expect(new Set(await states(well))).toEqual(new Set(['declined']));
    await timeOut();
    await running;
    expect((await attempts.find(hanging?.reference ?? ''))?.postponed).toBe(1);
  });

  test('a shard that is longer than a run may read is read on by the next run, and then from its front again', async () => {
    const starts: (string | undefined)[] = [];
    let read = 0;
    const { run } = await scene(() => ({
      shards: 1,
      due: async (_shard, { limit, after }) => {
        if (read % 160 === 0) starts.push(after);
        const first = after === undefined ? 0 : Number(after) + 1;
        read += 1;
        const left = 50_000 - first;
        return Array.from({ length: Math.min(limit, left) }, (_, index) => ({
          kind: 'attempt' as const,
          payment: 'none',
          number: 1,
          position: String(first + index),
          gatewayTag: gatewayTag(WELL),
        }));
      },
    }));
    expect(await run()).toMatchObject({ finished: false });
    read = 0;
    expect(await run()).toMatchObject({ finished: false });
    read = 0;
    await run();
    expect(starts).toEqual([undefined, '39999', undefined]);
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
      const { clock, put, run, inquiries, untilOnlyBanksAreAwaited, answerHeld } = await scene();
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
    const { clock, put, run, inquiries, attempts } = await scene();
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
    const made = await scene();
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

  /** A shard of 50,000 rows of payments that are gone, and a run that has room for one minute of two rows a second. */
  const longShard = async () => {
    const starts: (string | undefined)[] = [];
    const { run, clock } = await scene(
      () => ({
        shards: 1,
        due: async (_shard, { limit, after }) => {
          starts.push(after);
          const first = after === undefined ? 0 : Number(after) + 1;
          return Array.from({ length: Math.min(limit, 50_000 - first) }, (_, index) => ({
            kind: 'attempt' as const,
            payment: 'none',
            number: 1,
            position: String(first + index),
            gatewayTag: gatewayTag(WELL),
          }));
        },
      }),
      { inquiriesPerSecond: 2 },
    );
    const read = async (turn?: SweepTurn): Promise<readonly (string | undefined)[]> => {
      starts.length = 0;
      expect(await run(RUN_MS, turn)).toMatchObject({ finished: false });
      return [...starts];
    };
    const handedOnTurn: SweepTurn = { handOns: 1, endsAtMs: clock.now() + MINUTE_MS, gateways: [gatewayTag(WELL)] };
    return { read, handedOnTurn };
  };

  test('a run that is handed on reads no more of the queue than its banks have room for', async () => {
    const { read, handedOnTurn } = await longShard();
    expect(await read(handedOnTurn)).toEqual([undefined]);
    // It passed over nothing, so the next run begins at the front. A scheduled run reads on: another bank may come.
    expect(await read()).toHaveLength(160);
  });

  test('what a scheduled run could not read is read by the next scheduled run, whatever is handed on between them', async () => {
    const { read, handedOnTurn } = await longShard();
    await read();
    expect(await read(handedOnTurn)).toEqual(['39999']);
    expect((await read())[0]).toBe('39999');
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
    const { clock, put, run, numbers, log } = await scene(failing((shard) => shard === 3));
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
    const { run, numbers } = await scene(failing(() => true));
    await expect(run()).rejects.toThrow(StoreUnavailable);
    expect(numbers).toEqual([]);
  });
});
