import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { readAttempt } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { isFinal } from '../../../shared/domain/attempt/states.ts';
import type { SweepTurn } from '../../../shared/domain/attempt/sweep-turn.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../support/payment/stored-payments.ts';
import { SimulatedTime } from '../../support/simulated-time.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { sweeperStore } from '../../support/store/sweeper-store.ts';
import { OutageBanks } from './outage-banks.ts';
import { HANGS, posAtGateway, WELL } from './outage-gateways.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const RUN_MS = 55 * SECOND_MS;
/** From the end of one run's time to the start of the run that it hands on to. */
const STARTS_AFTER_MS = 300;

/** The size of an outage. The rate and the number of attempts shrink together, so a small one has the same shape. */
export interface OutageSize {
  readonly outageMinutes: number;
  /** Attempts in doubt that the outage leaves in each minute. */
  readonly doubtsPerMinute: number;
  /** Attempts in doubt at each of the other banks in each minute. */
  readonly othersPerMinute: number;
  readonly inquiriesPerSecond: number;
  /** Until when the simulation goes on after the bank's return. */
  readonly minutesAfter: number;
}

/** 36,000 attempts in doubt: an hour at ten charges a second. */
export const WHOLE_OUTAGE: OutageSize = {
  outageMinutes: 60,
  doubtsPerMinute: 600,
  othersPerMinute: 12,
  inquiriesPerSecond: 25,
  minutesAfter: 35,
};

/** What a minute of the simulation shows. */
export interface OutageMinute {
  readonly minute: number;
  /** Attempts in doubt at its end, by gateway. */
  readonly open: Readonly<Record<string, number>>;
}

export interface OutageReport {
  readonly minutes: readonly OutageMinute[];
  /** How long after it was due the last attempt of each of the other banks was settled. */
  readonly latestOfOthersMs: number;
  /** From the bank's return to the end of its last attempt; undefined while one is open. */
  readonly settledAfterMs: number | undefined;
  /** Most calls that one bank got in a second and in a minute. */
  readonly mostCallsInSecond: number;
  readonly mostCallsInMinute: number;
  readonly handOns: number;
  /** Pages of the queue that runs read after the bank's return. */
  readonly pagesAfterReturn: number;
  /** Attempts whose end is not what the bank's books say. */
  readonly wrong: readonly string[];
}

