import * as z from 'zod/mini';
import { type OperationName, operationNames } from '../../../domain/dealer/dealer.ts';
import type { DirectPayment } from '../../../domain/direct-payment/direct-payment.ts';
import type { LinkSource, PaymentRequest } from '../../../domain/link/payment-request.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { type Payment, paymentKinds } from '../../../domain/payment/payment.ts';
import { addressOf, type PaymentName, readAddress } from '../../../domain/payment/payment-name.ts';
import { commissionScenarios } from '../../../domain/split/payment-split.ts';
import type { IdempotencyRecord } from '../../../ports/idempotency-records.ts';
import {
  objectRow,
  optionalId,
  optionalText,
  optionalWhole,
  parseRow,
  rowSchema,
  storedAmount,
  storedFlag,
  storedId,
  storedRate,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { linkIndexKeys } from '../index-keys.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys } from './payment-keys.ts';
import { readSecrets } from './secrets-item.ts';

/*
 * `1#PAYMENT`: the fixed part of a payment, written once by the first call with its code. It is also the idempotency
 * record of that code, since a code names one payment.
 */

const ratesByCount = rowSchema(() => z.record(storedText, storedRate));

const splitEntryRow = objectRow(() => ({
  dealerId: storedId,
  amount: storedAmount,
  dealerCommissionRate: z.optional(storedRate),
  dealerCommissionAmount: z.optional(storedAmount),
  dealerCommissionFixedAmount: z.optional(storedAmount),
  groupRevenueRate: z.optional(storedRate),
  groupRevenueAmount: z.optional(storedAmount),
  amountToBeCommissioned: z.optional(storedAmount),
  isIncludedFixedAmount: optionalWhole,
}));

const linkSplitRow = objectRow(() => ({
  scenario: z.literal(commissionScenarios),
  entries: z.array(splitEntryRow()),
  topDealerRates: ratesByCount(),
  fixedAmount: storedAmount,
  subDealerRates: z.record(storedText, ratesByCount()),
}));

const termsRow = objectRow(() => ({
  amount: storedAmount,
  currency: z.enum(currencies),
  installments: z.union([
    z.object({ by: z.literal('payer') }),
    z.object({ by: z.literal('dealer'), count: z.int().check(z.minimum(1), z.maximum(12)) }),
  ]),
  allowedCounts: z.array(z.int().check(z.minimum(1), z.maximum(12))),
  commissionByDealer: z.int().check(z.minimum(0), z.maximum(12)),
  commissionDifferenceOnly: storedFlag,
  preAuthorisation: storedFlag,
  pooled: storedFlag,
  threeDMandatory: storedFlag,
  threeDChoice: z.optional(z.literal(true)),
  cardStorage: z.enum(['never', 'always', 'payer-decides']),
  split: z.optional(linkSplitRow()),
}));

const basketRow = rowSchema(() =>
  z.array(
    z.object({
      productId: optionalWhole,
      productCode: optionalText,
      unitPrice: z.optional(storedAmount),
      quantity: optionalWhole,
    }),
  ),
);

const buyerRow = objectRow(() => ({
  fullName: optionalText,
  email: optionalText,
  gsmNumber: optionalText,
  address: optionalText,
}));

export const callerRow = objectRow(() => ({
  clientIp: optionalText,
  software: optionalText,
  subMerchantName: optionalText,
  integratorId: optionalWhole,
}));

const commonRow = objectRow(() => ({
  pk: storedText,
  kind: z.enum(paymentKinds),
  operation: z.enum(operationNames),
  fingerprint: optionalText,
  dealerCode: storedText,
  paymentId: storedId,
  otherTrxCode: optionalText,
  createdAtMs: storedWhole,
  software: optionalText,
}));

const linkPartRow = objectRow(() => ({
  dealerName: storedText,
  dealerCustomerTypeId: optionalId,
  dealerCustomerId: z.int().check(z.nonnegative()),
  customerCode: optionalText,
  listingShards: storedWhole,
  terms: termsRow(),
  delivery: z.object({ fullName: optionalText, gsmNumber: optionalText, email: optionalText }),
  buyer: buyerRow(),
  basket: basketRow(),
  description: optionalText,
  redirectUrl: optionalText,
  language: z.optional(z.enum(['tr', 'en'])),
  insideFrame: storedFlag,
  bankCode: optionalText,
  caller: z.optional(callerRow()),
  plan: z.optional(z.object({ dealerSaleId: storedId, dealerPaymentPlanId: storedId })),
}));

const linkSecretRow = objectRow(() => ({ secret: storedText }));

const shopPartRow = objectRow(() => ({ signed: storedFlag, commissionScenario: optionalWhole }));

const directPartRow = objectRow(() => ({
  pooled: storedFlag,
  commissionScenario: optionalWhole,
  description: optionalText,
  buyer: buyerRow(),
  basket: basketRow(),
  plan: z.optional(z.object({ dealerSaleId: storedId, dealerPaymentPlanId: storedId, try: storedWhole })),
}));

/** The fields of payments of every kind. */
export type PaymentItem = Omit<Payment, 'link' | 'attempts' | 'steps'>;

/** The part of a direct payment that is the same for each of its attempts. */
export type DirectPart = Pick<
  DirectPayment,
  'operation' | 'otherTrxCode' | 'pooled' | 'commissionScenario' | 'description' | 'buyer' | 'basket' | 'plan'
>;

/** The part of a link that never changes, without what its result is proved by: that stands in its state. */
export type LinkPart = Omit<PaymentRequest, 'state' | 'version' | 'expiresAtMs' | 'progress' | 'secrets'>;

export const readPaymentItem = (row: unknown): PaymentItem => {
  const { pk, ...item } = parseRow('payment', commonRow, row);
  return omitUndefined({ name: pk.slice(PAYMENT_PARTITION_PREFIX.length), ...item });
};

const SOURCE_OF: Readonly<Record<Exclude<PaymentItem['kind'], 'direct'>, LinkSource>> = {
  link: 'payment-request',
  'mobile-3d': 'mobile-3d',
  'three-d': 'three-d',
};

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

const linkTokenIn = (row: unknown, name: PaymentName): string =>
  addressOf(name, parseRow('payment request', linkSecretRow, row).secret);

/**
 * The fixed part of a link; undefined when the payment is no link, or when a shop's call was read without its secrets,
 * which hold the token of that call.
 */
export const readLinkPart = (row: unknown, secretsOfCall?: Row): LinkPart | undefined => {
  const { name, kind, dealerCode, paymentId, otherTrxCode, createdAtMs } = readPaymentItem(row);
  if (kind === 'direct' || (kind === 'three-d' && secretsOfCall === undefined)) return undefined;
  const { delivery, buyer, basket, caller, terms, ...link } = parseRow('payment request', linkPartRow, row);
  return omitUndefined({
    ...link,
    token: secretsOfCall === undefined ? linkTokenIn(row, name) : readSecrets(secretsOfCall).token,
    shop: kind === 'three-d' ? omitUndefined(parseRow('payment request', shopPartRow, row)) : undefined,
    payment: name,
    userPosPaymentId: paymentId,
    dealerCode,
    otherTrxCode,
    createdAtMs,
    source: SOURCE_OF[kind],
    terms: omitUndefined(terms),
    delivery: omitUndefined(delivery),
    buyer: omitUndefined(buyer),
    basket: basket.map(omitUndefined),
    caller: caller === undefined ? undefined : omitUndefined(caller),
  });
};

export const readDirectPart = (row: unknown): DirectPart => {
  const { operation, otherTrxCode } = readPaymentItem(row);
  const { buyer, basket, ...direct } = parseRow('direct payment', directPartRow, row);
  return omitUndefined({
    ...direct,
    operation: operation === 'DoDirectPayment' ? ('DoDirectPayment' as const) : ('DoDirectPaymentMarketPlace' as const),
    otherTrxCode,
    buyer: omitUndefined(buyer),
    basket: basket.map(omitUndefined),
  });
};

export const linkPaymentItem = (
  {
    payment,
    token,
    userPosPaymentId: paymentId,
    source,
    state: _state,
    version: _version,
    expiresAtMs: _expiry,
    progress: _progress,
    secrets: _secrets,
    ...link
  }: PaymentRequest,
  fingerprint: string | undefined,
) => {
  return {
    ...paymentKeys.payment(payment),
    ...linkIndexKeys({ ...link, payment }),
    entity: 'payment',
    kind: KIND_OF[source],
    operation: operationOf({ source, terms: link.terms }),
    paymentId,
    secret: readAddress(token)?.secret ?? '',
    ...link,
    ...omitUndefined({ fingerprint }),
  };
};

/** A shop's 3D payment. It is in no list of links, and the secrets of each call have an item of their own. */
export const shopPaymentItem = (link: PaymentRequest, fingerprint: string | undefined) => {
  const { token: _token, secrets: _secrets, shop, source, userPosPaymentId: paymentId, payment, ...rest } = link;
  const { state: _state, version: _version, expiresAtMs: _expiry, progress: _progress, ...fixed } = rest;
  return {
    ...paymentKeys.payment(payment),
    entity: 'payment',
    kind: KIND_OF[source],
    operation: operationOf(link),
    paymentId,
    ...fixed,
    ...omitUndefined({ ...shop, fingerprint }),
  };
};

export const directPaymentItem = (
  { payment, ...common }: Pick<PaymentItem, 'dealerCode' | 'paymentId' | 'createdAtMs'> & { payment: PaymentName },
  { operation, otherTrxCode, pooled, commissionScenario, description, buyer, basket, plan }: DirectPart,
  fingerprint: string | undefined,
) => ({
  ...paymentKeys.payment(payment),
  entity: 'payment',
  kind: 'direct',
  operation,
  ...common,
  pooled,
  buyer,
  basket,
  ...omitUndefined({ otherTrxCode, commissionScenario, description, fingerprint, plan }),
});

/** What the code of a payment names. */
export const idempotencyRecordOf = (row: unknown): IdempotencyRecord => {
  const { name, operation, fingerprint = '' } = readPaymentItem(row);
  const link = readLinkPart(row);
  return { operation, fingerprint, payment: name, ...(link === undefined ? {} : { linkToken: link.token }) };
};

const pointerRow = objectRow(() => ({ payment: storedText }));

/** The pointer that finds a payment by its public id. */
export const paymentPointerItem = (key: { readonly pk: string; readonly sk: string }, payment: PaymentName) => ({
  ...key,
  entity: 'payment-pointer',
  payment,
});

export const readPaymentPointer = (row: unknown): PaymentName => parseRow('payment pointer', pointerRow, row).payment;
