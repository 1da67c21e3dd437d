import { createHash, timingSafeEqual } from 'node:crypto';

/** `paid` and `not-paid` are proved by the hash. `forged` proves nothing: treat it as if nobody had called. */
export type ResultVerdict = 'paid' | 'not-paid' | 'forged';

const HEX_DIGEST = /^[0-9a-f]{64}$/;

const isHashOf = (text: string, given: string): boolean =>
  timingSafeEqual(createHash('sha256').update(text, 'utf8').digest(), Buffer.from(given, 'hex'));

/**
 * What `hashValue` of a result or plain notice proves for the order whose creation answered this CodeForHash. The other
 * fields of the form prove nothing: a payer can post them.
 */
export const verifyResult = (hashValue: string | null | undefined, codeForHash: string): ResultVerdict => {
  if (codeForHash === '') throw new RangeError('An empty CodeForHash verifies nothing.');
  const given = (hashValue ?? '').toLowerCase();
  if (!HEX_DIGEST.test(given)) return 'forged';
  const [paid, notPaid] = [isHashOf(`${codeForHash}T`, given), isHashOf(`${codeForHash}F`, given)];
  if (paid) return 'paid';
  return notPaid ? 'not-paid' : 'forged';
};
