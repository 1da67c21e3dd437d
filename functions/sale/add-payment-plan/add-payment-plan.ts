import type * as z from 'zod/mini';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import {
  namedSale,
  requireSaleIdentifier,
  type SaleIdentifiers,
  saleNotFound,
} from '../../../shared/domain/sale/named-sale.ts';
import { newPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { type PlanWishes, planWishesIn } from '../../../shared/domain/sale/plan-fields.ts';
import { planOfRepeat, planToAdd, refuseTooManyPlans } from '../../../shared/domain/sale/plan-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { planFieldsOf } from '../../../shared/http/payment-plan-members.ts';
import { planRecord } from '../../../shared/http/payment-plan-record.ts';
import { saleNamesOf } from '../../../shared/http/sale-members.ts';
import { type PlanMeansDependencies, refuseForeignMeans } from '../../../shared/payment-flow/plan-means.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import type { PlanKeeping, PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { Sales } from '../../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

export interface AddPaymentPlanDependencies extends PlanMeansDependencies {
  readonly sales: Sales;
  readonly plans: Pick<PlanReading, 'ofSale'> & Pick<PlanKeeping, 'add'>;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
}

/** How often a plan is added again because the sale was changed in between, or got another plan. */
const MAX_ROUNDS = 8;

/** The id of the sale that a request names: an id alone needs no look-up, since the sale is read with its plans. */
const saleIdOf = async (sales: Sales, dealerCode: string, names: SaleIdentifiers): Promise<number> => {
  const { dealerSaleId, saleCode } = names;
  if (dealerSaleId !== undefined && saleCode === undefined) return dealerSaleId;
  return namedSale(names, await sales.find(dealerCode, names)).dealerSaleId;
};

interface Added {
  readonly plan: PaymentPlan;
  readonly saleCode: string;
  readonly replayed: boolean;
}

/** Adds the plan to the sale as it stands. Undefined where it has changed meanwhile. */
const addOnce = async (
  deps: AddPaymentPlanDependencies,
  { dealerCode, listingShards }: Dealer,
  { dealerSaleId, wishes }: { readonly dealerSaleId: number; readonly wishes: PlanWishes },
): Promise<Added | undefined> => {
  const file = await deps.plans.ofSale(dealerCode, dealerSaleId);
  if (file === undefined || file.sale.deletedAtMs !== undefined) throw saleNotFound();
  const { sale, plans } = file;
  const nowMs = deps.clock.now();
  const { slotMs, ...asked } = planToAdd(wishes, { sale, nowMs });
  await refuseForeignMeans(deps, wishes, sale);
  const repeated = planOfRepeat(plans, { slotMs, ...asked }, nowMs);
  if (repeated !== undefined) return { plan: repeated, saleCode: sale.saleCode, replayed: true };
  refuseTooManyPlans(plans);
  const dealerPaymentPlanId = await deps.identifiers.next('plan');
  const plan = newPlan({ ...asked, dealerCode, dealerSaleId, dealerPaymentPlanId, listingShards }, { slotMs, nowMs });
  const outcome = await deps.plans.add(plan, file);
  return outcome === 'added' ? { plan, saleCode: sale.saleCode, replayed: false } : undefined;
};

/** Adds a payment plan by hand to a sale (decisions: recurring sales). */
export const addPaymentPlan =
  (deps: AddPaymentPlanDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const request = readValue(read);
    const names = saleNamesOf(request);
    requireSaleIdentifier(names);
    const wishes = planWishesIn(planFieldsOf(request));
    const dealerSaleId = await saleIdOf(deps.sales, dealer.dealerCode, names);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const added = await addOnce(deps, dealer, { dealerSaleId, wishes });
      if (added !== undefined) return { data: planRecord(added), replayed: added.replayed };
    }
    throw new Error('a sale was changed by others again and again');
  };
