import * as z from 'zod/mini';
import { bankCodes } from '../../../domain/attempt/bank-codes.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { IdempotencyRecord } from '../../../ports/idempotency-records.ts';
import {
  optionalId,
  optionalText,
  optionalWhole,
  parseRow,
  storedAmount,
  storedFlag,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { linkIndexKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';

const termsRow = z.object({
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
  cardStorage: z.enum(['never', 'always', 'payer-decides']),
});

export const basketRow = z.array(
  z.object({
    productId: optionalWhole,
    productCode: optionalText,
    unitPrice: z.optional(storedAmount),
    quantity: optionalWhole,
  }),
);

export const buyerRow = z.object({
  fullName: optionalText,
  email: optionalText,
  gsmNumber: optionalText,
  address: optionalText,
});

export const callerRow = z.object({
  clientIp: optionalText,
  software: optionalText,
  subMerchantName: optionalText,
  integratorId: optionalWhole,
});

const linkRow = z.object({
  token: storedText,
  userPosPaymentId: storedId,
  dealerCode: storedText,
  dealerName: storedText,
  dealerCustomerTypeId: optionalId,
  dealerCustomerId: z.int().check(z.nonnegative()),
  customerCode: optionalText,
  otherTrxCode: optionalText,
  state: z.enum(['open', 'paid', 'failed', 'cancelled']),
  version: storedWhole,
  createdAtMs: storedWhole,
  listingShards: storedWhole,
  expiresAtMs: storedWhole,
  terms: termsRow,
  delivery: z.object({ fullName: optionalText, gsmNumber: optionalText, email: optionalText }),
  buyer: buyerRow,
  basket: basketRow,
  description: optionalText,
  redirectUrl: optionalText,
  source: z.prefault(z.enum(['payment-request', 'mobile-3d']), 'payment-request'),
  insideFrame: z.prefault(storedFlag, false),
  bankCode: optionalText,
  caller: z.optional(callerRow),
  secrets: z.object({ sealedCodeForHash: storedText, successHash: storedText, failureHash: storedText }),
});

const bankCode = z.enum(bankCodes);

const paidRow = z.object({ total: storedAmount, installments: storedWhole, maskedCard: storedText });

const resultRow = z.object({
  resultReference: storedText,
  code: z.union([z.literal(''), bankCode]),
  orderId: storedText,
  atMs: storedWhole,
  paid: z.optional(paidRow),
});

/** Stands beside the link's other attributes, so that a claim can condition on each without reading the link. */
const progressRow = z.object({
  activeAttempt: optionalText,
  latest: optionalText,
  attempts: z.prefault(storedWhole, 0),
  windowStartMs: z.prefault(storedWhole, 0),
  windowAttempts: z.prefault(storedWhole, 0),
  threeDOnly: z.prefault(storedFlag, false),
  lastDecline: z.optional(z.object({ code: bankCode, atMs: storedWhole, unanswered: z.optional(z.literal(true)) })),
  result: z.optional(resultRow),
});

export const readLinkRow = (row: unknown): PaymentRequest => {
  const { delivery, buyer, basket, caller, ...link } = parseRow('payment request', linkRow, row);
  const { result, lastDecline, ...progress } = parseRow('payment request', progressRow, row);
  const givenOf = <Members extends object>(members: Members | undefined) => members && omitUndefined(members);
  return omitUndefined({
    ...link,
    delivery: omitUndefined(delivery),
    buyer: omitUndefined(buyer),
    basket: basket.map(omitUndefined),
    caller: caller === undefined ? undefined : omitUndefined(caller),
    progress: omitUndefined({ ...progress, lastDecline: givenOf(lastDecline), result: givenOf(result) }),
  });
};

export const linkItem = ({ progress, ...link }: PaymentRequest) => ({
  ...keys.link(link.token),
  ...linkIndexKeys(link),
  entity: 'link',
  ...link,
  ...progress,
});

const pointerRow = z.object({ token: storedText });

export const linkPointerItem = (link: PaymentRequest) => ({
  ...keys.linkPointer(link.dealerCode, link.userPosPaymentId),
  entity: 'link-pointer',
  token: link.token,
});

export const readLinkPointerRow = (row: unknown): { readonly token: string } =>
  parseRow('payment-request pointer', pointerRow, row);

const claimRow = z.object({
  operation: storedText,
  fingerprint: storedText,
  linkToken: optionalText,
  attemptReference: optionalText,
});

export const readIdempotencyRow = (row: unknown): IdempotencyRecord => omitUndefined(parseRow('claim', claimRow, row));

export const idempotencyItem = (
  claim: IdempotencyRecord & { readonly dealerCode: string; readonly otherTrxCode: string },
) => ({
  ...keys.claim(claim.dealerCode, claim.otherTrxCode),
  entity: 'claim',
  operation: claim.operation,
  fingerprint: claim.fingerprint,
  ...omitUndefined({ linkToken: claim.linkToken, attemptReference: claim.attemptReference }),
});
