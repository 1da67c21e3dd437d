import { createHash, timingSafeEqual } from 'node:crypto';
import { type FormField, hashVer3Input } from '../../domain/nestpay-hash-input.ts';

/** Hash ver3 of a form under a store key: SHA-512 of the UTF-8 bytes, in base64. Throws on a repeated field name. */
export const hashVer3 = (fields: readonly FormField[], storeKey: string): string =>
  createHash('sha512').update(hashVer3Input(fields, storeKey), 'utf8').digest('base64');

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/**
 * True when `posted` is the hash of the form. Both are hashed once more before they are compared, so that the
 * comparison takes the same time whatever was posted, its length included.
 */
export const isHashVer3 = (posted: string, fields: readonly FormField[], storeKey: string): boolean => {
  return timingSafeEqual(digest(posted), digest(hashVer3(fields, storeKey)));
};
