import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason } from '../domain/refusal-reasons.ts';

const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';

/**
 * Codes of the pipeline for an operation under `/PaymentDealer/` that has none of its own for address, permission and
 * operation: these are InvalidAccount (decisions: codes of our own).
 */
export const paymentDealerCodes = (operation: OperationName) =>
  ({
    MalformedRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidRequest: `PaymentDealer.${operation}.InvalidRequest`,
    InvalidAccount: `${AUTHENTICATION}InvalidAccount`,
    IpAddressNotAllowed: `${AUTHENTICATION}InvalidAccount`,
    ChannelPermissionNotAvailable: `${AUTHENTICATION}InvalidAccount`,
    NoAllowedToUseThisWebService: `${AUTHENTICATION}InvalidAccount`,
  }) satisfies Record<PipelineReason, string>;
