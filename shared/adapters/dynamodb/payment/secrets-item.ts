import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import {
  type AttemptName,
  callbackAddressOf,
  readCallbackAddress,
  referenceOf,
} from '../../../domain/payment/payment-name.ts';
import { objectRow, parseRow, storedText } from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys, SECRETS_PREFIX } from './payment-keys.ts';

/** The token in the address of a call's page. The address also has the key of the box. */
const shopToken = (call: AttemptName, secret: string): string =>
  callbackAddressOf({ reference: referenceOf(call), callbackSecret: secret });

const secretsRow = objectRow(() => ({
  pk: storedText,
  sk: storedText,
  secret: storedText,
  sealedCodeForHash: storedText,
  successHash: storedText,
  failureHash: storedText,
}));

/** `3#SECRETS#nn`: the secrets of one call of a dealer's own 3D payment; links have theirs in `1#PAYMENT` and `2#STATE`. */
export const secretsItem = ({ payment, token, progress: { attempts: number }, secrets }: PaymentRequest) => ({
  ...paymentKeys.secrets({ payment, number }),
  entity: 'secrets',
  secret: readCallbackAddress(token)?.callbackSecret ?? '',
  ...secrets,
});

/** The token and secrets of a call, from its item. */
export const readSecrets = (row: Row): Pick<PaymentRequest, 'token' | 'secrets'> => {
  const { pk, sk, secret, ...secrets } = parseRow('secrets', secretsRow, row);
  const call = { payment: pk.slice(PAYMENT_PARTITION_PREFIX.length), number: Number(sk.slice(SECRETS_PREFIX.length)) };
  return { token: shopToken(call, secret), secrets };
};

/** The token of the call that an attempt belongs to; empty where its secrets were not read. */
export const shopTokenIn = (secrets: Row | undefined): string =>
  secrets === undefined ? '' : readSecrets(secrets).token;
