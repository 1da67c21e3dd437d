import * as z from 'zod/mini';
import type { NamedPlanReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { planName, planNameCodes } from '../../../shared/http/payment-plan-members.ts';

/** Reads one payment plan (decisions: recurring sales). */
export const contract = defineOperation({
  name: 'get-payment-plan',
  ...dealerSaleOperation('GetPaymentPlan'),
  request: z.object(planName),
  codes: {
    ...dealerSaleCodes('GetPaymentPlan'),
    ...planNameCodes('GetPaymentPlan'),
  } satisfies CodesOf<NamedPlanReason>,
});
