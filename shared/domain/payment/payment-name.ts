/**
 * Name of a payment's partition: 130 bits as 26 characters. It is an HMAC of dealer and OtherTrxCode; random for a
 * blank code. It is no secret: knowing it gives access to nothing.
 */
export type PaymentName = string;

/** One attempt of a payment; attempts are counted from 1. */
export interface AttemptName {
  readonly payment: PaymentName;
  readonly number: number;
}

const NAME = '[a-z2-7]{26}';
const SECRET = '[A-Za-z0-9_-]{22}';

/** Every VirtualPosOrderId begins with this (dealer interface 2.2). */
const ORDER_PREFIX = 'ORDER-';
const ORDER_ID = new RegExp(`^${ORDER_PREFIX}(${NAME})-(\\d{2})$`);
const REFERENCE = new RegExp(`^(${NAME})\\.(\\d{2})$`);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const nameIn = (match: RegExpExecArray | null): AttemptName | undefined => {
  const [, payment, number] = match ?? [];
  return payment === undefined ? undefined : { payment, number: Number(number) };
};

/**
 * The order of an attempt at the bank, told to dealers as VirtualPosOrderId. A gateway takes 64 letters, digits and
 * hyphens.
 */
export const orderIdOf = ({ payment, number }: AttemptName): string => `${ORDER_PREFIX}${payment}-${twoDigits(number)}`;

/** The attempt that an order id names; undefined for a text that is no order id of ours. */
export const attemptOfOrder = (orderId: string): AttemptName | undefined => nameIn(ORDER_ID.exec(orderId));

/** An attempt's name as one text. It is no secret. */
export const referenceOf = ({ payment, number }: AttemptName): string => `${payment}.${twoDigits(number)}`;

/** The attempt that a reference names; undefined for any other text. */
export const attemptOfReference = (reference: string): AttemptName | undefined => nameIn(REFERENCE.exec(reference));

/** The part of a page's address that names a payment and carries the 128 random bits that open the page (rule 30). */
export const addressOf = (payment: PaymentName, secret: string): string => `${payment}.${secret}`;

/** The part of a callback address that names an attempt and carries its own 128 random bits (rule 30). */
export const callbackAddressOf = ({ reference, callbackSecret }: CallbackParts): string =>
  `${reference}.${callbackSecret}`;

interface CallbackParts {
  readonly reference: string;
  readonly callbackSecret: string;
}

const ADDRESS = new RegExp(`^(${NAME})\\.(${SECRET})$`);
const CALLBACK_ADDRESS = new RegExp(`^(${NAME}\\.\\d{2})\\.(${SECRET})$`);

/** Payment and secret of a page's address; undefined for a text that is no address of ours: it is not looked up. */
export const readAddress = (
  address: string,
): { readonly payment: PaymentName; readonly secret: string } | undefined => {
  const [, payment, secret] = ADDRESS.exec(address) ?? [];
  return payment === undefined || secret === undefined ? undefined : { payment, secret };
};

/** Attempt and secret of a callback address; undefined for any other text. */
export const readCallbackAddress = (address: string): CallbackParts | undefined => {
  const [, reference, callbackSecret] = CALLBACK_ADDRESS.exec(address) ?? [];
  return reference === undefined || callbackSecret === undefined ? undefined : { reference, callbackSecret };
};
