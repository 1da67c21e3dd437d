import type { PaymentRequestFields } from '../../../shared/domain/link/payment-request-fields.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { ReadCall } from '../../../shared/http/once-per-code.ts';
import type { UseCase } from '../../../shared/http/operation-handler.ts';
import { paymentRequestFingerprint } from '../../../shared/http/payment-request-fingerprint.ts';
import { type CreateLinkDependencies, createLink } from '../../../shared/links/create-link.ts';
import { linkPerCode } from '../../../shared/links/link-per-code.ts';
import { linkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import type { IdempotencyRecords } from '../../../shared/ports/idempotency-records.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import type { PaymentUserPosRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

export interface CreatePaymentRequestDependencies extends CreateLinkDependencies {
  readonly paymentRequests: PaymentRequests;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly opener: Opener;
  readonly baseUrl: string;
}

/**
 * A list of sub-dealers turns CreateUserPosPayment into the operation with sub-dealers. So a dealer who is barred from that
 * operation may not send such a list to this path either.
 */
const refuseBarredSplits = ({
  dealer: { barredOperations },
  asked: { fields },
}: ReadCall<PaymentRequestFields>): void => {
  if (fields.subDealers.length === 0 || !barredOperations.includes('CreateUserPosPaymentMarketPlace')) return;
  throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation with sub-dealers.');
};

/**
 * Creates a payment request, or gives the link of an earlier request with the same OtherTrxCode again (rules 6,
 * 11 to 13). Idempotency record, link and customer are written in one transaction, so that a crash leaves all
 * or nothing.
 */
export const createPaymentRequest = (deps: CreatePaymentRequestDependencies): UseCase<PaymentUserPosRequest> =>
  linkPerCode({
    ...deps,
    fieldsOf,
    fingerprintOf: paymentRequestFingerprint,
    admit: refuseBarredSplits,
    create: (call) => createLink(call, deps),
    dataOf: (link, codeForHash) => ({
      UserPosPaymentId: link.userPosPaymentId,
      DealerCustomerId: link.dealerCustomerId,
      Url: linkUrlIn(deps.baseUrl)(link),
      CodeForHash: codeForHash,
    }),
  });
