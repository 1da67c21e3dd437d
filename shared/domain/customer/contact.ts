import { isCardNumber, maskCardNumbers } from '../card/card-number-in-text.ts';

const MAX_EMAIL_LENGTH = 254;
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** True for an address of the shape `local@host.domain`, at most 254 characters. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH &&
  EMAIL.test(text) &&
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

/** One spelling for each phone; what is no phone stands as it was sent. */
export const spelledGsm = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (normalizeGsm(text) ?? text);

/** True for a phone that is given and is none. */
export const badGsm = (text: string | undefined): boolean => text !== undefined && normalizeGsm(text) === undefined;

/** True for an e-mail address that is given and is none. */
export const badEmail = (text: string | undefined): boolean => text !== undefined && !isEmail(text);

/** Longest text that a direct or mobile payment keeps of a buyer's phone. */
const MAX_PHONE_TEXT = 30;
const BUYER_PHONE = /^\+?\d(?:[ .()-]*\d){6,14}[ .()-]*$/;

/**
 * True for a phone that can be a buyer's: 7 to 15 digits, a `+` in front where there is one, with blanks, dots, hyphens and
 * parentheses. Landlines and foreign numbers are phones too: nothing is sent to them. Digits that are a card number are
 * no phone, unless the `+` says so.
 */
export const isBuyerPhone = (text: string): boolean => {
  const plain = text.trim().replace(/^\(/, '');
  return BUYER_PHONE.test(plain) && (plain.startsWith('+') || !isCardNumber(plain.replaceAll(/\D/g, '')));
};

/** True for a buyer's phone that is given and is none. */
export const badBuyerPhone = (text: string | undefined): boolean => text !== undefined && !isBuyerPhone(text);

/**
 * What a direct or mobile payment keeps of a buyer's phone, which is never a reason to refuse it: the phone as it was
 * given, or any other text cut to 30 characters, without the digits of a card number.
 */
export const keptBuyerPhone = (text: string): string =>
  isBuyerPhone(text) ? text : Array.from(maskCardNumbers(text)).slice(0, MAX_PHONE_TEXT).join('');
