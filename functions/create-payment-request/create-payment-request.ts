import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../shared/domain/link/definition.ts';
import { requirePosForLink } from '../../shared/domain/link/payable-link.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import type { PaymentRequestFields } from '../../shared/domain/link/payment-request-fields.ts';
import {
  checkPaymentRequest,
  checkRequiredFields,
  type PaymentRequestContext,
} from '../../shared/domain/link/payment-request-rules.ts';
import { buyerOf, customerDetailsOf, deliveryOf, termsOf } from '../../shared/domain/link/payment-request-terms.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { UseCase } from '../../shared/http/operation-handler.ts';
import { newLinkSecrets, payUrlOf, storedRedirectUrl } from '../../shared/links/new-link.ts';
import { type LinkCall, type LinkOutcome, oncePerCode, writtenLink } from '../../shared/links/once-per-code.ts';
import { shortageUnderLimits } from '../../shared/payment-flow/room-in-limits.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import type { Definitions } from '../../shared/ports/definitions.ts';
import type { Identifiers, Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { CreateOutcome, PaymentRequests } from '../../shared/ports/payment-requests.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import type { Opener, Sealer } from '../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import type { PaymentUserPosRequest } from './contract.ts';
import { type CustomerChoice, chooseCustomer, namesCustomer } from './customer.ts';
import { paymentRequestFingerprint } from './fingerprint.ts';
import { refuseShortLimit } from './limits.ts';
import { fieldsOf } from './read-fields.ts';

export interface CreatePaymentRequestDependencies {
  readonly definitions: Definitions;
  /** Cached: it only decides whether the link can be paid at all. */
  readonly virtualPosDirectory: VirtualPosDirectory;
  readonly customers: Customers;
  readonly limitUsage: LimitUsage;
  readonly paymentRequests: PaymentRequests;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly opener: Opener;
  readonly baseUrl: string;
  /** Sandbox stages let a RedirectUrl name a loopback host over plain http. */
  readonly sandbox: boolean;
}

const MINUTE_MS = 60_000;

interface Draft {
  readonly link: PaymentRequest;
  readonly codeForHash: string;
  readonly newCustomer?: Customer;
}

const findDefinition = async (definitions: Definitions, id: number, dealer: Dealer): Promise<Definition> => {
  const definition = await definitions.find(id);
  if (definition === undefined) {
    const sentence = 'DealerCustomerTypeId names no payment-request definition.';
    throw new Refusal('DealerCustomerTypeNotFound', sentence);
  }
  if (definition.dealerCode !== dealer.dealerCode) {
    const sentence = 'DealerCustomerTypeId names a payment-request definition of another dealer.';
    throw new Refusal('DealerCustomerTypeMismatchForDealer', sentence);
  }
  return definition;
};

/** The registration failed in the store and nothing was written: neither customer nor link (wire facts, "Customer"). */
const notCreated = () =>
  new Refusal('DealerCustomerNotCreated', 'The customer could not be registered, and no link was created.');

/**
 * Creates a payment request, or gives the link of an earlier request with the same OtherTrxCode again (2.8, 7.4,
 * rules 6, 11 to 13). Claim, link and customer are written in one transaction, so that a crash leaves all or nothing.
 */
export const createPaymentRequest = (deps: CreatePaymentRequestDependencies): UseCase<PaymentUserPosRequest> => {
  const newCustomerOf = async (context: PaymentRequestContext, choice: CustomerChoice) => {
    if (choice.kind !== 'new') return undefined;
    const dealerCustomerId = await deps.identifiers.next('customer').catch((error: unknown) => {
      // Before the transaction nothing is written, even where it is unknown whether the ids were taken.
      throw error instanceof StoreUnavailable ? notCreated() : error;
    });
    const { dealerCode } = context.dealer;
    return {
      dealerCode,
      dealerCustomerId,
      customerCode: choice.customerCode,
      version: 1,
      ...customerDetailsOf(context.fields),
    };
  };

  const draft = async (context: PaymentRequestContext, choice: CustomerChoice, nowMs: number): Promise<Draft> => {
    const { fields, dealer, definition } = context;
    const [userPosPaymentId, { token, codeForHash, secrets }, newCustomer] = await Promise.all([
      deps.identifiers.next('payment-request'),
      newLinkSecrets(deps, dealer.dealerCode),
      newCustomerOf(context, choice),
    ]);
    const customer = choice.kind === 'known' ? choice.customer : newCustomer;
    const link: PaymentRequest = {
      token,
      userPosPaymentId,
      dealerCode: dealer.dealerCode,
      dealerName: dealer.name,
      dealerCustomerTypeId: definition.dealerCustomerTypeId,
      dealerCustomerId: customer?.dealerCustomerId ?? 0,
      state: 'open',
      version: 1,
      createdAtMs: nowMs,
      listingShards: dealer.listingShards,
      expiresAtMs: nowMs + definition.linkLifeMinutes * MINUTE_MS,
      terms: termsOf(context),
      delivery: deliveryOf(fields),
      buyer: buyerOf(fields),
      basket: fields.basket,
      source: 'payment-request',
      insideFrame: false,
      progress: NO_PROGRESS,
      secrets,
      ...omitUndefined({
        customerCode: customer?.customerCode,
        otherTrxCode: fields.otherTrxCode,
        description: fields.description,
        redirectUrl: storedRedirectUrl(fields.redirectUrl, context),
      }),
    };
    return { link, codeForHash, ...omitUndefined({ newCustomer }) };
  };

  const write = async ({ link, newCustomer }: Draft, fingerprint: string): Promise<CreateOutcome> => {
    const { otherTrxCode } = link;
    const claim = otherTrxCode === undefined ? undefined : { otherTrxCode, fingerprint };
    return deps.paymentRequests.create({ link, ...omitUndefined({ claim, newCustomer }) }).catch((error: unknown) => {
      const nothingWritten = error instanceof StoreUnavailable && error.outcome === 'not-applied';
      throw newCustomer !== undefined && nothingWritten ? notCreated() : error;
    });
  };

  /** Virtual POS, customer and limits are read side by side; what they refuse is refused in this order. */
  const decideCustomer = async (context: PaymentRequestContext, nowMs: number): Promise<CustomerChoice> => {
    const { fields, dealer } = context;
    const terms = termsOf(context);
    const [ofDealer, found, shortage] = await Promise.all([
      deps.virtualPosDirectory.ofDealer(dealer.dealerCode),
      namesCustomer(fields) ? deps.customers.find(dealer.dealerCode, fields) : {},
      shortageUnderLimits(deps.limitUsage, { dealer, terms, day: istanbulDayOf(nowMs) }),
    ]);
    requirePosForLink(terms, ofDealer);
    const choice = chooseCustomer(fields, found);
    refuseShortLimit(shortage, terms);
    return choice;
  };

  const create = async ({ dealer, fields, fingerprint }: LinkCall<PaymentRequestFields>): Promise<LinkOutcome> => {
    checkRequiredFields(fields);
    const definition = await findDefinition(deps.definitions, fields.dealerCustomerTypeId ?? 0, dealer);
    const nowMs = deps.clock.now();
    const today = istanbulDayOf(nowMs);
    const context = { fields, definition, dealer, today, loopbackHttpAllowed: deps.sandbox };
    checkPaymentRequest(context);
    return writtenLink(
      async () => draft(context, await decideCustomer(context, nowMs), nowMs),
      (drafted) => write(drafted, fingerprint),
    );
  };

  return oncePerCode({
    ...deps,
    create,
    fieldsOf,
    fingerprintOf: paymentRequestFingerprint,
    dataOf: (link, codeForHash) => ({
      UserPosPaymentId: link.userPosPaymentId,
      DealerCustomerId: link.dealerCustomerId,
      Url: payUrlOf(deps.baseUrl, link.token),
      CodeForHash: codeForHash,
    }),
  });
};
