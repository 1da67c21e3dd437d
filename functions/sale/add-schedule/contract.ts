import * as z from 'zod/mini';
import { defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { scheduleMembers } from '../../../shared/http/schedule-members.ts';

/** Adds a schedule of recurring sales (decisions: products and schedules). */
export const contract = defineOperation({
  name: 'add-schedule',
  ...dealerSaleOperation('AddSchedule'),
  request: z.object(scheduleMembers),
  codes: dealerSaleCodes('AddSchedule'),
});
