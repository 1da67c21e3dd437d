import { askedLanguage } from '../domain/asked-language.ts';
import { type Customer, newCustomerCode } from '../domain/customer/customer.ts';
import { NO_PROGRESS, type PaymentRequest, type PaymentTerms } from '../domain/link/payment-request.ts';
import type { PaymentRequestContext } from '../domain/link/payment-request-rules.ts';
import { buyerOf, customerDetailsOf, deliveryOf, expiryOf } from '../domain/link/payment-request-terms.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { reminderAtMs } from '../domain/outbox/link-due.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Identifiers, PaymentNames, Randomness } from '../ports/identifiers.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';
import type { Sealer } from '../ports/vault.ts';
import type { CustomerChoice } from './link-customer.ts';
import { newLinkSecrets, storedRedirectUrl } from './new-link.ts';

export interface DraftDependencies {
  readonly identifiers: Identifiers;
  readonly paymentNames: PaymentNames;
  readonly randomness: Randomness;
  readonly sealer: Sealer;
}

/** What a checked request was found to mean. */
export interface DecidedRequest {
  readonly choice: CustomerChoice;
  readonly terms: PaymentTerms;
}

/** A link that is not written yet, with the customer who is registered with it. */
export interface Draft {
  readonly link: PaymentRequest;
  readonly codeForHash: string;
  readonly newCustomer?: Customer;
}

/** The store failed to register the customer, so neither customer nor link was written (decisions: customers). */
export const notCreated = () =>
  new Refusal('DealerCustomerNotCreated', 'The customer could not be registered, and no link was created.');

const newCustomerOf = async (
  { dealer, fields }: PaymentRequestContext,
  { choice, nowMs: createdAtMs }: { readonly choice: CustomerChoice; readonly nowMs: number },
  { identifiers }: DraftDependencies,
): Promise<Customer | undefined> => {
  if (choice.kind !== 'new') return undefined;
  const dealerCustomerId = await identifiers.next('customer').catch((error: unknown) => {
    // Nothing is written before the transaction. At most some ids are lost.
    throw error instanceof StoreUnavailable ? notCreated() : error;
  });
  const customerCode = newCustomerCode(choice.customerCode);
  const { dealerCode } = dealer;
  return { dealerCode, dealerCustomerId, customerCode, version: 1, createdAtMs, ...customerDetailsOf(fields) };
};

/** Drafts the link of a checked request, its customer and its random parts, side by side. */
export const draftLink = async (
  context: PaymentRequestContext,
  { choice, terms }: DecidedRequest,
  deps: DraftDependencies,
): Promise<Draft> => {
  const { fields, dealer, definition, nowMs } = context;
  const { dealerCode } = dealer;
  const payment = deps.paymentNames.nameOf(dealerCode, fields.otherTrxCode);
  const [userPosPaymentId, { token, codeForHash, secrets }, newCustomer] = await Promise.all([
    deps.identifiers.next('payment'),
    newLinkSecrets(deps, { dealerCode, payment }),
    newCustomerOf(context, { choice, nowMs }, deps),
  ]);
  const customer = choice.kind === 'known' ? choice.customer : newCustomer;
  const times = { createdAtMs: nowMs, expiresAtMs: expiryOf(context) };
  const delivery = deliveryOf(fields);
  const remindAtMs = reminderAtMs(definition, { ...times, delivery });
  const link: PaymentRequest = {
    payment,
    token,
    userPosPaymentId,
    dealerCode,
    dealerName: dealer.name,
    dealerCustomerTypeId: definition.dealerCustomerTypeId,
    dealerCustomerId: customer?.dealerCustomerId ?? 0,
    state: 'open',
    version: 1,
    ...times,
    listingShards: dealer.listingShards,
    terms,
    delivery,
    buyer: buyerOf(fields),
    basket: fields.basket,
    source: 'payment-request',
    insideFrame: false,
    progress: { ...NO_PROGRESS, ...omitUndefined({ remindAtMs }) },
    secrets,
    ...omitUndefined({
      customerCode: customer?.customerCode,
      otherTrxCode: fields.otherTrxCode,
      description: fields.description,
      language: askedLanguage(fields),
      redirectUrl: storedRedirectUrl(fields.redirectUrl, context),
    }),
  };
  return { link, codeForHash, ...omitUndefined({ newCustomer }) };
};
