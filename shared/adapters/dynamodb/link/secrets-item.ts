import * as z from 'zod/mini';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { generationOf } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { PaymentKind } from '../../../domain/payment/payment.ts';
import {
  type AttemptName,
  addressOf,
  callbackAddressOf,
  readAddress,
  readCallbackAddress,
  referenceOf,
} from '../../../domain/payment/payment-name.ts';
import type { NumberedCall } from '../../../domain/three-d-payment/repeated-call.ts';
import { objectRow, optionalText, optionalWhole, parseRow, storedText } from '../engine/row.ts';
import type { Row, Write } from '../engine/writes.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys, SECRETS_PREFIX } from '../payment/payment-keys.ts';

/** The token in the address of a call's page. A shop's address also has the key of the box, a mobile one no number. */
const tokenOf = (call: AttemptName, secret: string, kind: PaymentKind): string =>
  kind === 'three-d'
    ? callbackAddressOf({ reference: referenceOf(call), callbackSecret: secret })
    : addressOf(call.payment, secret);

const secretsRow = objectRow(() => ({
  pk: storedText,
  sk: storedText,
  secret: storedText,
  sealedCodeForHash: storedText,
  successHash: storedText,
  failureHash: storedText,
}));

/** What is kept beside the secrets, to tell a repeat of the call. */
const keptRow = objectRow(() => ({
  card: z.optional(z.object({ maskedCard: storedText, cardToken: optionalText })),
  begunAtMs: optionalWhole,
  replacedAtMs: optionalWhole,
  resultReference: optionalText,
}));

/** `3#SECRETS#nn`: the secrets of one call of a dealer's own 3D payment; links have theirs in `1#PAYMENT` and `2#STATE`. */
export const secretsItem = (
  { payment, token, progress: { attempts: number }, secrets }: PaymentRequest,
  { card, begunAtMs }: { readonly card: NumberedCall['card']; readonly begunAtMs: number },
) => ({
  ...paymentKeys.secrets({ payment, number }),
  entity: 'secrets',
  secret: readCallbackAddress(token)?.callbackSecret ?? '',
  ...secrets,
  begunAtMs,
  ...omitUndefined({ card }),
});

/** The same of a mobile payment's call whose place another one takes: the payment's state holds those of the latest. */
export const supersededSecretsItem = (before: PaymentRequest, replacedAtMs: number) => ({
  ...paymentKeys.secrets({ payment: before.payment, number: generationOf(before) }),
  entity: 'secrets',
  secret: readAddress(before.token)?.secret ?? '',
  ...before.secrets,
  replacedAtMs,
  ...omitUndefined({ resultReference: before.progress.result?.resultReference }),
});

/**
 * Keeps where the result of a shop's call was reported, once a later call takes its place in the payment's state: a tab
 * that is still there is told that the payment was begun again.
 */
export const keptResult = ({ payment, progress: { attempts: number, result } }: PaymentRequest): readonly Write[] =>
  result === undefined
    ? []
    : [
        {
          update: paymentKeys.secrets({ payment, number }),
          set: {
            expression: 'SET #resultReference = :resultReference',
            names: { '#resultReference': 'resultReference' },
            values: { ':resultReference': result.resultReference },
          },
          onlyIf: { expression: 'attribute_exists(pk)' },
        },
      ];

/** The token and secrets of a call, from its item. */
export const readSecrets = (row: Row, kind: PaymentKind): Pick<PaymentRequest, 'token' | 'secrets'> => {
  const { pk, sk, secret, ...secrets } = parseRow('secrets', secretsRow, row);
  const call = { payment: pk.slice(PAYMENT_PARTITION_PREFIX.length), number: Number(sk.slice(SECRETS_PREFIX.length)) };
  return { token: tokenOf(call, secret, kind), secrets };
};

/** What the item of a call keeps beside its secrets. */
export const readKept = (row: Row) => {
  const { card, ...others } = parseRow('secrets', keptRow, row);
  return omitUndefined({ ...others, card: card === undefined ? undefined : omitUndefined(card) });
};

/** The token of the call that an attempt belongs to; empty where its secrets were not read. */
export const shopTokenIn = (secrets: Row | undefined): string =>
  secrets === undefined ? '' : readSecrets(secrets, 'three-d').token;
