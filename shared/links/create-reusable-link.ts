import type { Dealer } from '../domain/dealer/dealer.ts';
import { addressOf } from '../domain/payment/payment-name.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ReusableLinkFields } from '../domain/reusable-link/link-fields.ts';
import { checkReusableLink } from '../domain/reusable-link/link-rules.ts';
import { type ReusableLinkTerms, reusableLinkTermsOf, triedAmountsOf } from '../domain/reusable-link/new-link.ts';
import { requestFieldsOf } from '../domain/reusable-link/payer-request.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import { reusableLinkFingerprint } from '../http/reusable-link-fingerprint.ts';
import type { Identifiers, PaymentNames, Randomness } from '../ports/identifiers.ts';
import type { ReusableLinks } from '../ports/reusable-links.ts';
import { checkLinkRequest, type LinkCheckDependencies } from './create-link.ts';

export interface DraftReusableLinkDependencies extends LinkCheckDependencies {
  readonly identifiers: Identifiers;
  readonly paymentNames: Pick<PaymentNames, 'nameOfLink'>;
  readonly randomness: Randomness;
}

export interface CreateReusableLinkDependencies extends DraftReusableLinkDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'create' | 'findByCode'>;
}

/** A request for a reusable link. */
export interface ReusableLinkCall {
  readonly dealer: Dealer;
  readonly fields: ReusableLinkFields;
}

/** A link that was made now, or that an earlier request made: the same request as this one, or another one. */
export type MadeLink = { readonly link: ReusableLink; readonly replayed: boolean };

/** How often a link is made again because its id was in use. */
const MAX_ROUNDS = 4;

const codeIsUsed = (): Refusal =>
  new Refusal(
    'LinkCodeAlreadyUsed',
    'LinkCode already names a different link of this dealer: a changed request needs a new code; repeat one exactly as it was.',
  );

/**
 * The sentences of payment requests name the member Currency, which is CurrencyCode here; and a split of which nothing is left
 * was asked for by rates.
 */
const inWordsOfLinks = (error: unknown): unknown =>
  error instanceof Refusal
    ? new Refusal(
        error.reason,
        error.sentence
          .replaceAll(/\bCurrency\b/g, 'CurrencyCode')
          .replace(/^SubDealer is required\.$/, 'One Rate of SubDealer must give at least 0.01 of OpenAmount.Min.'),
      )
    : error;

/** Refuses a link of which no request could be made: it is tried with each of the least and largest amounts. */
const checkRequests = async (
  terms: ReusableLinkTerms,
  { dealer, fields }: ReusableLinkCall,
  deps: DraftReusableLinkDependencies,
): Promise<void> => {
  const operation = fields.subDealers.length > 0 ? 'CreateUserPosPaymentMarketPlace' : 'CreateUserPosPayment';
  for (const amount of triedAmountsOf(terms)) {
    const request = requestFieldsOf(terms, { amount, answers: [] }, fields.linkCode);
    await checkLinkRequest({ dealer, operation, fields: request, handedOver: true }, deps).catch((error: unknown) => {
      throw inWordsOfLinks(error);
    });
  }
};

const newLink = async (
  terms: ReusableLinkTerms,
  { dealer, fields }: ReusableLinkCall,
  deps: DraftReusableLinkDependencies,
): Promise<ReusableLink> => {
  const { dealerCode, name: dealerName, listingShards } = dealer;
  const linkCode = fields.linkCode ?? '';
  const name = deps.paymentNames.nameOfLink(dealerCode, linkCode);
  return {
    ...terms,
    name,
    token: addressOf(name, deps.randomness.token()),
    userPosLinkId: await deps.identifiers.next('reusable-link'),
    dealerCode,
    dealerName,
    linkCode,
    version: 1,
    createdAtMs: deps.clock.now(),
    listingShards,
    fingerprint: reusableLinkFingerprint(fields),
    active: true,
    formKey: `${deps.randomness.token()}${deps.randomness.token()}`,
  };
};

/** The link that a code names, told again to the same request; another request with the code is refused (rule 13). */
const madeBefore = (link: ReusableLink, { fields }: ReusableLinkCall): MadeLink => {
  if (link.fingerprint !== reusableLinkFingerprint(fields)) throw codeIsUsed();
  return { link, replayed: true };
};

const checkedTerms = async (
  call: ReusableLinkCall,
  deps: DraftReusableLinkDependencies,
): Promise<ReusableLinkTerms> => {
  checkReusableLink({ fields: call.fields, nowMs: deps.clock.now() });
  const terms = reusableLinkTermsOf(call.fields);
  await checkRequests(terms, call, deps);
  return terms;
};

/** A reusable link that nothing is written of yet. Throws the Refusal of the first broken rule, and StoreUnavailable. */
export const draftReusableLink = async (
  call: ReusableLinkCall,
  deps: DraftReusableLinkDependencies,
): Promise<ReusableLink> => newLink(await checkedTerms(call, deps), call, deps);

const make = async (call: ReusableLinkCall, deps: CreateReusableLinkDependencies): Promise<MadeLink> => {
  const terms = await checkedTerms(call, deps);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const link = await newLink(terms, call, deps);
    const outcome = await deps.reusableLinks.create(link);
    if (outcome.kind === 'created') return { link, replayed: false };
    if (outcome.kind === 'code-known') return madeBefore(outcome.link, call);
  }
  throw new Error('a reusable link found its id in use again and again');
};

/**
 * Makes a reusable link, or gives the one of an earlier request with the same LinkCode again: a known code is answered before
 * any refusal that can change (rules 6 and 13). Throws the Refusal of the first broken rule, and StoreUnavailable.
 */
export const createReusableLink = async (
  call: ReusableLinkCall,
  deps: CreateReusableLinkDependencies,
): Promise<MadeLink> => {
  try {
    return await make(call, deps);
  } catch (error) {
    const { linkCode } = call.fields;
    if (!(error instanceof Refusal) || error.reason === 'LinkCodeAlreadyUsed' || linkCode === undefined) throw error;
    const known = await deps.reusableLinks.findByCode(call.dealer.dealerCode, linkCode);
    if (known === undefined) throw error;
    return madeBefore(known.link, call);
  }
};
