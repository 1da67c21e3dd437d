import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { refuseShortLimit } from '../../shared/domain/limit/limit-refusals.ts';
import type { Definition } from '../../shared/domain/link/definition.ts';
import { requirePosForLink } from '../../shared/domain/link/payable-link.ts';
import type { PaymentRequestFields } from '../../shared/domain/link/payment-request-fields.ts';
import {
  checkPaymentRequest,
  checkRequiredFields,
  type PaymentRequestContext,
} from '../../shared/domain/link/payment-request-rules.ts';
import { termsOf, termsWithSplit } from '../../shared/domain/link/payment-request-terms.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { ReadCall } from '../../shared/http/once-per-code.ts';
import type { UseCase } from '../../shared/http/operation-handler.ts';
import { type LinkCall, type LinkOutcome, linkPerCode, writtenLink } from '../../shared/links/link-per-code.ts';
import { linkUrlIn } from '../../shared/payment-flow/addresses.ts';
import { shortageUnderLimits } from '../../shared/payment-flow/room-in-limits.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import type { Definitions } from '../../shared/ports/definitions.ts';
import type { IdempotencyRecords } from '../../shared/ports/idempotency-records.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { CreateOutcome, PaymentRequests } from '../../shared/ports/payment-requests.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import type { SubDealers } from '../../shared/ports/sub-dealers.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import type { PaymentUserPosRequest } from './contract.ts';
import { chooseCustomer, namesCustomer } from './customer.ts';
import { type DecidedRequest, type Draft, type DraftDependencies, draftLink, notCreated } from './draft-link.ts';
import { paymentRequestFingerprint } from './fingerprint.ts';
import { fieldsOf } from './read-fields.ts';

export interface CreatePaymentRequestDependencies extends DraftDependencies {
  readonly definitions: Definitions;
  /** Cached, because it only decides whether the link can be paid. */
  readonly virtualPosDirectory: VirtualPosDirectory;
  readonly customers: Customers;
  readonly subDealers: SubDealers;
  readonly limitUsage: LimitUsage;
  readonly paymentRequests: PaymentRequests;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly clock: Clock;
  readonly opener: Opener;
  readonly baseUrl: string;
  /** In sandbox stages a RedirectUrl may name a loopback host over plain http. */
  readonly sandbox: boolean;
}

/** The sub-dealers that a request names. */
const namedSubDealers = ({ subDealers }: PaymentRequestFields): readonly number[] =>
  subDealers.flatMap(({ dealerId }) => dealerId ?? []);

const LIMIT_REASONS = { day: 'DailyDealerLimitExceeded', month: 'MonthlyDealerLimitExceeded' } as const;

const findDefinition = async (definitions: Definitions, id: number, dealer: Dealer): Promise<Definition> => {
  const definition = await definitions.find(id);
  if (definition === undefined) {
    const sentence = 'DealerCustomerTypeId names no payment-request definition: use the id that the operator gave you.';
    throw new Refusal('DealerCustomerTypeNotFound', sentence);
  }
  if (definition.dealerCode !== dealer.dealerCode) {
    const sentence = 'DealerCustomerTypeId names a payment-request definition of another dealer.';
    throw new Refusal('DealerCustomerTypeMismatchForDealer', sentence);
  }
  return definition;
};

/** Sub-dealers, virtual POS, customer and limits are read in parallel, and refuse in this order. */
const decide = async (
  context: PaymentRequestContext,
  deps: CreatePaymentRequestDependencies,
): Promise<DecidedRequest> => {
  const { fields, dealer, today: day } = context;
  const asked = termsOf(context);
  const [subDealers, ofDealer, found, shortage] = await Promise.all([
    fields.subDealers.length === 0 ? [] : deps.subDealers.find(dealer.dealerCode, namedSubDealers(fields)),
    deps.virtualPosDirectory.ofDealer(dealer.dealerCode),
    namesCustomer(fields) ? deps.customers.find(dealer.dealerCode, fields) : {},
    shortageUnderLimits(deps.limitUsage, { dealer, terms: asked, day }),
  ]);
  const terms = termsWithSplit(context, subDealers);
  requirePosForLink(terms, ofDealer);
  const choice = chooseCustomer(fields, found);
  refuseShortLimit(shortage, { currency: terms.currency, reasons: LIMIT_REASONS });
  return { choice, terms };
};

const write = async (
  { link, newCustomer }: Draft,
  fingerprint: string,
  { paymentRequests }: CreatePaymentRequestDependencies,
): Promise<CreateOutcome> => {
  const ofCode = link.otherTrxCode === undefined ? undefined : fingerprint;
  return paymentRequests
    .create({ link, ...omitUndefined({ fingerprint: ofCode, newCustomer }) })
    .catch((error: unknown) => {
      const nothingWritten = error instanceof StoreUnavailable && error.outcome === 'not-applied';
      throw newCustomer !== undefined && nothingWritten ? notCreated() : error;
    });
};

const create = async (
  { dealer, operation, fields, fingerprint }: LinkCall<PaymentRequestFields>,
  deps: CreatePaymentRequestDependencies,
): Promise<LinkOutcome> => {
  checkRequiredFields({ fields, operation });
  const definition = await findDefinition(deps.definitions, fields.dealerCustomerTypeId ?? 0, dealer);
  const nowMs = deps.clock.now();
  const today = istanbulDayOf(nowMs);
  const context = { fields, operation, definition, dealer, today, nowMs, loopbackHttpAllowed: deps.sandbox };
  checkPaymentRequest(context);
  return writtenLink(
    async () => draftLink(context, await decide(context, deps), deps),
    (drafted) => write(drafted, fingerprint, deps),
  );
};

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
    create: (call) => create(call, deps),
    dataOf: (link, codeForHash) => ({
      UserPosPaymentId: link.userPosPaymentId,
      DealerCustomerId: link.dealerCustomerId,
      Url: linkUrlIn(deps.baseUrl)(link),
      CodeForHash: codeForHash,
    }),
  });
