import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason } from '../domain/refusal-reasons.ts';

/**
 * Codes of the pipeline for an operation of our own under `/PaymentUserPos/`. None of them has a code of its own, so all
 * are InvalidRequest (decisions: codes of our own).
 */
const paymentUserPosCodes = (operation: OperationName) => {
  const invalidRequest = `PaymentUserPos.${operation}.InvalidRequest`;
  return {
    MalformedRequest: invalidRequest,
    InvalidRequest: invalidRequest,
    InvalidAccount: invalidRequest,
    IpAddressNotAllowed: invalidRequest,
    ChannelPermissionNotAvailable: invalidRequest,
    NoAllowedToUseThisWebService: invalidRequest,
  } satisfies Record<PipelineReason, string>;
};

/** Codes for a payment request that is named by its id or by the dealer's code. */
export const namedLinkCodes = (operation: OperationName) =>
  ({
    ...paymentUserPosCodes(operation),
    OtherTrxCodeOrUserPosPaymentIdMustBeGiven: `PaymentUserPos.${operation}.OtherTrxCodeOrUserPosPaymentIdMustBeGiven`,
    UserPosPaymentNotFound: `PaymentUserPos.${operation}.UserPosPaymentNotFound`,
    OtherTrxCodeDoesntMatchUserPosPaymentId: `PaymentUserPos.${operation}.OtherTrxCodeDoesntMatchUserPosPaymentId`,
  }) as const;
