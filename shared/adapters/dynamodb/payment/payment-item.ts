import * as z from 'zod/mini';
import { operationNames } from '../../../domain/dealer/dealer.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { type Payment, paymentKinds } from '../../../domain/payment/payment.ts';
import { addressOf, type PaymentName } from '../../../domain/payment/payment-name.ts';
import type { IdempotencyRecord } from '../../../ports/idempotency-records.ts';
import { objectRow, optionalText, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import type { Write } from '../engine/writes.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys } from './payment-keys.ts';

/*
 * `1#PAYMENT`: what is the same for every call with a code, written once by the first one. It is also the idempotency
 * record of that code, since a code names one payment. What a call asked for stands with the call (`call-item.ts`); of a
 * payment request or a plan's charge, which have no second call, it stands here.
 *
 * For this release the row also holds what the first call asked for: the release before reads that here and nowhere else
 * (rule 50). It never changes but for its fingerprint, which goes once a changed request begins: that release then
 * refuses every request with the code, where it would take the outcome of one for that of another.
 */

const commonRow = objectRow(() => ({
  pk: storedText,
  kind: z.enum(paymentKinds),
  operation: z.enum(operationNames),
  dealerCode: storedText,
  paymentId: storedId,
  otherTrxCode: optionalText,
  createdAtMs: storedWhole,
  software: optionalText,
}));

const recordRow = objectRow(() => ({ secret: optionalText, fingerprint: optionalText }));

/** The fields of payments of every kind. */
export type PaymentItem = Omit<Payment, 'link' | 'attempts' | 'steps'>;

export const readPaymentItem = (row: unknown): PaymentItem => {
  const { pk, ...item } = parseRow('payment', commonRow, row);
  return omitUndefined({ name: pk.slice(PAYMENT_PARTITION_PREFIX.length), ...item });
};

/** Only a link's address is made from its payment's item: each call of a shop's 3D payment has its own. */
const hasAddress: readonly PaymentItem['kind'][] = ['link', 'mobile-3d'];

/** What the code of a payment names. */
export const idempotencyRecordOf = (row: unknown): IdempotencyRecord => {
  const { name: payment, kind, operation } = readPaymentItem(row);
  const { secret, fingerprint = '' } = parseRow('payment', recordRow, row);
  const linkToken = secret !== undefined && hasAddress.includes(kind) ? addressOf(payment, secret) : undefined;
  return { kind, operation, fingerprint, payment, ...omitUndefined({ linkToken }) };
};

/**
 * Marks that the calls of a payment ask for different things, for the release before (rule 50). The attempts that it
 * wrote itself have no item of their call: all of them had the first fingerprint, which is kept for them.
 */
export const changedCalls = (payment: PaymentName, fingerprint: string): Write => ({
  update: paymentKeys.payment(payment),
  set: {
    expression: 'SET #first = if_not_exists(#first, :first) REMOVE #fingerprint',
    names: { '#first': 'firstFingerprint', '#fingerprint': 'fingerprint' },
    values: { ':first': fingerprint },
  },
  onlyIf: { expression: 'attribute_exists(pk)' },
});

/**
 * The same for a mobile payment, whose first address that release knows from here, with the terms of the first call. It is
 * given a secret that nobody has: else it would take those terms for what the latest call asks for.
 */
export const changedMobileCalls = (payment: PaymentName, fingerprint: string, unusedSecret: string): Write => {
  const names = { '#first': 'firstFingerprint', '#fingerprint': 'fingerprint', '#secret': 'secret' };
  const expression = 'SET #first = if_not_exists(#first, :first), #secret = :unused REMOVE #fingerprint';
  return {
    update: paymentKeys.payment(payment),
    set: { expression, names, values: { ':first': fingerprint, ':unused': unusedSecret } },
    onlyIf: { expression: 'attribute_exists(pk)' },
  };
};

const pointerRow = objectRow(() => ({ payment: storedText }));

/** The pointer that finds a payment by its public id. */
export const paymentPointerItem = (key: { readonly pk: string; readonly sk: string }, payment: PaymentName) => ({
  ...key,
  entity: 'payment-pointer',
  payment,
});

export const readPaymentPointer = (row: unknown): PaymentName => parseRow('payment pointer', pointerRow, row).payment;
