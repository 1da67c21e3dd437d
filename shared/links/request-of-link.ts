import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import { REQUEST_LIFE_MS, requestFieldsOf, type TypedByPayer } from '../domain/reusable-link/payer-request.ts';
import { madeOf, type ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import { paymentRequestFingerprint } from '../http/payment-request-fingerprint.ts';
import type { LinkWithPlaces } from '../ports/reusable-links.ts';
import { type CreateLinkDependencies, linkDrafting } from './create-link.ts';
import type { Draft } from './draft-link.ts';
import { writtenLink } from './link-per-code.ts';

/** A payment request that a payer makes of a reusable link. */
export interface PayersRequest {
  readonly found: LinkWithPlaces;
  /** The dealer as it is now. */
  readonly dealer: Dealer;
  readonly typed: TypedByPayer;
  readonly otherTrxCode: string;
}

export type PayersRequestOutcome =
  | { readonly kind: 'created'; readonly link: PaymentRequest }
  /** The same post, or one that was made up, has taken the code. */
  | { readonly kind: 'code-known'; readonly payment: PaymentName };

/** The request names its link, expires by itself, and is sent to nobody: its payer stands before it. */
const drafted = ({ link, ...draft }: Draft, { found, typed }: PayersRequest): Draft => ({
  ...draft,
  link: {
    ...link,
    madeOf: madeOf(found.link, found.places.length),
    delivery: {},
    expiresAtMs: Math.min(link.expiresAtMs, link.createdAtMs + REQUEST_LIFE_MS),
    ...(typed.answers.length === 0 ? {} : { answers: typed.answers }),
  },
});

const operationOf = ({ template, rates }: ReusableLink) =>
  template.subDealers.length > 0 || rates !== undefined ? 'CreateUserPosPaymentMarketPlace' : 'CreateUserPosPayment';

/**
 * Makes the payment request of a payer, by the same rules as one that the dealer sends (rules 11 to 13). Throws the Refusal of
 * the first broken rule: the dealer's settings may have changed since the link was made. Throws StoreUnavailable.
 */
export const makeRequestOfLink = async (
  asked: PayersRequest,
  deps: CreateLinkDependencies,
): Promise<PayersRequestOutcome> => {
  const { found, dealer, typed, otherTrxCode } = asked;
  const fields = requestFieldsOf(found.link, typed, otherTrxCode);
  const draft = await linkDrafting({ dealer, operation: operationOf(found.link), fields, handedOver: true }, deps);
  const fingerprint = paymentRequestFingerprint(fields);
  const outcome = await writtenLink(
    async () => drafted(await draft(), asked),
    ({ link }) => deps.paymentRequests.create({ link, fingerprint }),
  );
  if (outcome.kind === 'created') return { kind: 'created', link: outcome.link };
  return { kind: 'code-known', payment: outcome.record.payment };
};
