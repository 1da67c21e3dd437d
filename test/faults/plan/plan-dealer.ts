import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import type { Instance, World } from '../world.ts';
import { plansIn, salesIn } from './plan-invariants.ts';
import { planOperations } from './plan-operations.ts';
import { anyEnd, anySchedule, newSale, type PlanScene } from './plan-scene.ts';

type Deed = 'add sale' | 'update' | 'delete' | 'pause' | 'add plan' | 'remove card';
type PlanOperations = ReturnType<typeof planOperations>;

interface FoundSale {
  readonly sale: Sale;
  /** The step that its schedule has planned. */
  readonly step: PaymentPlan | undefined;
  /** Whether a plan of it that was made by hand is being charged. */
  readonly isByHand: boolean;
}

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
    some('add sale', 4);
    some('delete', 4);
    some('remove card', 2);
  }

  /** What happens seldom and is due now; else something of every day. */
  #deed(isByHand: boolean): Deed {
    const { seeded, clock } = this.#world;
    // A deletion waits for a plan made by hand that is being charged: nothing but the deletion itself keeps it from that.
    const may = ({ deed, atMs }: { readonly deed: Deed; readonly atMs: number }): boolean =>
      atMs <= clock.now() && (deed !== 'delete' || isByHand || seeded.chance(0.05));
    const due = this.#seldom.findIndex(may);
    const [seldom] = due < 0 ? [] : this.#seldom.splice(due, 1);
    return seldom?.deed ?? seeded.pick(['update', 'update', 'pause', 'add plan', 'add plan'] as const);
  }

  /** A sale that is not deleted, rather one whose plans are being charged, and of these rather one with a plan by hand. */
  async #sale(due: readonly DuePlan[]): Promise<FoundSale | undefined> {
    const { seeded, store } = this.#world;
    const rows = await store.rows();
    const plans = new Map(plansIn(rows).map((one) => [one.dealerPaymentPlanId, one]));
    const byHand = due.filter((one) => plans.get(one.dealerPaymentPlanId)?.madeBy === 'hand');
    const sales = salesIn(rows).filter(({ sale }) => sale.deletedAtMs === undefined);
    const ofPlans = (all: readonly DuePlan[]) =>
      sales.filter(({ sale }) => all.some((one) => one.dealerSaleId === sale.dealerSaleId));
    const [handed, busy] = [ofPlans(byHand), ofPlans(due)];
    const from = [handed, busy].find(({ length }) => length > 0 && seeded.chance(0.8)) ?? sales;
    if (from.length === 0) return undefined;
    const { sale, plannedStep } = seeded.pick(from);
    const step = plannedStep === undefined ? undefined : plans.get(plannedStep);
    return { sale, step, isByHand: from === handed };
  }

  #change({ sale }: FoundSale): Readonly<Record<string, unknown>> {
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

  /**
   * Chooses what is done next, and answers it for an instance to do: reading what there is takes no turn. `due` are plans
   * that are worked on meanwhile.
   */
  async next(due: readonly DuePlan[]): Promise<(instance: Pick<Instance, 'table'>) => Promise<void>> {
    const { seeded, circumstances } = this.#world;
    const { dealer, cards } = this.#scene;
    const found = await this.#sale(due);
    const deed = this.#deed(found?.isByHand === true);
    const told =
      (does: (operations: PlanOperations) => Promise<string>) =>
      async ({ table }: Pick<Instance, 'table'>): Promise<void> =>
        circumstances.met.add(`dealer: ${deed} ${await does(planOperations(this.#world, table, dealer))}`);
    if (deed === 'add sale') return told(({ addSale }) => addSale(newSale(this.#world, this.#scene)));
    if (deed === 'remove card') return told(({ removeCard }) => removeCard({ CardToken: seeded.pick(cards).token }));
    return found === undefined ? async () => undefined : told(this.#toSale(deed, found));
  }

  #toSale(
    deed: Exclude<Deed, 'add sale' | 'remove card'>,
    found: FoundSale,
  ): (operations: PlanOperations) => Promise<string> {
    const { seeded, clock } = this.#world;
    const { sale, step } = found;
    const { dealerSaleId: DealerSaleId } = sale;
    const ofStep =
      step === undefined ? 'without a step' : isUntouched(step) ? 'before its step' : `beside a ${step.state} step`;
    switch (deed) {
      case 'update': {
        const change = { DealerSaleId, ...this.#change(found) };
        return async ({ updateSale }) => `${ofStep}: ${await updateSale(change)}`;
      }
      case 'delete':
        return async ({ deleteSale }) => `${ofStep}: ${await deleteSale({ DealerSaleId })}`;
      case 'pause': {
        const ends = sale.pausedSinceMs !== undefined && seeded.chance(0.8);
        return async ({ pauseSale }) => {
          await pauseSale(sale.dealerSaleId, ends ? undefined : clock.now());
          return ends ? 'ends' : 'begins';
        };
      }
      case 'add plan': {
        const plan = {
          DealerSaleId,
          PaymentDate: istanbulDayOf(clock.now() + seeded.pick([0, 1, 1, 2]) * DAY_MS),
          Amount: 10 + seeded.below(90),
          ...(seeded.chance(0.5) ? { CardToken: seeded.pick(this.#scene.cards).token } : {}),
        };
        return ({ addPaymentPlan }) => addPaymentPlan(plan);
      }
    }
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
