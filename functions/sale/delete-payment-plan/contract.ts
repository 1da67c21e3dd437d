import * as z from 'zod/mini';
import type { ChangePlanReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { planName, planNameCodes } from '../../../shared/http/payment-plan-members.ts';

/** Deletes a payment plan that was made by hand and has not begun (decisions: recurring sales). */
export const contract = defineOperation({
  name: 'delete-payment-plan',
  ...dealerSaleOperation('DeletePaymentPlan'),
  request: z.object(planName),
  codes: {
    ...dealerSaleCodes('DeletePaymentPlan'),
    ...planNameCodes('DeletePaymentPlan'),
    PaymentDatePassed: 'DealerSale.DeletePaymentPlan.PaymentDatePassed',
  } satisfies CodesOf<ChangePlanReason>,
});
