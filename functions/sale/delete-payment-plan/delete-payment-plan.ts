import type * as z from 'zod/mini';
import { foundPlan, requiredPlanId, withdrawnPlan } from '../../../shared/domain/sale/plan-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PlanKeeping, PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { contract } from './contract.ts';

export interface DeletePaymentPlanDependencies {
  readonly plans: Pick<PlanReading, 'find'> & Pick<PlanKeeping, 'replace'>;
  readonly clock: Clock;
}

/** How often a plan is deleted again because it was changed in between. */
const MAX_ROUNDS = 5;

/** Deletes a plan that was made by hand: nothing is charged for it. The plan stays in lists (decisions: recurring sales). */
export const deletePaymentPlan =
  ({ plans, clock }: DeletePaymentPlanDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const dealerPaymentPlanId = requiredPlanId(readValue(read).DealerPaymentPlanId);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { plan } = foundPlan(await plans.find(dealerCode, dealerPaymentPlanId));
      const withdrawn = withdrawnPlan(plan, clock.now());
      if (withdrawn === undefined) return { data: true, replayed: true };
      if (await plans.replace(withdrawn)) return { data: true };
    }
    throw new Error('a payment plan was changed by others again and again');
  };
