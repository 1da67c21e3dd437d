import { isCardNumber, maskCardNumbers } from '../card/card-number-in-text.ts';

const MAX_EMAIL_LENGTH = 254;
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/**
 * True for an address of the shape `local@host.domain`, at most 254 characters. An encoded word (`=?utf-8?q?..?=`) is none: some
 * mail programs decode it into another address.
 */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH &&
  EMAIL.test(text) &&
  !text.includes('=?') &&
  !text.includes('..') &&
  !text.startsWith('.') &&
  !text.includes('.@');

/**
 * A Turkish mobile number as ten digits `5XXXXXXXXX`, for a phone that receives a message. A leading `0`, `90` or `+90`,
 * and blanks, dots, hyphens and parentheses are dropped; anything else is undefined.
 */
export const normalizeGsm = (text: string): string | undefined => {
  const match = /^(?:\+90|90|0)?(5\d{9})$/.exec(text.replaceAll(/[ .()-]/g, ''));
  return match?.[1];
};

/** The one spelling of a phone for comparison; a text that is no phone stays as it was sent. */
export const spelledGsm = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (normalizeGsm(text) ?? text);

/** True for a phone that is given and invalid. */
export const badGsm = (text: string | undefined): boolean => text !== undefined && normalizeGsm(text) === undefined;

/** True for an e-mail address that is given and invalid. */
export const badEmail = (text: string | undefined): boolean => text !== undefined && !isEmail(text);

/** Longest text that a direct or mobile payment keeps of a buyer's phone. */
const MAX_PHONE_TEXT = 30;
const BUYER_PHONE = /^\+?\d(?:[ .()-]*\d){6,14}[ .()-]*$/;

/**
 * True for a text that can be a buyer's phone: 7 to 15 digits, an optional `+` in front, blanks, dots, hyphens and
 * parentheses. Landlines and foreign numbers count, since no message is sent to them. Digits that form a card number
 * are no phone unless a `+` stands in front.
 */
export const isBuyerPhone = (text: string): boolean => {
  const plain = text.trim().replace(/^\(/, '');
  return BUYER_PHONE.test(plain) && (plain.startsWith('+') || !isCardNumber(plain.replaceAll(/\D/g, '')));
};

/** True for a buyer's phone that is given and invalid. */
export const badBuyerPhone = (text: string | undefined): boolean => text !== undefined && !isBuyerPhone(text);

/**
 * The buyer's phone as a direct or mobile payment keeps it: a phone unchanged, any other text cut to 30 characters with
 * card numbers masked. It never refuses the payment.
 */
export const keptBuyerPhone = (text: string): string =>
  isBuyerPhone(text) ? text : Array.from(maskCardNumbers(text)).slice(0, MAX_PHONE_TEXT).join('');
