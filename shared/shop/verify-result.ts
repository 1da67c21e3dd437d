import { createHash, timingSafeEqual } from 'node:crypto';

/** `paid` and `not-paid` are proved by the hash; `forged` proves nothing. */
export type Verdict = 'paid' | 'not-paid' | 'forged';

/** One of the two strings that an honest result can have been hashed from. */
export interface Candidate {
  readonly letter: 'T' | 'F';
  /** CodeForHash and the letter behind it. */
  readonly text: string;
  /** Its SHA-256, in lower-case hexadecimal. */
  readonly digest: string;
  readonly matches: boolean;
}

/** How a result is verified, step by step. */
export interface Verification {
  readonly verdict: Verdict;
  readonly candidates: readonly Candidate[];
}

const HEX_DIGEST = /^[0-9a-f]{64}$/;

/** Compares two digests without telling by its time how much of them is equal. */
const isSame = (given: string, digest: string): boolean =>
  HEX_DIGEST.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(digest, 'hex'));

const candidate = (letter: 'T' | 'F', codeForHash: string, hashValue: string): Candidate => {
  const text = `${codeForHash}${letter}`;
  const digest = createHash('sha256').update(text, 'utf8').digest('hex');
  return { letter, text, digest, matches: isSame(hashValue.toLowerCase(), digest) };
};

/** What `hashValue` of a result proves for the order with this CodeForHash (dealer interface 6). */
export const verifyResult = (hashValue: string, codeForHash: string): Verification => {
  const [paid, notPaid] = [candidate('T', codeForHash, hashValue), candidate('F', codeForHash, hashValue)];
  const verdict = paid.matches ? 'paid' : notPaid.matches ? 'not-paid' : 'forged';
  return { verdict, candidates: [paid, notPaid] };
};
