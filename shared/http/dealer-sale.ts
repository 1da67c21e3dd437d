import type { OperationName } from '../domain/dealer/dealer.ts';
import { invalidRequestCodes } from './invalid-request-codes.ts';

// What every operation under /DealerSale/ has in its contract.

export const dealerSaleOperation = (operation: OperationName) =>
  ({
    operation,
    routes: [{ method: 'POST', path: `/DealerSale/${operation}` }],
    authenticationBlocks: ['DealerSaleAuthentication'],
    requestBlock: 'DealerSaleRequest',
  }) as const;

export const dealerSaleCodes = (operation: OperationName) => invalidRequestCodes('DealerSale', operation);
