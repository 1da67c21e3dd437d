import * as z from 'zod/mini';
import type { GetSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { planMembers } from '../../../shared/http/payment-plan-members.ts';
import { saleNameCodes, saleNames } from '../../../shared/http/sale-members.ts';

/** Adds a payment plan by hand to a recurring sale (decisions: recurring sales). */
export const contract = defineOperation({
  name: 'add-payment-plan',
  ...dealerSaleOperation('AddPaymentPlan'),
  request: z.object({ ...saleNames, ...planMembers }),
  codes: {
    ...dealerSaleCodes('AddPaymentPlan'),
    ...saleNameCodes('AddPaymentPlan'),
  } satisfies CodesOf<GetSaleReason>,
});
