import * as z from 'zod/mini';
import { defineOperation } from '../../../shared/http/contract.ts';
import { dealerSaleCodes, dealerSaleOperation } from '../../../shared/http/dealer-sale.ts';
import { recordId } from '../../../shared/http/fields.ts';

/** The newest sales of a dealer (decisions: recurring sales). No field is needed, so the block may be left out. */
export const contract = defineOperation({
  name: 'list-sales',
  ...dealerSaleOperation('GetSaleList'),
  requestBlockOptional: true,
  request: z.object({ BeforeDealerSaleId: recordId() }),
  codes: dealerSaleCodes('GetSaleList'),
});
