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
 * A Turkish mobile number as ten digits `5XXXXXXXXX`. A leading `0`, `90` or `+90` and spaces are dropped;
 * anything else is undefined (wire facts, "Phones").
 */
export const normalizeGsm = (text: string): string | undefined => {
  const match = /^(?:\+90|90|0)?(5\d{9})$/.exec(text.replaceAll(' ', ''));
  return match?.[1];
};

/** One spelling for each phone; what is no phone stands as it was sent. */
export const spelledGsm = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (normalizeGsm(text) ?? text);

/** True for a phone that is given and is none. */
export const badGsm = (text: string | undefined): boolean => text !== undefined && normalizeGsm(text) === undefined;

/** True for an e-mail address that is given and is none. */
export const badEmail = (text: string | undefined): boolean => text !== undefined && !isEmail(text);
