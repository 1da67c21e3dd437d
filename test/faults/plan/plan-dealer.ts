import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import type { Instance, World } from '../world.ts';
import { plansIn, salesIn } from './plan-invariants.ts';
import { planOperations } from './plan-operations.ts';
import { anyEnd, anySchedule, newSale, type PlanScene } from './plan-scene.ts';

const DEEDS = ['add sale', 'update', 'delete', 'pause', 'add plan', 'remove card'] as const;
export type Deed = (typeof DEEDS)[number];

/** What a dealer and operators do to sales, by their operations. */
export class PlanDealer {
  readonly #world: World;
  readonly #scene: PlanScene;
  /** Moments of what happens seldom, however long a run lasts. */
  readonly #seldom: { readonly deed: Deed; readonly atMs: number }[] = [];

  constructor(world: World, scene: PlanScene) {
    this.#world = world;
    this.#scene = scene;
    const { seeded } = world;
    const { beginsAtMs, endsAtMs } = scene;
    const some = (deed: Deed, most: number): void => {
      for (let left = seeded.below(most + 1); left > 0; left -= 1) {
        this.#seldom.push({ deed, atMs: beginsAtMs + seeded.next() * (endsAtMs - beginsAtMs) });
      }
    };
    some('add sale', 3);
    some('delete', 3);
    some('remove card', 2);
  }

  /** What is to be done now, taken out of the list; often something of every day. */
  next(): Deed {
    const { seeded, clock } = this.#world;
    const due = this.#seldom.findIndex(({ atMs }) => atMs <= clock.now());
    const [seldom] = due < 0 ? [] : this.#seldom.splice(due, 1);
    return seldom?.deed ?? seeded.pick(['update', 'update', 'pause', 'add plan'] as const);
  }

  /** A sale that is not deleted, rather one whose plans are being charged. */
  async #sale(
    due: readonly DuePlan[],
  ): Promise<{ sale: Sale; plannedStep?: number; plans: readonly PaymentPlan[] } | undefined> {
    const { seeded, store } = this.#world;
    const rows = await store.rows();
    const sales = salesIn(rows).filter(({ sale }) => sale.deletedAtMs === undefined);
    const busy = sales.filter(({ sale }) => due.some((one) => one.dealerSaleId === sale.dealerSaleId));
    const from = busy.length > 0 && seeded.chance(0.8) ? busy : sales;
    if (from.length === 0) return undefined;
    const found = seeded.pick(from);
    return { ...found, plans: plansIn(rows).filter((one) => one.dealerSaleId === found.sale.dealerSaleId) };
  }

  #change({ sale }: { readonly sale: Sale }): Readonly<Record<string, unknown>> {
    const { seeded } = this.#world;
    const card = seeded.pick(this.#scene.cards).token;
    const kind = seeded.pick(['amount', 'amount', 'card 1', 'card 2', 'end', 'schedule'] as const);
    if (kind === 'amount') return { Amount: 10 + seeded.below(90) };
    if (kind === 'card 1') return { DefaultCard1Token: card };
    if (kind === 'card 2') return { DefaultCard2Token: card };
    if (seeded.chance(0.5)) return { Amount: 10 + seeded.below(90) };
    this.#scene.moved.add(sale.dealerSaleId);
    return kind === 'end'
      ? { EndDate: anyEnd(this.#world, this.#scene) }
      : { DealerSaleScheduleId: anySchedule(this.#world) };
  }

  /** Does one deed over an instance. `due` are plans that are worked on meanwhile. */
  async act(deed: Deed, { table }: Pick<Instance, 'table'>, due: readonly DuePlan[]): Promise<void> {
    const { seeded, clock, circumstances } = this.#world;
    const { dealer, cards } = this.#scene;
    const operations = planOperations(this.#world, table, dealer);
    const tell = (what: string): void => circumstances.met.add(`dealer: ${deed} ${what}`);
    if (deed === 'add sale') return tell(await operations.addSale(newSale(this.#world, this.#scene)));
    if (deed === 'remove card') return tell(await operations.removeCard({ CardToken: seeded.pick(cards).token }));
    const found = await this.#sale(due);
    if (found === undefined) return;
    const { sale, plannedStep, plans } = found;
    const { dealerSaleId: DealerSaleId } = sale;
    const step = plans.find(({ dealerPaymentPlanId }) => dealerPaymentPlanId === plannedStep);
    const ofStep =
      step === undefined ? 'without a step' : isUntouched(step) ? 'before its step' : `, its step ${step.state}`;
    if (deed === 'update')
      return tell(`${ofStep} ${await operations.updateSale({ DealerSaleId, ...this.#change(found) })}`);
    if (deed === 'delete') return tell(`${ofStep} ${await operations.deleteSale({ DealerSaleId })}`);
    if (deed === 'pause') {
      const paused = sale.pausedSinceMs !== undefined && seeded.chance(0.8);
      tell(paused ? 'ends' : 'begins');
      return operations.pauseSale(sale.dealerSaleId, paused ? undefined : clock.now());
    }
    const plan = {
      DealerSaleId,
      PaymentDate: istanbulDayOf(clock.now() + seeded.below(3) * DAY_MS),
      Amount: 10 + seeded.below(90),
      ...(seeded.chance(0.5) ? { CardToken: seeded.pick(cards).token } : {}),
    };
    tell(await operations.addPaymentPlan(plan));
  }

  /** No sale is paused any more, so that each plan comes to its end. */
  async resumeAll(): Promise<void> {
    const { store } = this.#world;
    const { pauseSale } = planOperations(this.#world, store.direct, this.#scene.dealer);
    for (const { sale } of salesIn(await store.rows())) {
      if (sale.pausedSinceMs !== undefined) await pauseSale(sale.dealerSaleId, undefined);
    }
  }
}
