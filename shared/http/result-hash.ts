import { createHash } from 'node:crypto';

/**
 * The hashes for the result report: SHA-256 of CodeForHash + `T` or `F`, lower-case hex (decisions: the report of a
 * result).
 */
export const resultHashesOf = (codeForHash: string): { readonly successHash: string; readonly failureHash: string } => {
  const hash = (result: 'T' | 'F'): string =>
    createHash('sha256').update(`${codeForHash}${result}`, 'utf8').digest('hex');
  return { successHash: hash('T'), failureHash: hash('F') };
};