const mostWithin = (times: readonly number[], ms: number): number => {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

const names = hmacPaymentNames('outage');

class SweepSimulation {
  readonly #size: OutageSize;
  readonly #time = new SimulatedTime();
  readonly #startMs = this.#time.now();
  readonly #store = new MemoryTable();
  readonly #banks: OutageBanks;
  readonly #open = new Map<string, { readonly gateway: string; readonly dueAtMs: number }>();
  readonly #log = new FakeLog();
  readonly #wrong: string[] = [];
  #latestOfOthersMs = 0;
  #lastOfHangingMs = 0;
  #handOns = 0;
  #pagesAfterReturn = 0;
  #made = 0;

  constructor(size: OutageSize) {
    this.#size = size;
    this.#banks = new OutageBanks({
      time: this.#time,
      outages: [{ gateway: HANGS, fromMs: this.#startMs, untilMs: this.#returnsAtMs }],
      callMs: (number) => 300 + (number % 5) * 100,
    });
    this.#store.watch = (_before, after) => {
      if (after.entity === 'attempt') this.#note(after);
    };
  }

  get #returnsAtMs(): number {
    return this.#startMs + this.#size.outageMinutes * MINUTE_MS;
  }

  #note(row: Parameters<typeof readAttempt>[0]['attempt']): void {
    const { orderId, state } = readAttempt({
      attempt: row,
      payment: this.#store.peek({ pk: String(row.pk), sk: '1#PAYMENT' }) ?? {},
    });
    const waiting = this.#open.get(orderId);
    if (waiting === undefined || !isFinal(state)) return;
    this.#open.delete(orderId);
    const nowMs = this.#time.now();
    if (waiting.gateway === HANGS) this.#lastOfHangingMs = nowMs;
    else this.#latestOfOthersMs = Math.max(this.#latestOfOthersMs, nowMs - waiting.dueAtMs);
    const said = this.#banks.stateOf(orderId);
    if (said !== state) this.#wrong.push(`${orderId}: ${state}, and the bank says ${said}`);
  }

  /** A direct payment without a code, whose charge got no answer: every second one was charged. */
  async #putDoubt(gateway: string): Promise<void> {
    this.#made += 1;
    const nowMs = this.#time.now();
    const attempt = directAttemptWith(
      'D1',
      {
        payment: names.nameOf('D1', `doubt ${this.#made}`),
        pos: pinnedPosOf(posAtGateway(gateway, { posId: gateway })),
        startedAtMs: nowMs,
        lastCallAtMs: nowMs,
        answerByMs: nowMs + 28 * SECOND_MS,
        dueAtMs: nowMs + 2 * MINUTE_MS,
      },
      { splits: [] },
    );
    const { pendingCard: _none, ...withoutCard } = attempt;
    this.#banks.book(attempt.orderId, this.#made % 2 === 0 ? 'captured' : 'declined');
    this.#open.set(attempt.orderId, { gateway, dueAtMs: attempt.dueAtMs });
    await this.#store.transact(itemsOfDirect(withoutCard).map((put) => ({ put })));
  }

  /** Begins a run in an instance of its own; nobody waits for it. */
  #beginRun(turn?: SweepTurn): void {
    const swept = sweeperStore(this.#store);
    const settle = reconcilePayments({
      ...swept,
      queue: {
        ...swept.queue,
        due: (shard, query) => {
          if (this.#time.now() >= this.#returnsAtMs) this.#pagesAfterReturn += 1;
          return swept.queue.due(shard, query);
        },
      },
      bank: this.#banks,
      posVersions: { find: async (_dealerCode, { posId }) => posAtGateway(posId, { posId }) },
      opener: { open: async () => 'key' },
      cardStoring: cardStoringOver(this.#store, { clock: this.#time }),
      randomness: systemRandomness,
      clock: this.#time,
      log: this.#log,
      metrics: { reconciled: () => undefined },
      runs: {
        start: async (next) => {
          this.#handOns += 1;
          this.#time.at(this.#time.now() + STARTS_AFTER_MS, () => this.#beginRun(next));
        },
      },
      inquiriesPerSecond: this.#size.inquiriesPerSecond,
      pause: this.#time.pause,
    });
    const deadlineMs = this.#time.now() + RUN_MS;
    settle(turn === undefined ? { deadlineMs } : { deadlineMs, turn }).catch((error: unknown) => {
      this.#wrong.push(`a run failed: ${error instanceof Error ? error.message : 'unknown'}`);
    });
  }

  #planMinute(minute: number): void {
    const fromMs = this.#startMs + minute * MINUTE_MS;
    this.#time.at(fromMs, () => this.#beginRun());
    const put = (gateway: string, count: number): void => {
      for (let index = 0; index < count; index += 1) {
        this.#time.at(fromMs + (index * MINUTE_MS) / count, () => void this.#putDoubt(gateway));
      }
    };
    if (minute < this.#size.outageMinutes) put(HANGS, this.#size.doubtsPerMinute);
    for (const gateway of WELL) put(gateway, this.#size.othersPerMinute);
  }

  #openNow(): Readonly<Record<string, number>> {
    const open = Object.fromEntries([HANGS, ...WELL].map((gateway) => [gateway, 0]));
    for (const { gateway } of this.#open.values()) open[gateway] = (open[gateway] ?? 0) + 1;
    return open;
  }

  async run(): Promise<OutageReport> {
    const { outageMinutes, minutesAfter } = this.#size;
    const minutes: OutageMinute[] = [];
    for (let minute = 0; minute < outageMinutes + minutesAfter; minute += 1) {
      this.#planMinute(minute);
      await this.#time.runUntil(this.#startMs + (minute + 1) * MINUTE_MS - 1);
      minutes.push({ minute: minute + 1, open: this.#openNow() });
    }
    const errors = this.#log.lines.filter(({ level }) => level === 'error').map(({ event }) => event);
    const calls = [...this.#banks.calls.values()];
    return {
      minutes,
      latestOfOthersMs: this.#latestOfOthersMs,
      settledAfterMs: this.#openNow()[HANGS] === 0 ? this.#lastOfHangingMs - this.#returnsAtMs : undefined,
      mostCallsInSecond: Math.max(...calls.map((times) => mostWithin(times, SECOND_MS))),
      mostCallsInMinute: Math.max(...calls.map((times) => mostWithin(times, MINUTE_MS))),
      handOns: this.#handOns,
      pagesAfterReturn: this.#pagesAfterReturn,
      wrong: [...this.#wrong, ...errors],
    };
  }
}

/**
 * The sweeper in an outage: one bank of three answers nothing for an hour, and every charge at it stays in doubt. The use
 * case is the real one; the table, the banks and the time are simulated.
 */
export const simulateOutage = (size: OutageSize): Promise<OutageReport> => new SweepSimulation(size).run();
