import type { OperationName } from '../domain/dealer/dealer.ts';
import { invalidRequestCodes } from './invalid-request-codes.ts';

/** Codes for a payment request that is named by its id or by the dealer's code. */
export const namedLinkCodes = (operation: OperationName) =>
  ({
    ...invalidRequestCodes('PaymentUserPos', operation),
    OtherTrxCodeOrUserPosPaymentIdMustBeGiven: `PaymentUserPos.${operation}.OtherTrxCodeOrUserPosPaymentIdMustBeGiven`,
    UserPosPaymentNotFound: `PaymentUserPos.${operation}.UserPosPaymentNotFound`,
    OtherTrxCodeDoesntMatchUserPosPaymentId: `PaymentUserPos.${operation}.OtherTrxCodeDoesntMatchUserPosPaymentId`,
  }) as const;
