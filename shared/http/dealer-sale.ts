import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason } from '../domain/refusal-reasons.ts';

// What every operation under /DealerSale/ has in its contract.

export const dealerSaleOperation = (operation: OperationName) =>
  ({
    operation,
    routes: [{ method: 'POST', path: `/DealerSale/${operation}` }],
    authenticationBlocks: ['DealerSaleAuthentication'],
    requestBlock: 'DealerSaleRequest',
  }) as const;

/** Codes of the pipeline: these operations have none for account, address or operation. */
export const dealerSaleCodes = (operation: OperationName) => {
  const InvalidRequest = `DealerSale.${operation}.InvalidRequest`;
  return {
    MalformedRequest: InvalidRequest,
    InvalidRequest,
    InvalidAccount: InvalidRequest,
    IpAddressNotAllowed: InvalidRequest,
    ChannelPermissionNotAvailable: InvalidRequest,
    NoAllowedToUseThisWebService: InvalidRequest,
  } satisfies Record<PipelineReason, string>;
};
