import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason } from '../domain/refusal-reasons.ts';

/**
 * Codes of the pipeline for an operation that has none of its own for account, address, channel and operation: all of
 * them are its InvalidRequest (decisions: codes of our own).
 */
export const invalidRequestCodes = (
  prefix: 'Dealer' | 'DealerCustomer' | 'DealerSale' | 'PaymentUserPos',
  operation: OperationName,
) => {
  const InvalidRequest = `${prefix}.${operation}.InvalidRequest`;
  return {
    MalformedRequest: InvalidRequest,
    InvalidRequest,
    InvalidAccount: InvalidRequest,
    IpAddressNotAllowed: InvalidRequest,
    ChannelPermissionNotAvailable: InvalidRequest,
    NoAllowedToUseThisWebService: InvalidRequest,
  } satisfies Record<PipelineReason, string>;
};
