import { setTimeout as theMinute } from 'node:timers/promises';
import { handOutPlans } from '../../functions/sale/hand-out-plans/hand-out-plans.ts';
import { readAll, type Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoDuePlans } from '../../shared/adapters/dynamodb/sale/due-plans.ts';
import { readPlanItem } from '../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { planKeys } from '../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { DAY_MS } from '../../shared/domain/calendar.ts';
import { HAND_OUT_MS, type HandOutSettings } from '../../shared/domain/sale/hand-out.ts';
import { SLOT_LASTS_MS } from '../../shared/domain/sale/slots.ts';
import type { Log } from '../../shared/observability/log.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { PlanBatch } from '../../shared/ports/due-plans.ts';
import { type NoonScene, setNoonScene } from '../faults/plan/noon-scene.ts';
import { NOON_MS } from '../faults/plan/noon-simulation.ts';
import { noonWorker } from '../faults/plan/noon-worker.ts';
import { WriteCounts } from '../faults/plan/write-counts.ts';
import { LastWritten } from './last-written.ts';
import { NoonBank } from './noon-bank.ts';
import { type Pace, paceOf } from './noon-bare.ts';
import { WORKER_LIFE_MS } from './noon-plans.ts';
import { type NoonStore, StoreUse } from './noon-store.ts';

/** The slot lasts two hours: no plan of it is handed out later. */
const MOST_MINUTES = 115;
const PAGE = 250;
const ROWS_AT_ONCE = 1_000;
const TABLE_NAME = 'noon';

export interface NoonSettings {
  readonly plans: number;
  readonly dealers: number;
  readonly gateways: readonly string[];
  readonly settings: HandOutSettings;
}

/** What stands in the table behind it all. */
interface NoonEnd {
  readonly paid: number;
  /** Plans that the queue still has for this noon, and those that it has for the next day. */
  readonly due: number;
  readonly ahead: number;
}

export interface NoonDrain extends NoonEnd, Pace {
  readonly seconds: number;
  readonly charges: number;
  readonly orders: number;
  readonly batches: number;
  readonly mostWorkers: number;
  /** Plans that a worker left because the store failed, by the report of its run; and lines of errors by their event. */
  readonly failing: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly counts: WriteCounts;
  readonly use: StoreUse;
}

/** Plans that the queue has until a moment. */
const countDue = async (table: Table, nowMs: number): Promise<number> => {
  const queue = dynamoDuePlans(table);
  let count = 0;
  for (let shard = 0; shard < queue.shards; shard += 1) {
    let after: string | undefined;
    do {
      const page = await queue.due(shard, { nowMs, limit: PAGE, after });
      count += page.length;
      after = page.length < PAGE ? undefined : page.at(-1)?.position;
    } while (after !== undefined);
  }
  return count;
};

type Worker = ReturnType<typeof noonWorker>;

