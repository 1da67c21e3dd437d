import * as z from 'zod/mini';
import { defineOperation } from '../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../shared/http/dealer-sale.ts';

/** The newest sales of a dealer (decisions: recurring sales). It has no field, so the block may be left out. */
export const contract = defineOperation({
  name: 'list-sales',
  ...dealerSaleOperation('GetSaleList'),
  requestBlockOptional: true,
  request: z.object({}),
  codes: dealerSaleCodes('GetSaleList'),
});
