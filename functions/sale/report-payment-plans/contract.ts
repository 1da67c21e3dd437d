import * as z from 'zod/mini';
import { defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { planPeriodMembers } from '../../../shared/http/plan-list-fields.ts';

/** Payment plans of all sales of a period, with their sums (decisions: recurring sales). No field is needed. */
export const contract = defineOperation({
  name: 'report-payment-plans',
  ...dealerSaleOperation('GetPaymentPlanReport'),
  requestBlockOptional: true,
  request: z.object(planPeriodMembers),
  codes: dealerSaleCodes('GetPaymentPlanReport'),
});