/** One noon in real time: the lead each minute, and batches that share one instance, as they do with `npm start`. */
class NoonOnMachine {
  readonly #size: NoonSettings;
  readonly #store: NoonStore;
  readonly #bank: NoonBank;
  #startedAt = 0;
  /** The time of this machine, moved to noon. */
  readonly #clock: Clock = { now: () => NOON_MS + 1000 + Math.floor(performance.now() - this.#startedAt) };
  readonly #counts = new WriteCounts(this.#clock);
  readonly #use = new StoreUse();
  readonly #known = new LastWritten();
  readonly #running = new Set<Promise<void>>();
  readonly #errors: Record<string, number> = {};
  readonly #log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event, { errorName }) => this.#failed(`${event}: ${errorName}`),
  };
  #batches = 0;
  #mostWorkers = 0;
  #failing = 0;

  constructor(size: NoonSettings, store: NoonStore, onCharge: (charges: number) => void) {
    this.#size = size;
    this.#store = store;
    this.#bank = new NoonBank(2 * size.plans, onCharge);
  }

  #failed(event: string): void {
    this.#errors[event] = (this.#errors[event] ?? 0) + 1;
  }

  #table(): Table {
    return this.#known.watching(this.#counts.counting(this.#store.ofInstance(TABLE_NAME, this.#use), this.#known));
  }

  async drain(): Promise<NoonDrain> {
    const { plans } = this.#size;
    const direct = await this.#store.newTable(TABLE_NAME);
    const scene = await setNoonScene(direct, { ...this.#size, noonMs: NOON_MS });
    this.#startedAt = performance.now();
    const pace = await paceOf(plans, () => this.#handOut(scene, direct));
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const end = await this.#end(direct, scene);
    return {
      ...end,
      ...pace,
      seconds,
      charges: this.#bank.charges,
      orders: this.#bank.orders(),
      batches: this.#batches,
      mostWorkers: this.#mostWorkers,
      failing: this.#failing,
      errors: this.#errors,
      counts: this.#counts,
      use: this.#use,
    };
  }

  #worker(scene: NoonScene, table: Table): Worker {
    return noonWorker({
      table,
      scene,
      clock: this.#clock,
      bank: this.#bank.gateway,
      log: this.#log,
      metrics: { charged: () => undefined },
    });
  }

  /** Has a batch worked on. */
  #start(batch: PlanBatch, worker: Worker): void {
    const run = worker(batch, this.#clock.now() + WORKER_LIFE_MS)
      .then(({ failing = 0 }) => {
        this.#failing += failing;
      })
      .catch((error: unknown) => this.#failed(String(error)))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    this.#batches += 1;
    this.#mostWorkers = Math.max(this.#mostWorkers, this.#running.size);
  }

  /**
   * Runs the lead each minute until nobody works and no plan of this noon waits, and once more as soon as all plans are
   * charged. A plan whose look failed is due again some minutes later.
   */
  async #handOut(scene: NoonScene, direct: Table): Promise<void> {
    const worker = this.#worker(scene, this.#table());
    const lead = handOutPlans({
      duePlans: dynamoDuePlans(this.#table()),
      workers: { start: async (batch) => this.#start(batch, worker) },
      settings: this.#size.settings,
      clock: this.#clock,
      log: this.#log,
      metrics: { ran: () => undefined },
    });
    for (let minute = 1; minute <= MOST_MINUTES; minute += 1) {
      const { due } = await lead();
      const isIdle = due === 0 && this.#running.size === 0;
      if (isIdle && (await countDue(direct, NOON_MS + SLOT_LASTS_MS)) === 0) return;
      const ended = new AbortController();
      const nextRun = theMinute(this.#startedAt + minute * HAND_OUT_MS - performance.now(), undefined, {
        signal: ended.signal,
      }).catch(() => undefined);
      await (isIdle ? nextRun : Promise.race([nextRun, this.#allCharged()]));
      ended.abort();
    }
    await Promise.all(this.#running);
  }

  /** Fulfilled when nobody works any more, if all is charged by then. */
  async #allCharged(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#bank.charges < this.#size.plans) await new Promise<never>(() => undefined);
  }

  /** Reads every plan, and the queue. */
  async #end(direct: Table, { dealers }: NoonScene): Promise<NoonEnd> {
    const { plans } = this.#size;
    let paid = 0;
    for (let first = 1; first <= plans; first += ROWS_AT_ONCE) {
      const ids = Array.from({ length: Math.min(ROWS_AT_ONCE, plans - first + 1) }, (_, index) => first + index);
      const rows = await readAll(
        direct,
        ids.map((id) =>
          planKeys.plan({
            dealerCode: dealers[id % dealers.length]?.dealerCode ?? '',
            dealerSaleId: id,
            dealerPaymentPlanId: id,
          }),
        ),
      );
      paid += rows.map(readPlanItem).filter(({ state }) => state === 'paid').length;
    }
    const due = await countDue(direct, NOON_MS + SLOT_LASTS_MS);
    return { paid, due, ahead: (await countDue(direct, NOON_MS + 2 * DAY_MS)) - due };
  }
}

/** Charges plans that are all due at one noon over the embedded engine. `onCharge` hears of each charge. */
export const drainNoon = (
  size: NoonSettings,
  store: NoonStore,
  onCharge: (charges: number) => void,
): Promise<NoonDrain> => new NoonOnMachine(size, store, onCharge).drain();
