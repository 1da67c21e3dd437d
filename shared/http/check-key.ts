import { createHash, timingSafeEqual } from 'node:crypto';

/** The authentication block (dealer interface 2.1). */
export interface Authentication {
  readonly dealerCode: string;
  readonly username: string;
  readonly password: string;
  readonly checkKey: string;
}

const HEX_DIGEST = /^[0-9a-fA-F]{64}$/;

/**
 * SHA-256 of DealerCode + `MK` + Username + `PD` + Password, as 64 lower-case hexadecimal characters (dealer interface
 * 5).
 */
export const checkKeyOf = (account: Omit<Authentication, 'checkKey'>): string =>
  createHash('sha256').update(`${account.dealerCode}MK${account.username}PD${account.password}`, 'utf8').digest('hex');

/** Compares a CheckKey, in either case of hexadecimal, in constant time. */
export const isCheckKeyRight = (authentication: Authentication): boolean => {
  if (!HEX_DIGEST.test(authentication.checkKey)) return false;
  const expected = Buffer.from(checkKeyOf(authentication), 'hex');
  return timingSafeEqual(expected, Buffer.from(authentication.checkKey, 'hex'));
};
