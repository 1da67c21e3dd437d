import * as z from 'zod/mini';
import { operationNames } from '../../../domain/dealer/dealer.ts';
import type { DirectPayment } from '../../../domain/direct-payment/direct-payment.ts';
import type { LinkSource, PaymentRequest } from '../../../domain/link/payment-request.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { AskedFor } from '../../../domain/payment/asked-for.ts';
import { addressOf, type PaymentName } from '../../../domain/payment/payment-name.ts';
import { commissionScenarios } from '../../../domain/split/payment-split.ts';
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
import { readSecrets } from '../link/secrets-item.ts';
import { type PaymentItem, readPaymentItem } from './payment-item.ts';

/*
 * What a call froze. It stands in `2#CALL#nn`; of a payment request or a plan's charge, which have no second call, in
 * `1#PAYMENT`. There it stands as well where the release before wrote the payment: its calls had no items of their own,
 * because they all asked for the same.
 */

const ratesByCount = rowSchema(() => z.record(storedText, storedRate));

export const splitEntryRow = objectRow(() => ({
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

export const basketRow = rowSchema(() =>
  z.array(
    z.object({
      productId: optionalWhole,
      productCode: optionalText,
      unitPrice: z.optional(storedAmount),
      quantity: optionalWhole,
    }),
  ),
);

export const buyerRow = objectRow(() => ({
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
  madeOf: z.optional(
    z.object({ name: storedText, userPosLinkId: storedId, linkCode: storedText, placeShards: optionalWhole }),
  ),
  answers: z.optional(z.array(z.object({ label: storedText, text: storedText }))),
}));

const linkOriginRow = objectRow(() => {
  const { plan, madeOf } = linkPartRow().shape;
  return { plan, madeOf };
});

const shopPartRow = objectRow(() => ({ signed: storedFlag, commissionScenario: optionalWhole }));

const directPartRow = objectRow(() => ({
  operation: z.enum(operationNames),
  pooled: storedFlag,
  commissionScenario: optionalWhole,
  description: optionalText,
  buyer: buyerRow(),
  basket: basketRow(),
  plan: z.optional(z.object({ dealerSaleId: storedId, dealerPaymentPlanId: storedId, try: storedWhole })),
}));

const linkSecretRow = objectRow(() => ({ secret: storedText }));

/** The members of a link's part that are read without the rest of it. */
const askedForRow = objectRow(() => ({
  terms: z.object({ pooled: storedFlag }),
  buyer: buyerRow(),
  description: optionalText,
  caller: z.optional(callerRow()),
}));

const callFactsRow = objectRow(() => ({
  fingerprint: optionalText,
  firstFingerprint: optionalText,
  software: optionalText,
}));

/** The part of a direct payment that its call froze. */
export type DirectPart = Pick<
  DirectPayment,
  'operation' | 'otherTrxCode' | 'pooled' | 'commissionScenario' | 'description' | 'buyer' | 'basket' | 'plan'
>;

/** The part of a link that never changes, without what its result is proved by: that stands in its state. */
export type LinkPart = Omit<PaymentRequest, 'state' | 'version' | 'expiresAtMs' | 'progress' | 'secrets'>;

/** The items that tell what a call froze. */
export interface CallRows {
  readonly payment: Row;
  /** `2#CALL#nn`; absent for payment requests and charges of plans, and for calls of the release before. */
  readonly call?: Row | undefined;
  /** `3#SECRETS#nn` of a call of a shop's 3D payment, and of a mobile payment's call that a later one superseded. */
  readonly secrets?: Row | undefined;
}

const SOURCE_OF: Readonly<Record<Exclude<PaymentItem['kind'], 'direct'>, LinkSource>> = {
  link: 'payment-request',
  'mobile-3d': 'mobile-3d',
  'three-d': 'three-d',
};

const linkTokenIn = (row: Row, name: PaymentName): string =>
  addressOf(name, parseRow('payment request', linkSecretRow, row).secret);

/**
 * The fixed part of a link; undefined when the payment is no link, or when a shop's call was read without its secrets,
 * which hold the token of that call.
 */
export const readLinkPart = ({ payment, call, secrets }: CallRows): LinkPart | undefined => {
  const { name, kind, dealerCode, paymentId, otherTrxCode, createdAtMs } = readPaymentItem(payment);
  if (kind === 'direct' || (kind === 'three-d' && secrets === undefined)) return undefined;
  const frozen = call ?? payment;
  const { delivery, buyer, basket, caller, terms, madeOf, ...link } = parseRow('payment request', linkPartRow, frozen);
  return omitUndefined({
    ...link,
    token: secrets === undefined ? linkTokenIn(frozen, name) : readSecrets(secrets, kind).token,
    shop: kind === 'three-d' ? omitUndefined(parseRow('payment request', shopPartRow, frozen)) : undefined,
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
    madeOf: madeOf === undefined ? undefined : omitUndefined(madeOf),
  });
};

/** What an attempt has of its link: the token, and what the link was made for. The rest of the link is not read. */
export const readLinkOrigin = ({
  payment,
  call,
  secrets,
}: CallRows): Pick<LinkPart, 'token' | 'plan' | 'madeOf'> | undefined => {
  const { name, kind } = readPaymentItem(payment);
  if (kind === 'direct' || (kind === 'three-d' && secrets === undefined)) return undefined;
  const frozen = call ?? payment;
  const { plan, madeOf } = parseRow('payment request', linkOriginRow, frozen);
  const token = secrets === undefined ? linkTokenIn(frozen, name) : readSecrets(secrets, kind).token;
  return omitUndefined({ token, plan, madeOf: madeOf === undefined ? undefined : omitUndefined(madeOf) });
};

export const readDirectPart = ({ payment, call }: CallRows): DirectPart => {
  const { otherTrxCode } = readPaymentItem(payment);
  const { operation, buyer, basket, ...direct } = parseRow('direct payment', directPartRow, call ?? payment);
  return omitUndefined({
    ...direct,
    operation: operation === 'DoDirectPayment' ? ('DoDirectPayment' as const) : ('DoDirectPaymentMarketPlace' as const),
    otherTrxCode,
    buyer: omitUndefined(buyer),
    basket: basket.map(omitUndefined),
  });
};

/** What a call of a 3D payment is counted and shown by, without its secrets. */
export const readAskedFor = ({ payment, call }: CallRows): AskedFor => {
  const { terms, buyer, description, caller } = parseRow('payment request', askedForRow, call ?? payment);
  return omitUndefined({
    pooled: terms.pooled,
    buyer: omitUndefined(buyer),
    description,
    caller: caller === undefined ? undefined : omitUndefined(caller),
  });
};

/** The fingerprint of a call, and the software that its dealer named later. */
export const readCallFacts = ({
  payment,
  call,
}: CallRows): { readonly fingerprint?: string; readonly software?: string } => {
  const facts = parseRow('call', callFactsRow, call ?? payment);
  return omitUndefined({ fingerprint: facts.fingerprint ?? facts.firstFingerprint, software: facts.software });
};
