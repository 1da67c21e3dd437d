import { createHash } from 'node:crypto';

/** The hashes that the redirect posts: SHA-256 of CodeForHash + `T` or `F`, lower-case hex (wire facts, "The redirect"). */
export const resultHashesOf = (codeForHash: string): { readonly successHash: string; readonly failureHash: string } => {
  const hash = (result: 'T' | 'F'): string =>
    createHash('sha256').update(`${codeForHash}${result}`, 'utf8').digest('hex');
  return { successHash: hash('T'), failureHash: hash('F') };
};
