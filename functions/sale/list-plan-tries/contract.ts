import * as z from 'zod/mini';
import type { NamedPlanReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { listMoment } from '../../../shared/http/list-fields.ts';
import { planName } from '../../../shared/http/payment-plan-members.ts';

/** Tries of one payment plan, or of all plans of a period (decisions: recurring sales). No field is needed. */
export const contract = defineOperation({
  name: 'list-plan-tries',
  ...dealerSaleOperation('GetPaymentPlanHistoryList'),
  requestBlockOptional: true,
  request: z.object({ ...planName, HistoryDateStart: listMoment(), HistoryDateEnd: listMoment() }),
  codes: {
    ...dealerSaleCodes('GetPaymentPlanHistoryList'),
    PaymentPlanNotFound: 'DealerSale.GetPaymentPlanHistoryList.PaymentPlanNotFound',
  } satisfies CodesOf<Exclude<NamedPlanReason, 'DealerPaymentPlanIdIsRequired'>>,
});
