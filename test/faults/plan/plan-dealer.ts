import { isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import type { Instance, World } from '../world.ts';
import {
  newHandPlan,
  planChange,
  planDeletion,
  requestCancellation,
  saleChange,
  scheduleChange,
} from './plan-changes.ts';
import { plansIn, salesIn } from './plan-invariants.ts';
import { planOperations } from './plan-operations.ts';
import { newSale, type PlanScene } from './plan-scene.ts';

const EVERY_DAY = [
  'update',
  'update',
  'update',
  'pause',
  'add plan',
  'add plan',
  'change plan',
  'change plan',
  'delete plan',
  'cancel request',
] as const;
type DeedToSale = 'delete' | (typeof EVERY_DAY)[number];
type Deed = 'add sale' | 'remove card' | 'update schedule' | DeedToSale;
type PlanOperations = ReturnType<typeof planOperations>;

interface FoundSale {
  readonly sale: Sale;
  readonly plans: readonly PaymentPlan[];
  /** The step that its schedule has planned. */
  readonly step: PaymentPlan | undefined;
  /** Whether a plan of it that was made by hand is being charged. */
  readonly isByHand: boolean;
}

/** A call with a block, where the sale has something that it can be about. */
const asked = (
  block: Readonly<Record<string, unknown>> | undefined,
  operation: (operations: PlanOperations) => (block: Readonly<Record<string, unknown>>) => Promise<string>,
): ((operations: PlanOperations) => Promise<string>) =>
  block === undefined ? async () => 'nothing' : (operations) => operation(operations)(block);

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
    some('update schedule', 2);
  }

  /** What happens seldom and is due now; else something of every day. */
  #deed({ isByHand, isRequested }: { readonly isByHand: boolean; readonly isRequested: boolean }): Deed {
    const { seeded, clock } = this.#world;
    // A deletion waits for a plan made by hand that is being charged: nothing but the deletion itself keeps it from that. Or
    // for one whose payment request was sent.
    const may = ({ deed, atMs }: { readonly deed: Deed; readonly atMs: number }): boolean =>
      atMs <= clock.now() && (deed !== 'delete' || isByHand || seeded.chance(isRequested ? 0.5 : 0.05));
    const due = this.#seldom.findIndex(may);
    const [seldom] = due < 0 ? [] : this.#seldom.splice(due, 1);
    return seldom?.deed ?? seeded.pick(EVERY_DAY);
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
    const own = [...plans.values()].filter(({ dealerSaleId }) => dealerSaleId === sale.dealerSaleId);
    return { sale, plans: own, step, isByHand: from === handed };
  }

  /**
   * Chooses what is done next, and answers it for an instance to do: reading what there is takes no turn. `due` are plans
   * that are worked on meanwhile.
   */
  async next(due: readonly DuePlan[]): Promise<(instance: Pick<Instance, 'table'>) => Promise<void>> {
    const { seeded, circumstances } = this.#world;
    const { dealer, cards } = this.#scene;
    const found = await this.#sale(due);
    const isRequested = found?.plans.some(({ state }) => state === 'requested') === true;
    const deed = this.#deed({ isByHand: found?.isByHand === true, isRequested });
    const told =
      (does: (operations: PlanOperations) => Promise<string>) =>
      async ({ table }: Pick<Instance, 'table'>): Promise<void> =>
        circumstances.met.add(`dealer: ${deed} ${await does(planOperations(this.#world, table, dealer))}`);
    if (deed === 'add sale') return told(({ addSale }) => addSale(newSale(this.#world, this.#scene)));
    if (deed === 'remove card') return told(({ removeCard }) => removeCard({ CardToken: seeded.pick(cards).token }));
    if (deed === 'update schedule') {
      const change = scheduleChange(this.#world, this.#scene);
      return told(({ updateSchedule }) => updateSchedule(change));
    }
    return found === undefined ? async () => undefined : told(this.#toSale(deed, found));
  }

  #toSale(deed: DeedToSale, found: FoundSale): (operations: PlanOperations) => Promise<string> {
    const { seeded, clock } = this.#world;
    const { sale, step } = found;
    const { dealerSaleId: DealerSaleId } = sale;
    const changing = { world: this.#world, scene: this.#scene, ...found };
    const ofStep =
      step === undefined ? 'without a step' : isUntouched(step) ? 'before its step' : `beside a ${step.state} step`;
    switch (deed) {
      case 'update': {
        const change = saleChange(changing);
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
        const plan = newHandPlan(changing);
        return ({ addPaymentPlan }) => addPaymentPlan(plan);
      }
      case 'change plan':
        return asked(planChange(changing), ({ updatePaymentPlan }) => updatePaymentPlan);
      case 'delete plan':
        return asked(planDeletion(changing), ({ deletePaymentPlan }) => deletePaymentPlan);
      case 'cancel request':
        return asked(requestCancellation(changing), ({ cancelPaymentRequest }) => cancelPaymentRequest);
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
