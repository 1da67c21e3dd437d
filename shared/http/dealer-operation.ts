import type { OperationName } from '../domain/dealer/dealer.ts';
import { invalidRequestCodes } from './invalid-request-codes.ts';

/** What every operation under /Dealer/ has in its contract. None needs a field, so the block may be left out. */
export const dealerOperation = (operation: OperationName) =>
  ({
    operation,
    routes: [{ method: 'POST', path: `/Dealer/${operation}` }],
    // The published reference shows the second one, and clients send the first.
    authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
    requestBlockOptional: true,
  }) as const;

export const dealerCodes = (operation: OperationName) => invalidRequestCodes('Dealer', operation);
