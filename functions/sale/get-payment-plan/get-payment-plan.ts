import type * as z from 'zod/mini';
import { foundPlan, requiredPlanId } from '../../../shared/domain/sale/plan-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { planRecord } from '../../../shared/http/payment-plan-record.ts';
import type { PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { contract } from './contract.ts';

export interface GetPaymentPlanDependencies {
  readonly plans: Pick<PlanReading, 'find'>;
}

/** Reads a payment plan of the dealer, also one of a deleted sale (decisions: recurring sales). */
export const getPaymentPlan =
  ({ plans }: GetPaymentPlanDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const dealerPaymentPlanId = requiredPlanId(readValue(read).DealerPaymentPlanId);
    return { data: planRecord(foundPlan(await plans.find(dealerCode, dealerPaymentPlanId))) };
  };
