import type { Row, Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readOpenSale } from '../../../shared/adapters/dynamodb/sale/open-sale.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { isUntouched, newPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { withdraw } from '../../../shared/domain/sale/plan-moves.ts';
import { termsOf } from '../../../shared/domain/sale/planning.ts';
import type { OpenSale, Sale } from '../../../shared/domain/sale/sale.ts';
import { slotAfter } from '../../../shared/domain/sale/slots.ts';
import type { World } from '../world.ts';
import { plansIn } from './plan-invariants.ts';
import { DEALER, type PlanScene, planRows, saleRow } from './plan-scene.ts';

const FIRST_BY_HAND = 5000;

/** What dealers and operators do to sales meanwhile, as their operations do it: sale and planned step in one transaction. */
export class PlanEvents {
  readonly #world: World;
  readonly #scene: PlanScene;
  #byHand = 0;

  constructor(world: World, scene: PlanScene) {
    this.#world = world;
    this.#scene = scene;
  }

  async #open(): Promise<{ readonly open: OpenSale; readonly step: PaymentPlan | undefined } | undefined> {
    const { seeded, store } = this.#world;
    const { dealerSaleId } = seeded.pick(this.#scene.sales);
    const row = await store.direct.get(keys.saleById(DEALER, dealerSaleId));
    const open = readOpenSale(row);
    if (open.sale.deletedAtMs !== undefined) return undefined;
    const step = plansIn(await store.rows()).find((one) => one.dealerPaymentPlanId === open.plannedStep);
    return { open, step };
  }

  async #write(sale: Sale, plannedStep: number | undefined, plans: readonly (Row & { pk: string; sk: string })[]) {
    const put = saleRow({ sale, ...(plannedStep === undefined ? {} : { plannedStep }) });
    const writes: Write[] = [put, ...plans].map((one) => ({ put: one }));
    await this.#world.store.direct.transact(writes);
  }

  async nothing(): Promise<void> {}

  /** A sale gets another amount, other cards, or more days of trials; a step that nobody began follows. */
  async update(): Promise<void> {
    const found = await this.#open();
    if (found === undefined) return;
    const { seeded, circumstances } = this.#world;
    const { open, step } = found;
    const version = open.sale.version + 1;
    const { token } = seeded.pick(this.#scene.cards);
    const sale: Sale = seeded.pick<Sale>([
      { ...open.sale, version, amount: minor(1000 + seeded.below(9000)) },
      { ...open.sale, version, defaultCard1Token: token },
      { ...open.sale, version, defaultCard2Token: token },
    ]);
    const changes = step !== undefined && isUntouched(step);
    const changed = changes ? [planItem({ ...step, version: step.version + 1, terms: termsOf(sale) })] : [];
    await this.#write(sale, open.plannedStep, changed);
    circumstances.met.add(`sale updated, its step ${changes ? 'changed' : 'stays'}`);
  }

  async delete(): Promise<void> {
    const found = await this.#open();
    if (found === undefined) return;
    const { clock, circumstances } = this.#world;
    const { open, step } = found;
    const sale: Sale = { ...open.sale, version: open.sale.version + 1, deletedAtMs: clock.now() };
    const withdrawn = step?.state === 'planned' ? [planItem(withdraw(step, clock.now()))] : [];
    await this.#write(sale, open.plannedStep, withdrawn);
    circumstances.met.add(`sale deleted, its step ${step?.state ?? 'gone'}`);
  }

  async pause(): Promise<void> {
    const found = await this.#open();
    if (found === undefined) return;
    const { clock, circumstances } = this.#world;
    const { pausedSinceMs, ...sale } = found.open.sale;
    const paused = pausedSinceMs === undefined ? { pausedSinceMs: clock.now() } : {};
    await this.#write({ ...sale, version: sale.version + 1, ...paused }, found.open.plannedStep, []);
    circumstances.met.add(pausedSinceMs === undefined ? 'sale paused' : 'sale resumed');
  }

  /** A plan by hand, of one card or of those of its sale. */
  async addByHand(): Promise<void> {
    const found = await this.#open();
    if (found === undefined) return;
    const { seeded, clock, circumstances } = this.#world;
    const { sale, plannedStep } = found.open;
    this.#byHand += 1;
    const slotMs = slotAfter(clock.now());
    const plan = newPlan(
      {
        dealerCode: DEALER,
        dealerSaleId: sale.dealerSaleId,
        dealerPaymentPlanId: FIRST_BY_HAND + this.#byHand,
        madeBy: 'hand',
        dueDay: sale.beginDate ?? '20260101',
        terms: termsOf(sale),
        cardToken: seeded.chance(0.5) ? seeded.pick(this.#scene.cards).token : undefined,
        listingShards: 1,
      },
      { slotMs, nowMs: clock.now() },
    );
    await this.#write(sale, plannedStep, planRows(plan));
    circumstances.met.add('plan by hand');
  }

  /** A card is removed from the store. */
  async removeCard(): Promise<void> {
    const { seeded, store, circumstances } = this.#world;
    const { token } = seeded.pick(this.#scene.cards);
    await store.direct.transact([{ remove: keys.storedCard(DEALER, token) }]);
    circumstances.met.add('card removed');
  }

  /** No sale is paused any more, so that each plan comes to its end. */
  async resumeAll(): Promise<void> {
    for (const { dealerSaleId } of this.#scene.sales) {
      const { sale, plannedStep } = readOpenSale(
        await this.#world.store.direct.get(keys.saleById(DEALER, dealerSaleId)),
      );
      const { pausedSinceMs, ...rest } = sale;
      if (pausedSinceMs !== undefined) await this.#write({ ...rest, version: rest.version + 1 }, plannedStep, []);
    }
  }
}
