import { reconcilePayments } from '../../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { SweepTurn } from '../../../../shared/domain/attempt/sweep-turn.ts';
import { pinnedPosOf } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { OldestInDoubt, ReconcileNumbers } from '../../../../shared/observability/log.ts';
import type { DueQueue } from '../../../../shared/ports/attempts.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { HANGS, posAtGateway, WELL as WELL_GATEWAYS } from '../../../faults/outage/outage-gateways.ts';
import { cardStoringOver } from '../../../support/card/card-storing.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { sweeperStore } from '../../../support/store/sweeper-store.ts';

export const MINUTE_MS = 60_000;
export const RUN_MS = 55_000;
export const [WELL] = WELL_GATEWAYS;
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
export const twoBanks = async (
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
