import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import { isFinalPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { SLOT_LASTS_MS } from '../../../shared/domain/sale/slots.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { checkBooks } from '../bank/bank-invariants.ts';
import { brakeStage } from '../direct/direct-scene.ts';
import { faultyVault, type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import { checkBudget, checkErrors, checkLedgers, checkQueue, checkSecrets, checkSteps, demand } from '../invariants.ts';
import { attemptsIn, dueTimesIn, stepsIn } from '../payments-in.ts';
import { type FunctionKind, fateOf, type Process, type ProcessOptions } from '../processes.ts';
import { type SeededRun, storyOf } from '../seeded-run.ts';
import { reconcileOnce, SWEEPER, storingOf } from '../sweeper.ts';
import type { Instance, World } from '../world.ts';
import { bankOfPlans } from './plan-bank.ts';
import { PlanDealer } from './plan-dealer.ts';
import { PLAN_WORKER, planWorker } from './plan-functions.ts';
import {
  checkPlans,
  checkTries,
  planAttemptsIn,
  planIdOf,
  plansIn,
  planWatch,
  stuckPlansIn,
} from './plan-invariants.ts';
import { checkMoney } from './plan-money.ts';
import { type PlanScene, setPlanScene } from './plan-scene.ts';
import { checkSchedules } from './plan-schedules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_STEPS = 3000;
const SHORT_DAYS = 30;
/** What keeps a dealer's charges from the bank, beside a pause of the stage. */
const PAUSES = ['dealer paused', 'dealer disabled', 'not permitted', 'no record of the dealer'] as const;
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
  #scene: PlanScene | undefined;
  #outUntilMs = 0;
  #pausedUntilMs = 0;
  #pausedSinceMs: number | undefined;
  #happenedAtMs = 0;
  #lastDue: readonly DuePlan[] = [];
  #stagePaused = false;
  #paused: 'nobody' | (typeof PAUSES)[number] = 'nobody';

  constructor(world: World, days: number) {
    this.#world = world;
    this.#days = days;
    this.#vault = faultyVault(world.circumstances, world.bank);
  }

  async story(): Promise<unknown> {
    return { plans: plansIn(await this.#world.store.rows()), ...(await storyOf(this.#world)) };
  }

  get #set(): PlanScene {
    if (this.#scene === undefined) throw new Error('the scene is not set');
    return this.#scene;
  }

  readonly #dealer = () => {
    const { dealer } = this.#set;
    const is = (paused: (typeof PAUSES)[number]): boolean => this.#paused === paused;
    if (is('no record of the dealer')) return undefined;
    return {
      ...dealer,
      paused: is('dealer paused'),
      enabled: !is('dealer disabled'),
      recurring: !is('not permitted'),
    };
  };

  /** The breaker is open now and then while the bank is out. */
  readonly #breaker: ChargeBreaker = {
    read: async () => ({
      allowsStart: () => true,
      admits: async () => !(this.#isOut() && this.#world.seeded.chance(0.5)),
      release: async () => undefined,
    }),
    note: async () => undefined,
  };

  readonly #isOut = (): boolean => this.#world.clock.now() < this.#outUntilMs;

  #worker(due: readonly DuePlan[], options: ProcessOptions): Work {
    const instance = this.#world.instance(options);
    const work = planWorker(this.#world, instance, {
      vault: this.#vault,
      breaker: this.#breaker,
      dealer: this.#dealer,
      bank: ({ bank }) => bankOfPlans(this.#world, { isOut: this.#isOut }, bank),
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
    const outer = bankOfPlans(this.#world, { isOut: this.#isOut }, bank);
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
    const rows = await this.#world.store.rows();
    const stuck = this.#world.circumstances.atFault ? new Set<number>() : stuckPlansIn(rows);
    const waits = (one: PaymentPlan): boolean => !isFinalPlan(one) && !stuck.has(one.dealerPaymentPlanId);
    const plans = plansIn(rows).filter(waits);
    const times = [...plans.map(({ dueAtMs = 0 }) => dueAtMs), ...dueTimesIn(rows)];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** How often something happens in a day, told for the time since this was asked last. */
  #happens(timesADay: number, sinceMs: number): boolean {
    const days = (this.#world.clock.now() - sinceMs) / DAY_MS;
    return this.#world.seeded.chance(1 - Math.exp(-timesADay * days));
  }

  async #happen(): Promise<void> {
    const { seeded, clock, circumstances, bank } = this.#world;
    const sinceMs = this.#happenedAtMs;
    // In a longer run the same happens at longer intervals.
    const pace = Math.min(1, SHORT_DAYS / this.#days);
    if (this.#happens(0.07 * pace, sinceMs)) {
      this.#outUntilMs = clock.now() + seeded.below(4 * DAY_MS);
      circumstances.met.add('bank out for days');
    }
    if (clock.now() > this.#pausedUntilMs) {
      await this.#unpause();
      if (this.#happens(0.1 * pace, sinceMs)) await this.#pause();
    }
    if (this.#happens(0.2, sinceMs)) await bank.closeDay();
    this.#happenedAtMs = clock.now();
  }

  async #pause(): Promise<void> {
    const { seeded, clock, circumstances } = this.#world;
    this.#pausedUntilMs = clock.now() + seeded.below(3 * DAY_MS);
    this.#stagePaused = seeded.chance(0.4);
    if (this.#stagePaused) await brakeStage(this.#world, true);
    else this.#paused = seeded.pick(PAUSES);
    if (this.#paused !== 'not permitted') this.#pausedSinceMs = clock.now();
    circumstances.met.add(`fault: ${this.#stagePaused ? 'stage paused' : this.#paused}`);
  }

  async #unpause(): Promise<void> {
    if (this.#stagePaused) await brakeStage(this.#world, false);
    this.#stagePaused = false;
    this.#paused = 'nobody';
    this.#pausedSinceMs = undefined;
  }

  /** Batches of plans as workers get them: one may be lost, come twice, or come when it is old. */
  #batches(due: readonly DuePlan[]): readonly (readonly DuePlan[])[] {
    const { seeded, circumstances } = this.#world;
    const old = this.#lastDue;
    if (due.length > 0) this.#lastDue = due;
    if (seeded.chance(0.05) && old.length > 0) {
      circumstances.met.add('fault: batch late');
      return [old, due];
    }
    if (due.length === 0) return [];
    if (seeded.chance(0.05)) {
      circumstances.met.add('fault: batch lost');
      return [due.filter(() => seeded.chance(0.5))];
    }
    if (!seeded.chance(0.35)) return [due];
    circumstances.met.add('fault: two workers at once');
    return seeded.chance(0.3) ? [[...due, ...due], due] : [due, due];
  }

  async #works(dealer: PlanDealer, faulty: boolean): Promise<readonly Work[]> {
    const { seeded, clock, store } = this.#world;
    const due = await this.#due();
    const fate = (kind: typeof PLAN_WORKER): ProcessOptions => (faulty ? fateOf(seeded, kind) : FAULTLESS);
    const batches = faulty ? this.#batches(due) : [due];
    const sweeps = dueTimesIn(await store.rows()).some((atMs) => atMs <= clock.now());
    const workers = batches.filter(({ length }) => length > 0).map((batch) => this.#worker(batch, fate(PLAN_WORKER)));
    const sweepers = sweeps ? [this.#sweeper(fate(SWEEPER))] : [];
    // A dealer acts while workers are between two of their calls, and now and then beside none.
    const acts = faulty && seeded.chance(workers.length > 0 ? 0.35 : 0.1);
    return [...workers, ...sweepers, ...(acts ? [this.#deed(await dealer.next(due))] : [])];
  }

  /** Now and then nothing runs for hours, as in an outage of the service, or until a slot is nearly over. */
  #lateness(): number {
    const { seeded, circumstances } = this.#world;
    const kind = seeded.next();
    if (kind < 0.01) {
      circumstances.met.add('fault: service out for days');
      return seeded.below(4 * DAY_MS);
    }
    if (kind < 0.05) return seeded.below(8 * HOUR_MS);
    return kind < 0.14 ? SLOT_LASTS_MS - seeded.below(2000) - 1000 : seeded.below(MINUTE_MS);
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
    clock.advance(Math.max(0, nextAtMs - clock.now()) + 1000 + (faulty ? this.#lateness() : seeded.below(MINUTE_MS)));
    await processes.run(await this.#works(dealer, faulty));
    if (faulty) await this.#happen();
    await this.#check();
    return true;
  }

  async #check(): Promise<void> {
    const { circumstances, store } = this.#world;
    demand(circumstances.violations.length === 0, circumstances.violations.join('; '));
    const rows = await store.rows();
    checkQueue(rows);
    checkSteps(rows);
    checkPlans(rows);
  }

  async run(): Promise<void> {
    const { circumstances, clock, store } = this.#world;
    const table = store.direct;
    this.#scene = await setPlanScene(this.#world, this.#days);
    this.#happenedAtMs = clock.now();
    // On the engine rows of plans are not watched: there the checks of a run and of its end tell what went wrong.
    if (table instanceof MemoryTable) {
      circumstances.watches.push(
        planWatch(
          () => table.rows(),
          () => ({ sinceMs: this.#pausedSinceMs }),
        ),
      );
    }
    const dealer = new PlanDealer(this.#world, this.#scene);
    let steps = 0;
    while (clock.now() < this.#scene.endsAtMs && steps < MOST_STEPS) {
      if (!(await this.#step(dealer, true))) break;
      steps += 1;
    }
    circumstances.atFault = false;
    this.#outUntilMs = 0;
    await this.#unpause();
    await dealer.resumeAll();
    steps = 0;
    do {
      while (await this.#step(dealer, false)) {
        steps += 1;
        demand(steps < MOST_STEPS, 'the run has no end');
      }
    } while (await this.#askAfterStuck());
    await this.#checkEnd();
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

  async #checkEnd(): Promise<void> {
    const { circumstances, store, bank } = this.#world;
    const { met, logLines, credits } = circumstances;
    const [rows, books] = await Promise.all([store.rows(), bank.books()]);
    const [attempts, steps, plans] = [attemptsIn(rows), stepsIn(rows), plansIn(rows)];
    checkBooks(books);
    checkErrors(logLines, met);
    const { apiPassword, storeKey } = bank.account;
    checkSecrets({ rows, logLines }, [apiPassword, storeKey]);
    // A bank or a service that is out for days gives nothing back within the 72 hours of a reversal.
    const wasOut = met.sum('bank out for days') + met.sum('fault: service out') > 0;
    const late = { usedUpTheTime: (orderId: string) => wasOut || credits.usedUpTheTime(orderId) };
    const charged = checkLedgers({ attempts, steps, books, credits: late });
    checkBudget(rows, attempts, this.#set.dealer.limits.TL?.values.daily === 'unlimited' ? [] : ['day']);
    const paid = plans.filter(({ state }) => state === 'paid');
    demand(charged.length === paid.length, `${charged.length} charges stand, ${paid.length} plans are paid`);
    const stuck = stuckPlansIn(rows);
    const open = plans.filter((one) => !isFinalPlan(one));
    demand(
      open.every(({ dealerPaymentPlanId }) => stuck.has(dealerPaymentPlanId)),
      'a plan is open at the end',
    );
    met.add('plan waits for an operator', open.length);
    checkMoney(rows, books);
    met.add(
      `a card was charged ${checkTries(rows, this.#set) === 15 ? 'as often as it may' : 'less often than it may'}`,
    );
    const begun = Map.groupBy(planAttemptsIn(rows), planIdOf);
    checkSchedules(rows, this.#set, ({ dealerPaymentPlanId }) =>
      Math.min(...(begun.get(dealerPaymentPlanId) ?? []).map(({ startedAtMs }) => startedAtMs)),
    );
    for (const { state } of plans) met.add(`plan ${state}`);
    for (const { state, number } of planAttemptsIn(rows)) met.add(`attempt ${number} of a try ${state}`);
    met.add('fault: kill', this.#world.processes.kills);
    met.add('fault: freeze', this.#world.processes.freezes);
    for (const { lastResult } of plans) {
      if (lastResult?.kind === 'not-charged') met.add(`not charged because of ${lastResult.because}`);
    }
  }
}
