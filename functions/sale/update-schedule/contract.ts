import * as z from 'zod/mini';
import type { NamedScheduleReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { scheduleMembers, scheduleName } from '../../../shared/http/schedule-members.ts';

/** Changes what is given of a schedule (decisions: products and schedules). */
export const contract = defineOperation({
  name: 'update-schedule',
  ...dealerSaleOperation('UpdateSchedule'),
  request: z.object({ ...scheduleName, ...scheduleMembers }),
  codes: {
    ...dealerSaleCodes('UpdateSchedule'),
    DealerSaleScheduleIdIsRequired: 'DealerSale.UpdateSchedule.DealerSaleScheduleIdIsRequired',
    ScheduleNotFound: 'DealerSale.UpdateSchedule.ScheduleNotFound',
  } satisfies CodesOf<NamedScheduleReason>,
});
