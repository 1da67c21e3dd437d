import { createHash } from 'node:crypto';

const upperHex = (algorithm: 'sha1' | 'sha512', text: string): string =>
  createHash(algorithm).update(text, 'utf8').digest('hex').toUpperCase();

const TERMINAL_DIGITS = 9;

/** What proves a user: its password, hashed with the terminal. */
export interface GarantiUser {
  readonly terminalId: string;
  readonly password: string;
}

/** `security`: the password of the user who asks, hashed with the terminal in nine digits. */
export const security = ({ password, terminalId }: GarantiUser): string =>
  upperHex('sha1', `${password}${terminalId.padStart(TERMINAL_DIGITS, '0')}`);

export interface HashedRequest {
  readonly orderId: string;
  /** Absent where no card is sent. */
  readonly cardNumber?: string | undefined;
  /** In minor units. */
  readonly amount: number;
  /** The bank's number of it. */
  readonly currencyCode: string;
}

/** `Terminal/HashData` of a request in XML: its fields without separators, then the security of the user who asks. */
export const requestHash = (user: GarantiUser, request: HashedRequest): string => {
  const { orderId, cardNumber = '', amount, currencyCode } = request;
  return upperHex('sha512', [orderId, user.terminalId, cardNumber, amount, currencyCode, security(user)].join(''));
};

/** Names of the 3D form's fields in the order in which `secure3dhash` joins them. */
export const formHashFields = [
  'terminalid',
  'orderid',
  'txnamount',
  'txncurrencycode',
  'successurl',
  'errorurl',
  'txntype',
  'txninstallmentcount',
] as const;

/**
 * `secure3dhash` of the 3D form: its fields without separators, the store key, then the security of the provision user. A
 * field that is absent counts as empty.
 */
export const formHash = (
  { storeKey, ...user }: GarantiUser & { readonly storeKey: string },
  fields: ReadonlyMap<string, string>,
): string =>
  upperHex('sha512', [...formHashFields.map((name) => fields.get(name) ?? ''), storeKey, security(user)].join(''));

/** Names of the callback's fields that its `hash` joins, in their order. */
export const callbackHashFields = [
  'clientid',
  'oid',
  'authcode',
  'procreturncode',
  'response',
  'mdstatus',
  'cavv',
  'eci',
  'md',
  'rnd',
] as const;
export type CallbackHashField = (typeof callbackHashFields)[number];

/**
 * The one acceptable value of `hashparams`. Nothing signs that list, so a shorter one would take fields out of the hash.
 */
export const CALLBACK_HASH_PARAMS = callbackHashFields.map((name) => `${name}:`).join('');

/** The values that `hashparamsval` repeats, joined as the hash joins them. */
export const callbackHashValues = (fields: Readonly<Record<CallbackHashField, string>>): string =>
  callbackHashFields.map((name) => fields[name]).join('');

/** `hash` of the callback: the values of the signed fields without separators, then the store key. */
export const callbackHash = (fields: Readonly<Record<CallbackHashField, string>>, storeKey: string): string =>
  upperHex('sha512', `${callbackHashValues(fields)}${storeKey}`);
