import * as z from 'zod/mini';
import type { NamedScheduleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { scheduleName } from '../../../shared/http/schedule-members.ts';

/** Reads one schedule of recurring sales (decisions: products and schedules). */
export const contract = defineOperation({
  name: 'get-schedule',
  ...dealerSaleOperation('GetSchedule'),
  request: z.object(scheduleName),
  codes: {
    ...dealerSaleCodes('GetSchedule'),
    DealerSaleScheduleIdIsRequired: 'DealerSale.GetSchedule.DealerSaleScheduleIdIsRequired',
    ScheduleNotFound: 'DealerSale.GetSchedule.ScheduleNotFound',
  } satisfies CodesOf<NamedScheduleReason>,
});
