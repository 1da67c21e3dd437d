import * as z from 'zod/mini';
import { defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';

/** All schedules of a dealer (decisions: products and schedules). It has no field, so the block may be left out. */
export const contract = defineOperation({
  name: 'list-schedules',
  ...dealerSaleOperation('GetScheduleList'),
  requestBlockOptional: true,
  request: z.object({}),
  codes: dealerSaleCodes('GetScheduleList'),
});
