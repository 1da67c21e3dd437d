import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import { isFinalPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { faultyVault, type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import { checkQueue, checkSteps, demand } from '../invariants.ts';
import { dueTimesIn, stepsIn } from '../payments-in.ts';
import { type FunctionKind, fateOf, type Process, type ProcessOptions } from '../processes.ts';
import { type SeededRun, storyOf } from '../seeded-run.ts';
import { reconcileOnce, SWEEPER, storingOf } from '../sweeper.ts';
import type { Instance, World } from '../world.ts';
import { endedRowsIn, liveRowsOf } from './ended-rows.ts';
import { checkAhead } from './plan-ahead.ts';
import { bankOfPlans } from './plan-bank.ts';
import { checkNewSteps } from './plan-days.ts';
import { PlanDealer } from './plan-dealer.ts';
import { checkPlanEnd, openAtLast } from './plan-end.ts';
import { PLAN_WORKER, planWorker } from './plan-functions.ts';
import { PlanHardships } from './plan-hardships.ts';
import { checkPlans, planSaleOf, plansIn, planWatch, stuckPlansIn } from './plan-invariants.ts';
import { checkHeld } from './plan-money.ts';
import { PlanPast } from './plan-past.ts';
import { PlanPayers } from './plan-payers.ts';
import { LONG_DAYS, setPlanScene } from './plan-scene.ts';
import { lookTimesIn } from './plan-times.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Of a run with a few sales. One with more has as many again for each ten of them. */
const MOST_STEPS = 3000;
/** After this many steps, what has ended is set aside. */
const STEPS_BETWEEN = 20;
/** A call of a dealer, with about as many calls to the store. */
const DEALER_CALL: FunctionKind = { lifeMs: 30_000, calls: 12 };
const FAULTLESS: ProcessOptions = { lifeMs: HOUR_MS, freezes: false };

interface Work {
  readonly process: Process;
  readonly work: () => Promise<unknown>;
}

/** Recurring sales over many days: a seed chooses what dealers, cards, bank, crashes and the sweeper do. */
export class PlanRun implements SeededRun {
  readonly #world: World;
  readonly #vault: RunVault;
  readonly #days: number;
  readonly #past: PlanPast;
  #hardships: PlanHardships | undefined;
  #payers: PlanPayers | undefined;

  constructor(world: World, days: number) {
    this.#world = world;
    this.#days = days;
    this.#past = new PlanPast(world.clock);
    this.#vault = faultyVault(world.circumstances, world.bank);
  }

  async story(): Promise<unknown> {
    return { plans: plansIn(await this.#world.store.rows()), ...(await storyOf(this.#world)) };
  }

  get #hard(): PlanHardships {
    if (this.#hardships === undefined) throw new Error('the scene is not set');
    return this.#hardships;
  }

  #worker(due: readonly DuePlan[], options: ProcessOptions): Work {
    const instance = this.#world.instance(options);
    const work = planWorker(this.#world, instance, {
      vault: this.#vault,
      breaker: this.#hard.breaker,
      dealer: this.#hard.dealer,
      wishes: this.#hard.wishes,
      bank: ({ bank }) => bankOfPlans(this.#world, { isOut: this.#hard.isOut }, bank),
    });
    return {
      process: instance.process,
      work: async () => {
        const report = await work(due);
        for (const [look, count] of Object.entries(report)) this.#world.circumstances.met.add(`look ${look}`, count);
      },
    };
  }

  #sweeper(options: ProcessOptions): Work {
    const instance = this.#world.instance(options);
    const { process, bank } = instance;
    const outer = bankOfPlans(this.#world, { isOut: this.#hard.isOut }, bank);
    const opener = process.using(this.#vault, VAULT_METHODS);
    return {
      process,
      work: () =>
        reconcileOnce(
          this.#world,
          { ...instance, bank: outer },
          { opener, cardStoring: storingOf(this.#world, instance) },
        ),
    };
  }

  async #due(): Promise<readonly DuePlan[]> {
    const engine = dynamoPlanEngine(this.#world.store.direct);
    const nowMs = this.#world.clock.now();
    const shards = Array.from({ length: engine.shards }, (_, shard) => engine.due(shard, { nowMs, limit: 100 }));
    return (await Promise.all(shards)).flat();
  }

  /** When something is due next; undefined when nothing is. */
  async #nextAtMs(): Promise<number | undefined> {
    const rows = await liveRowsOf(this.#world.store);
    const stuck = this.#world.circumstances.atFault ? new Set<number>() : stuckPlansIn(rows);
    const waits = (one: PaymentPlan): boolean => !isFinalPlan(one) && !stuck.has(one.dealerPaymentPlanId);
    const payers = this.#world.circumstances.atFault ? (this.#payers?.times() ?? []) : [];
    const times = [...lookTimesIn(rows, waits), ...dueTimesIn(rows), ...payers];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #works(dealer: PlanDealer, faulty: boolean): Promise<readonly Work[]> {
    const { seeded, clock } = this.#world;
    const due = await this.#due();
    const fate = (kind: typeof PLAN_WORKER): ProcessOptions => (faulty ? fateOf(seeded, kind) : FAULTLESS);
    const batches = faulty ? this.#hard.batches(due) : [due];
    const sweeps = dueTimesIn(await liveRowsOf(this.#world.store)).some((atMs) => atMs <= clock.now());
    const workers = batches.filter(({ length }) => length > 0).map((batch) => this.#worker(batch, fate(PLAN_WORKER)));
    const sweepers = sweeps ? [this.#sweeper(fate(SWEEPER))] : [];
    // A dealer acts while workers are between two of their calls, and now and then beside none.
    const pace = this.#days > LONG_DAYS ? 0.3 : 1;
    const acts = faulty && seeded.chance((workers.length > 0 ? 0.35 : 0.1) * pace);
    const payers = faulty ? ((await this.#payers?.works()) ?? []) : [];
    return [...workers, ...sweepers, ...payers, ...(acts ? [this.#deed(await dealer.next(due))] : [])];
  }

  #deed(deed: (instance: Instance) => Promise<void>): Work {
    const { seeded } = this.#world;
    const instance = this.#world.instance(fateOf(seeded, DEALER_CALL));
    const { process } = instance;
    const { pauses } = process.using({ pauses: async () => undefined }, ['pauses']);
    const work = async (): Promise<void> => {
      for (let turns = seeded.below(15); turns > 0; turns -= 1) await pauses();
      await deed(instance);
    };
    return { process, work };
  }

  async #step(dealer: PlanDealer, faulty: boolean): Promise<boolean> {
    const { seeded, clock, processes } = this.#world;
    const nextAtMs = await this.#nextAtMs();
    if (nextAtMs === undefined) return false;
    const fromMs = Math.max(nextAtMs, clock.now());
    const lateMs = 1000 + (faulty ? this.#hard.lateness() : seeded.below(MINUTE_MS));
    clock.advance(fromMs - clock.now() + lateMs);
    if (lateMs > DAY_MS) this.#past.outages.push({ fromMs, untilMs: clock.now() });
    await processes.run(await this.#works(dealer, faulty));
    if (faulty) await this.#hard.happen();
    await this.#check(await liveRowsOf(this.#world.store));
    return true;
  }

  /** Sets aside what has ended: a run of more than a year would look at its whole past in each of its steps. */
  #setAside(): void {
    const { direct } = this.#world.store;
    if (direct instanceof MemoryTable) direct.setAside(endedRowsIn(direct.liveRows()));
  }

  async #check(rows: readonly Row[]): Promise<void> {
    const { circumstances } = this.#world;
    demand(circumstances.violations.length === 0, circumstances.violations.join('; '));
    checkQueue(rows);
    checkSteps(rows);
    checkPlans(rows);
    checkAhead(rows);
    checkHeld(rows, await this.#world.bank.books());
    if (this.#past.isWhole) checkNewSteps(rows, this.#past);
  }

  async run(): Promise<void> {
    const { circumstances, clock, store } = this.#world;
    const table = store.direct;
    const past = this.#past;
    const scene = await setPlanScene(this.#world, this.#days);
    this.#hardships = new PlanHardships(this.#world, { dealer: scene.dealer, days: this.#days });
    // On the engine rows of plans are not watched: there the checks of a run and of its end tell what went wrong.
    if (table instanceof MemoryTable) {
      const standing = () => ({
        /** Listed for the writes alone that are checked by them. */
        get rows() {
          return table.liveRows();
        },
        pause: this.#hard.pause,
        past,
      });
      circumstances.watches.push(
        past.watch((plan) => planSaleOf(table.liveRows(), plan)),
        planWatch(standing),
      );
    }
    const dealer = new PlanDealer(this.#world, scene);
    this.#payers = new PlanPayers(this.#world, scene, ({ bank }) =>
      bankOfPlans(this.#world, { isOut: this.#hard.isOut }, bank),
    );
    let steps = 0;
    const mostSteps = MOST_STEPS * (1 + Math.ceil(scene.sales / 10));
    while (clock.now() < scene.endsAtMs && steps < mostSteps) {
      if (!(await this.#step(dealer, true))) break;
      steps += 1;
      if (steps % STEPS_BETWEEN === 0) this.#setAside();
    }
    circumstances.atFault = false;
    await this.#hard.end();
    await dealer.resumeAll();
    steps = 0;
    do {
      while (await this.#step(dealer, false)) {
        steps += 1;
        if (steps % STEPS_BETWEEN === 0) this.#setAside();
        if (steps >= mostSteps) throw new Error(`the run has no end: ${openAtLast(await store.rows())}`);
      }
    } while (await this.#askAfterStuck());
    await this.#check(await store.rows());
    await checkPlanEnd(this.#world, scene, past);
  }

  #asksAfterStuck = 0;

  /** What is stuck is asked about every day: what the bank gave back late is seen then. */
  async #askAfterStuck(): Promise<boolean> {
    const { clock, processes, store } = this.#world;
    const stuck = stepsIn(await store.rows()).filter(({ state }) => state === 'stuck');
    this.#asksAfterStuck += 1;
    if (stuck.length === 0 || this.#asksAfterStuck > 2) return false;
    clock.advance(Math.max(0, Math.max(...stuck.map(({ dueAtMs }) => dueAtMs)) - clock.now()) + 1000);
    await processes.run([this.#sweeper(FAULTLESS)]);
    return true;
  }
}
