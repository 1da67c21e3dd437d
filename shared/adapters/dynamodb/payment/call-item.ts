import { type DirectAttempt, isOfPlan } from '../../../domain/attempt/attempt.ts';
import type { OperationName } from '../../../domain/dealer/dealer.ts';
import type { LinkSource, PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { readAddress } from '../../../domain/payment/payment-name.ts';
import { linkIndexKeys } from '../index-keys.ts';
import { requestIndexKeys } from '../reusable-link/reusable-link-keys.ts';
import type { PaymentItem } from './payment-item.ts';
import { paymentKeys } from './payment-keys.ts';

/*
 * What a call writes of itself: `2#CALL#nn`, with its fingerprint and everything that its request froze, and by the first
 * call of a code `1#PAYMENT`. For this release that holds what the call asked for as well (rule 50).
 */

const KIND_OF: Readonly<Record<LinkSource, Exclude<PaymentItem['kind'], 'direct'>>> = {
  'payment-request': 'link',
  'mobile-3d': 'mobile-3d',
  'three-d': 'three-d',
};

/** The operation that created a link. */
const operationOf = ({ source, shop, terms }: Pick<PaymentRequest, 'source' | 'shop' | 'terms'>): OperationName => {
  if (source === 'payment-request') {
    return terms.split === undefined ? 'CreateUserPosPayment' : 'CreateUserPosPaymentMarketPlace';
  }
  if (source === 'mobile-3d') return 'DoDirectPaymentThreeDMobile';
  return shop?.commissionScenario === undefined ? 'DoDirectPaymentThreeD' : 'DoDirectPaymentThreeDMarketPlace';
};

const linkIdentity = (link: PaymentRequest) => {
  const { source, userPosPaymentId: paymentId, dealerCode, otherTrxCode, createdAtMs } = link;
  return {
    entity: 'payment',
    kind: KIND_OF[source],
    operation: operationOf(link),
    paymentId,
    dealerCode,
    createdAtMs,
    ...omitUndefined({ otherTrxCode }),
  };
};

/** What the call of a link froze. The secrets that prove its result stand in its state, or in an item of their own. */
const frozenOfLink = ({
  payment: _payment,
  token,
  userPosPaymentId: _id,
  dealerCode: _dealerCode,
  otherTrxCode: _code,
  createdAtMs: _createdAt,
  source,
  state: _state,
  version: _version,
  expiresAtMs: _expiry,
  progress: _progress,
  secrets: _secrets,
  shop,
  ...link
}: PaymentRequest) => ({
  // A call of a shop's 3D payment has its secret in an item of its own.
  ...(source === 'three-d' ? shop : { secret: readAddress(token)?.secret ?? '' }),
  ...link,
});

/** A request that a payer made of a reusable link stands in the list of that link, any other one in its dealer's. */
const listedAt = (link: PaymentRequest) => {
  const { madeOf, payment, createdAtMs, listingShards: shards } = link;
  return madeOf === undefined ? linkIndexKeys(link) : requestIndexKeys({ ...madeOf, payment, createdAtMs, shards });
};

/** A link of a payment request has one call, so what it froze stands with the payment. A mobile payment has calls. */
export const linkPaymentItem = (link: PaymentRequest, fingerprint: string | undefined) => ({
  ...paymentKeys.payment(link.payment),
  ...listedAt(link),
  ...linkIdentity(link),
  ...frozenOfLink(link),
  ...omitUndefined({ fingerprint }),
});

/** A shop's 3D payment. It is in no list of links. */
export const shopPaymentItem = (link: PaymentRequest, fingerprint: string | undefined) => ({
  ...paymentKeys.payment(link.payment),
  ...linkIdentity(link),
  ...frozenOfLink(link),
  ...omitUndefined({ fingerprint }),
});

/** A call of a shop's 3D payment, or of a mobile payment. */
export const linkCallItem = (
  link: PaymentRequest,
  { number, fingerprint }: { readonly number: number; readonly fingerprint: string | undefined },
) => ({
  ...paymentKeys.call({ payment: link.payment, number }),
  entity: 'call',
  operation: operationOf(link),
  ...frozenOfLink(link),
  ...omitUndefined({ fingerprint }),
});

const frozenOfDirect = ({ direct, fingerprint }: Pick<DirectAttempt, 'direct' | 'fingerprint'>) => {
  const { operation, pooled, commissionScenario, description, buyer, basket, plan } = direct;
  return {
    operation,
    pooled,
    buyer,
    basket,
    ...omitUndefined({ commissionScenario, description, fingerprint, plan }),
  };
};

export const directPaymentItem = (attempt: DirectAttempt) => {
  const { payment, paymentId, dealerCode, startedAtMs: createdAtMs, direct } = attempt;
  return {
    ...paymentKeys.payment(payment),
    entity: 'payment',
    kind: 'direct',
    paymentId,
    dealerCode,
    createdAtMs,
    ...omitUndefined({ otherTrxCode: direct.otherTrxCode }),
    ...frozenOfDirect(attempt),
  };
};

/**
 * The call of a direct payment, with the number of the attempt that it began. No dealer called for the charge of a payment
 * plan: what it charges for stands with its payment.
 */
export const callItems = (attempt: DirectAttempt) =>
  isOfPlan(attempt) ? [] : [{ ...paymentKeys.call(attempt), entity: 'call', ...frozenOfDirect(attempt) }];
