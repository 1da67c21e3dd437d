import * as z from 'zod/mini';
import type { NamedScheduleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { scheduleName } from '../../../shared/http/schedule-members.ts';

/** Deletes a schedule that no sale uses (decisions: products and schedules). */
export const contract = defineOperation({
  name: 'delete-schedule',
  ...dealerSaleOperation('DeleteSchedule'),
  request: z.object(scheduleName),
  codes: {
    ...dealerSaleCodes('DeleteSchedule'),
    DealerSaleScheduleIdIsRequired: 'DealerSale.DeleteSchedule.DealerSaleScheduleIdIsRequired',
    ScheduleNotFound: 'DealerSale.DeleteSchedule.ScheduleNotFound',
  } satisfies CodesOf<NamedScheduleReason>,
});
