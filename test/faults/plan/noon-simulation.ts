import { handOutPlans } from '../../../functions/sale/hand-out-plans/hand-out-plans.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoDuePlans } from '../../../shared/adapters/dynamodb/sale/due-plans.ts';
import type { HandOutSettings } from '../../../shared/domain/sale/hand-out.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { PlanBatch } from '../../../shared/ports/due-plans.ts';
import { FakeLog } from '../../fakes/log.ts';
import { SimulatedTime } from '../../support/simulated-time.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { InstancePool } from '../outage/instance-pool.ts';
import { OutageBanks } from '../outage/outage-banks.ts';
import { type NoonScene, type NoonSize, setNoonScene } from './noon-scene.ts';
import { noonWorker } from './noon-worker.ts';
import { plansIn } from './plan-invariants.ts';
import { WriteCounts } from './write-counts.ts';

const MINUTE_MS = 60_000;
const WORKER_LIFE_MS = 95_000;
/** A slot lasts two hours. */
const SLOT_MINUTES = 120;
/** Noon in Istanbul. */
export const NOON_MS = Date.UTC(2026, 10, 2, 9);

export interface Noon extends Omit<NoonSize, 'noonMs'> {
  readonly settings: HandOutSettings;
  /** How long a charge takes at a bank that answers. */
  readonly callMs: number;
  /** This gateway is silent for so long from noon on. */
  readonly silent?: { readonly gateway: string; readonly minutes: number };
  /** What happens to the batches that are handed out: `twice` are invoked two times, and `lost` never. */
  readonly fateOf?: (number: number) => 'once' | 'twice' | 'lost';
}

/** What came of a noon at one gateway. */
interface GatewayNoon {
  readonly gateway: string;
  readonly plans: number;
  readonly paid: number;
  /** Minutes from noon to its last charge. */
  readonly drainedAfterMinutes: number;
  readonly mostAtOnce: number;
}

export interface NoonReport {
  readonly gateways: readonly GatewayNoon[];
  readonly paid: number;
  readonly due: readonly number[];
  /** Orders that the banks took more than once, and plans that are paid without a charge. */
  readonly wrong: readonly string[];
  readonly mostWorkers: number;
  readonly batches: number;
  readonly counts: WriteCounts;
}

/** Called when batches of a minute were handed out, with a count of the rows that are stored. */
type OnMinute = (minute: number, rows: () => number) => void;

/** One noon in simulated time: the lead every minute, its workers, and banks that take their time. */
class NoonSimulation {
  readonly #noon: Noon;
  readonly #time = new SimulatedTime(NOON_MS);
  readonly #store = new MemoryTable();
  readonly #counts = new WriteCounts(this.#time);
  readonly #table: Table = this.#counts.counting(this.#store, this.#store);
  readonly #banks: OutageBanks;
  readonly #log = new FakeLog();
  readonly #due: number[] = [];
  readonly #problems: string[] = [];
  #batches = 0;

  constructor(noon: Noon) {
    this.#noon = noon;
    const { silent, callMs } = noon;
    const outages =
      silent === undefined
        ? []
        : [{ gateway: silent.gateway, fromMs: NOON_MS, untilMs: NOON_MS + silent.minutes * MINUTE_MS }];
    this.#banks = new OutageBanks({ time: this.#time, outages, callMs: () => callMs });
  }

  #pool(scene: NoonScene): InstancePool<ReturnType<typeof noonWorker>> {
    const make = () =>
      noonWorker({
        table: this.#table,
        scene,
        clock: this.#time,
        bank: this.#banks,
        log: this.#log,
        metrics: { charged: () => undefined },
      });
    return new InstancePool({ make, time: this.#time, most: 1_000 });
  }

  #start(batch: PlanBatch, pool: InstancePool<ReturnType<typeof noonWorker>>): void {
    const fate = this.#noon.fateOf?.(this.#batches) ?? 'once';
    this.#batches += 1;
    for (let times = { once: 1, twice: 2, lost: 0 }[fate]; times > 0; times -= 1) {
      pool
        .serve((charge) => charge(batch, this.#time.now() + WORKER_LIFE_MS))
        .catch((error: unknown) => this.#problems.push(String(error)));
    }
  }

  async run(onMinute: OnMinute): Promise<NoonReport> {
    const { settings } = this.#noon;
    const scene = await setNoonScene(this.#store, { ...this.#noon, noonMs: NOON_MS });
    const pool = this.#pool(scene);
    const lead = handOutPlans({
      duePlans: dynamoDuePlans(this.#table),
      workers: { start: async (batch) => this.#start(batch, pool) },
      settings,
      clock: this.#time,
      log: this.#log,
      metrics: { ran: ({ due }) => void this.#due.push(due) },
    });
    for (let minute = 0; minute < SLOT_MINUTES; minute += 1) {
      await lead();
      onMinute(minute, () => this.#store.rows().length);
      await this.#time.runUntil(NOON_MS + (minute + 1) * MINUTE_MS);
      if (this.#due.at(-1) === 0) break;
    }
    await this.#time.runUntil(this.#time.now() + 2 * MINUTE_MS);
    return this.#report(scene, pool.mostBusy);
  }

  #report(scene: NoonScene, mostWorkers: number): NoonReport {
    const plans = plansIn(this.#store.rows()).filter(({ dueAtMs = 0 }) => dueAtMs < NOON_MS + SLOT_MINUTES * MINUTE_MS);
    const isPaid = ({ state }: PaymentPlan): boolean => state === 'paid';
    const gatewayOf = ({ dealerCode }: PaymentPlan): string => scene.posOf(dealerCode).gateway;
    const gateways = this.#noon.gateways.map((gateway): GatewayNoon => {
      const of = plansIn(this.#store.rows()).filter((plan) => plan.version > 1 && gatewayOf(plan) === gateway);
      const calls = this.#banks.calls.get(gateway) ?? [];
      const lastMs = of.filter(isPaid).reduce((last, { endedAtMs = 0 }) => Math.max(last, endedAtMs), NOON_MS);
      return {
        gateway,
        plans: of.length,
        paid: of.filter(isPaid).length,
        drainedAfterMinutes: (lastMs - NOON_MS) / MINUTE_MS,
        mostAtOnce: mostWithin(calls, this.#noon.callMs),
      };
    });
    const paid = plans.filter(isPaid);
    const charged = this.#banks.charged;
    const wrong = [
      ...this.#problems,
      ...(new Set(charged).size === charged.length ? [] : ['an order was charged twice']),
      ...(this.#noon.silent === undefined && paid.length !== charged.length
        ? [`${paid.length} plans are paid, and ${charged.length} orders charged`]
        : []),
      ...this.#log.lines.filter(({ level }) => level === 'error').map(({ event }) => event),
    ];
    const { counts, due, batches } = { counts: this.#counts, due: this.#due, batches: this.#batches };
    return { gateways, paid: paid.length, due, wrong, mostWorkers, batches, counts };
  }
}

/** Most calls that were under way at once, where each takes so long. */
const mostWithin = (calls: readonly number[], callMs: number): number => {
  const sorted = calls.toSorted((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [index, atMs] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= atMs - callMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
};

/** Charges plans that are all due at one noon, by the real use cases over the table in memory. */
export const simulateNoon = (noon: Noon, onMinute: OnMinute = () => undefined): Promise<NoonReport> =>
  new NoonSimulation(noon).run(onMinute);
