import { createHash } from 'node:crypto';
import type { FormField } from '../../domain/form-field.ts';
import { hashVer3Input } from '../../nestpay/hash-input.ts';
import { encodeIso88599 } from '../bank/iso-8859-9.ts';
import { isSameHash } from '../bank/same-hash.ts';

const sha512 = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('base64');

/** Hash ver3 of a form under a store key: SHA-512 of the UTF-8 bytes, in base64. Throws on a repeated field name. */
export const hashVer3 = (fields: readonly FormField[], storeKey: string): string =>
  sha512(Buffer.from(hashVer3Input(fields, storeKey), 'utf8'));

/**
 * True if `posted` is the hash of the form over its UTF-8 or ISO-8859-9 bytes: gates use either, whatever encoding they
 * post in. Both comparisons are always made, so that the time tells nothing.
 */
export const isHashVer3 = (posted: string, fields: readonly FormField[], storeKey: string): boolean => {
  const input = hashVer3Input(fields, storeKey);
  const utf8 = Buffer.from(input, 'utf8');
  return [utf8, encodeIso88599(input) ?? utf8].map((bytes) => isSameHash(posted, sha512(bytes))).includes(true);
};
