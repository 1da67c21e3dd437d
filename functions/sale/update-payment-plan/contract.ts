import * as z from 'zod/mini';
import type { ChangePlanReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { planMembers, planName, planNameCodes } from '../../../shared/http/payment-plan-members.ts';

/** Changes a payment plan that was made by hand, or sends a failed one as a payment request (decisions: recurring sales). */
export const contract = defineOperation({
  name: 'update-payment-plan',
  ...dealerSaleOperation('UpdatePaymentPlan'),
  request: z.object({ ...planName, ...planMembers }),
  codes: {
    ...dealerSaleCodes('UpdatePaymentPlan'),
    ...planNameCodes('UpdatePaymentPlan'),
    PaymentDatePassed: 'DealerSale.UpdatePaymentPlan.PaymentDatePassed',
  } satisfies CodesOf<ChangePlanReason>,
});
