import type * as z from 'zod/mini';
import { planWishesIn } from '../../../shared/domain/sale/plan-fields.ts';
import { changedPlan, foundPlan, isSentAlready, requiredPlanId } from '../../../shared/domain/sale/plan-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { planFieldsOf } from '../../../shared/http/payment-plan-members.ts';
import { planRecord } from '../../../shared/http/payment-plan-record.ts';
import { type PlanMeansDependencies, refuseForeignMeans } from '../../../shared/payment-flow/plan-means.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PlanKeeping, PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { contract } from './contract.ts';

export interface UpdatePaymentPlanDependencies extends PlanMeansDependencies {
  readonly plans: Pick<PlanReading, 'find'> & Pick<PlanKeeping, 'replace'>;
  readonly clock: Clock;
}

/** How often a change is made again because another one came in between. */
const MAX_ROUNDS = 5;

/** Changes the fields of a plan that are given, and leaves the others (decisions: recurring sales). */
export const updatePaymentPlan =
  (deps: UpdatePaymentPlanDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const request = readValue(read);
    const dealerPaymentPlanId = requiredPlanId(request.DealerPaymentPlanId);
    const wishes = planWishesIn(planFieldsOf(request));
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const found = foundPlan(await deps.plans.find(dealerCode, dealerPaymentPlanId));
      if (isSentAlready(found.plan, wishes)) return { data: planRecord(found), replayed: true };
      const plan = changedPlan(found.plan, wishes, { sale: found.sale, nowMs: deps.clock.now() });
      await refuseForeignMeans(deps, wishes, found.sale);
      if (await deps.plans.replace(plan)) return { data: planRecord({ ...found, plan }) };
    }
    throw new Error('a payment plan was changed by others again and again');
  };
