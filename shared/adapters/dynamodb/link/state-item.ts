import * as z from 'zod/mini';
import { bankCodes } from '../../../domain/attempt/bank-codes.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import {
  objectRow,
  optionalText,
  optionalWhole,
  parseRow,
  rowSchema,
  storedAmount,
  storedFlag,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { type CallRows, readLinkPart } from '../payment/call-part.ts';
import { paymentKeys } from '../payment/payment-keys.ts';
import { readSecrets } from './secrets-item.ts';

/*
 * `2#STATE`: the part of a link that changes. It is small, since each attempt writes it three times. What the result of a
 * link is proved by never changes, and stands here all the same: the item has room for it within one write unit, where it
 * would make the payment of a usual link take two.
 */

const bankCode = rowSchema(() => z.enum(bankCodes));

const paidRow = objectRow(() => ({ total: storedAmount, installments: storedWhole, maskedCard: storedText }));

const resultRow = objectRow(() => ({
  resultReference: storedText,
  code: z.union([z.literal(''), bankCode()]),
  orderId: storedText,
  atMs: storedWhole,
  paid: z.optional(paidRow()),
}));

const stateRow = objectRow(() => ({
  state: z.enum(['open', 'paid', 'failed', 'cancelled']),
  version: storedWhole,
  expiresAtMs: storedWhole,
}));

const resultSecretsRow = z.object({ sealedCodeForHash: storedText, successHash: storedText, failureHash: storedText });

const countRow = objectRow(() => ({ attempts: storedWhole }));

/** How many calls or attempts a link's state counts. */
export const attemptsInState = (stateOfLink: unknown): number =>
  parseRow('payment request', countRow, stateOfLink).attempts;

/** Each is an attribute of its own, so a lock can use it in a condition without reading the link. */
const progressRow = objectRow(() => ({
  activeAttempt: optionalText,
  latest: optionalText,
  generation: optionalWhole,
  attempts: storedWhole,
  windowStartMs: storedWhole,
  windowAttempts: storedWhole,
  wrongPasswords: optionalWhole,
  passwordWindowStartMs: optionalWhole,
  windowPasswords: optionalWhole,
  threeDOnly: storedFlag,
  openedAtMs: optionalWhole,
  remindAtMs: optionalWhole,
  lastDecline: z.optional(z.object({ code: bankCode(), atMs: storedWhole, unanswered: z.optional(z.literal(true)) })),
  result: z.optional(resultRow()),
}));

const givenOf = <Members extends object>(members: Members | undefined) => members && omitUndefined(members);

/** A link as its latest call left it, from its state and the items of that call; undefined where the payment is none. */
export const readLink = (stateOfLink: unknown, rows: CallRows): PaymentRequest | undefined => {
  const link = readLinkPart(rows);
  const { secrets } = rows;
  if (link === undefined) return undefined;
  const { result, lastDecline, ...progress } = parseRow('payment request', progressRow, stateOfLink);
  return {
    ...link,
    secrets:
      secrets === undefined
        ? parseRow('payment request', resultSecretsRow, stateOfLink)
        : readSecrets(secrets, 'three-d').secrets,
    ...omitUndefined(parseRow('payment request', stateRow, stateOfLink)),
    progress: omitUndefined({ ...progress, lastDecline: givenOf(lastDecline), result: givenOf(result) }),
  };
};

/** The secrets of a call of a dealer's own 3D payment have an item of their own. */
export const stateItem = ({ payment, state, version, expiresAtMs, progress, shop, secrets }: PaymentRequest) => ({
  ...paymentKeys.state(payment),
  entity: 'state',
  state,
  version,
  expiresAtMs,
  ...(shop === undefined ? secrets : {}),
  ...progress,
});
