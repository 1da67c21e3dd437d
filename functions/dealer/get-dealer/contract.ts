import * as z from 'zod/mini';
import type { GetDealerReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { dealerCodes, dealerOperation } from '../../../shared/http/dealer-operation.ts';
import { text } from '../../../shared/http/fields.ts';

const dealerRequest = z.object({ DealerCode: text({ max: 64 }), SubDealerCode: text({ max: 64 }) });

export type DealerRequest = z.output<typeof dealerRequest>;

/**
 * Get dealer (decisions: get dealer). It has no codes for account, address or channel, so these are InvalidRequest. Some
 * clients call the block UpdateDealerRequest.
 */
export const contract = defineOperation({
  name: 'get-dealer',
  ...dealerOperation('GetDealer'),
  requestBlock: 'DealerRequest',
  furtherRequestBlocks: ['UpdateDealerRequest'],
  request: dealerRequest,
  codes: {
    ...dealerCodes('GetDealer'),
    DealerNotFound: 'Dealer.GetDealer.DealerNotFound',
  } satisfies CodesOf<GetDealerReason>,
});
