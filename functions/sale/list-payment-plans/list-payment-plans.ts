import type * as z from 'zod/mini';
import { namedSale, type SaleIdentifiers, saleNotFound } from '../../../shared/domain/sale/named-sale.ts';
import { cutPlans, inListOrder, isBehind, type PlansRead } from '../../../shared/domain/sale/plan-list.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { planRecord } from '../../../shared/http/payment-plan-record.ts';
import { cutSentence, type PlanPeriod, readPlanPeriod } from '../../../shared/http/plan-list-fields.ts';
import { saleNamesOf } from '../../../shared/http/sale-members.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { Sales } from '../../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

export interface ListPaymentPlansDependencies {
  readonly sales: Sales;
  readonly plans: Pick<PlanReading, 'ofPeriod' | 'ofSale' | 'shown'>;
  readonly clock: Clock;
}

/** One more than an answer has, so that it is known whether there are more. */
const MOST_READ = 501;

/** The plans of one sale, also of a deleted one that its id names. */
const plansOfSale = async (
  { sales, plans }: ListPaymentPlansDependencies,
  { dealerCode, names }: { readonly dealerCode: string; readonly names: SaleIdentifiers },
  { days, behind }: PlanPeriod,
): Promise<PlansRead> => {
  const { dealerSaleId, saleCode } = names;
  const byIdAlone = saleCode === undefined ? dealerSaleId : undefined;
  const id = byIdAlone ?? namedSale(names, await sales.find(dealerCode, names)).dealerSaleId;
  const file = await plans.ofSale(dealerCode, id);
  if (file === undefined) throw saleNotFound();
  const wanted = file.plans.filter(
    (plan) => plan.dueDay >= days.from && plan.dueDay <= days.until && (behind === undefined || isBehind(plan, behind)),
  );
  return { plans: wanted.toSorted(inListOrder) };
};

/** Lists payment plans by their due days, the latest first (decisions: recurring sales). */
export const listPaymentPlans =
  (deps: ListPaymentPlansDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode, listingShards }, read }) => {
    const request = readValue(read);
    const names = saleNamesOf(request);
    const ofSale = names.dealerSaleId !== undefined || names.saleCode !== undefined;
    const period = readPlanPeriod(request, { nowMs: deps.clock.now(), ofSale });
    const found = ofSale
      ? await plansOfSale(deps, { dealerCode, names }, period)
      : await deps.plans.ofPeriod({ dealerCode, listingShards, ...period, most: MOST_READ });
    const list = cutPlans(found);
    const PaymentPlanList = (await deps.plans.shown(list.plans)).map(planRecord);
    return {
      data: {
        IsSuccessful: true,
        ResultCode: '00',
        ResultMessage: cutSentence(list, period),
        PaymentPlanListCount: PaymentPlanList.length,
        PaymentPlanList,
      },
    };
  };
