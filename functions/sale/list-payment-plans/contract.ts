import * as z from 'zod/mini';
import type { GetSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { planPeriodMembers } from '../../../shared/http/plan-list-fields.ts';
import { saleNames } from '../../../shared/http/sale-members.ts';

/** Payment plans of a sale, or of all sales of a period (decisions: recurring sales). No field is needed. */
export const contract = defineOperation({
  name: 'list-payment-plans',
  ...dealerSaleOperation('GetPaymentPlanList'),
  requestBlockOptional: true,
  request: z.object({ ...saleNames, ...planPeriodMembers }),
  codes: {
    ...dealerSaleCodes('GetPaymentPlanList'),
    DealerSaleNotFound: 'DealerSale.GetPaymentPlanList.DealerSaleNotFound',
    SaleCodeDoesntMatchDealerSaleId: 'DealerSale.GetPaymentPlanList.SaleCodeDoesntMatchDealerSaleId',
  } satisfies CodesOf<Exclude<GetSaleReason, 'SaleCodeOrDealerSaleIdMustBeGiven'>>,
});
