import { istanbulDayOf } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import { refuseShortLimit } from '../domain/limit/limit-refusals.ts';
import type { Definition } from '../domain/link/definition.ts';
import { requirePosForLink } from '../domain/link/payable-link.ts';
import type { PaymentRequestFields } from '../domain/link/payment-request-fields.ts';
import {
  checkPaymentRequest,
  checkRequiredFields,
  type PaymentRequestContext,
} from '../domain/link/payment-request-rules.ts';
import { termsOf, termsWithSplit } from '../domain/link/payment-request-terms.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { Refusal } from '../domain/refusal.ts';
import { shortageUnderLimits } from '../payment-flow/room-in-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Customers } from '../ports/customers.ts';
import type { Definitions } from '../ports/definitions.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';
import type { CreateOutcome, PaymentRequests } from '../ports/payment-requests.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';
import type { SubDealers } from '../ports/sub-dealers.ts';
import type { VirtualPosDirectory } from '../ports/virtual-pos-directory.ts';
import { type DecidedRequest, type Draft, type DraftDependencies, draftLink, notCreated } from './draft-link.ts';
import { chooseCustomer, namesCustomer } from './link-customer.ts';
import { type LinkCall, type LinkOutcome, writtenLink } from './link-per-code.ts';

/** What a link is decided and drafted with, before anything is written. */
export interface LinkDraftDependencies extends DraftDependencies {
  readonly definitions: Definitions;
  /** Cached, because it only decides whether the link can be paid. */
  readonly virtualPosDirectory: Pick<VirtualPosDirectory, 'ofDealer'>;
  readonly customers: Customers;
  readonly subDealers: SubDealers;
  readonly limitUsage: LimitUsage;
  readonly clock: Clock;
  /** In sandbox stages a RedirectUrl may name a loopback host over plain http. */
  readonly sandbox: boolean;
}

export interface CreateLinkDependencies extends LinkDraftDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'create'>;
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

/** The sub-dealers that a request names, and the virtual POS of its dealer. */
const recordsOf = async (
  context: PaymentRequestContext,
  { subDealers, virtualPosDirectory }: Pick<LinkDraftDependencies, 'subDealers' | 'virtualPosDirectory'>,
) => {
  const { fields, dealer } = context;
  const [named, ofDealer] = await Promise.all([
    fields.subDealers.length === 0 ? [] : subDealers.find(dealer.dealerCode, namedSubDealers(fields)),
    virtualPosDirectory.ofDealer(dealer.dealerCode),
  ]);
  return { named, ofDealer };
};

/** Sub-dealers, virtual POS, customer and limits are read in parallel, and refuse in this order. */
const decide = async (context: PaymentRequestContext, deps: LinkDraftDependencies): Promise<DecidedRequest> => {
  const { fields, dealer, today: day } = context;
  const asked = termsOf(context);
  const [{ named, ofDealer }, found, shortage] = await Promise.all([
    recordsOf(context, deps),
    namesCustomer(fields) ? deps.customers.find(dealer.dealerCode, fields) : {},
    shortageUnderLimits(deps.limitUsage, { dealer, terms: asked, day }),
  ]);
  const terms = termsWithSplit(context, named);
  requirePosForLink(terms, ofDealer, dealer);
  const choice = chooseCustomer(fields, found);
  refuseShortLimit(shortage, { currency: terms.currency, reasons: LIMIT_REASONS });
  return { choice, terms };
};

const write = async (
  { link, newCustomer }: Draft,
  fingerprint: string,
  { paymentRequests }: CreateLinkDependencies,
): Promise<CreateOutcome> => {
  const ofCode = link.otherTrxCode === undefined ? undefined : fingerprint;
  return paymentRequests
    .create({ link, ...omitUndefined({ fingerprint: ofCode, newCustomer }) })
    .catch((error: unknown) => {
      const nothingWritten = error instanceof StoreUnavailable && error.outcome === 'not-applied';
      throw newCustomer !== undefined && nothingWritten ? notCreated() : error;
    });
};

/** A request for a link. `handedOver`: whoever asks takes the link to the payer, so no contact is demanded. */
type DraftedCall = Omit<LinkCall<PaymentRequestFields>, 'fingerprint'> & { readonly handedOver?: true };

/** A request for a link with its definition, once the rules hold that need neither virtual POS nor customer. */
const checkedContext = async (
  { dealer, operation, fields, handedOver }: DraftedCall,
  deps: Pick<LinkDraftDependencies, 'definitions' | 'clock' | 'sandbox'>,
): Promise<PaymentRequestContext> => {
  checkRequiredFields({ fields, operation });
  const definition = await findDefinition(deps.definitions, fields.dealerCustomerTypeId ?? 0, dealer);
  const nowMs = deps.clock.now();
  const today = istanbulDayOf(nowMs);
  const asked = { fields, operation, definition, dealer, today, nowMs, loopbackHttpAllowed: deps.sandbox };
  const context = { ...asked, ...omitUndefined({ handedOver }) };
  checkPaymentRequest(context);
  return context;
};

/**
 * Checks a request for a link against its definition and its dealer, and answers what drafts the link; nothing is written.
 * Both throw the Refusal of the first broken rule, and StoreUnavailable.
 */
export const linkDrafting = async (call: DraftedCall, deps: LinkDraftDependencies): Promise<() => Promise<Draft>> => {
  const context = await checkedContext(call, deps);
  return async () => draftLink(context, await decide(context, deps), deps);
};

/** What a request for a link is checked with, where no link is drafted. */
export type LinkCheckDependencies = Pick<
  LinkDraftDependencies,
  'definitions' | 'virtualPosDirectory' | 'subDealers' | 'clock' | 'sandbox'
>;

/**
 * Refuses a request of which no link could be made, or that nobody could pay. The dealer's limits do not count: they hold when
 * the request is made. Throws the Refusal of the first broken rule, and StoreUnavailable.
 */
export const checkLinkRequest = async (call: DraftedCall, deps: LinkCheckDependencies): Promise<void> => {
  const context = await checkedContext(call, deps);
  const { named, ofDealer } = await recordsOf(context, deps);
  requirePosForLink(termsWithSplit(context, named), ofDealer, context.dealer);
};

/**
 * Makes the link of a payment request, if its definition and its dealer allow it (rules 11 to 13). Throws the Refusal of the
 * first broken rule, and StoreUnavailable.
 */
export const createLink = async (
  { fingerprint, ...call }: LinkCall<PaymentRequestFields>,
  deps: CreateLinkDependencies,
): Promise<LinkOutcome> => writtenLink(await linkDrafting(call, deps), (drafted) => write(drafted, fingerprint, deps));
