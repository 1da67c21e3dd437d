import { createHash } from 'node:crypto';

/**
 * A digest of everything a request says, by which a repeat is told from another request with the same code (rule 13).
 * The fields come as a list in a fixed order; undefined, NaN and null are the same as absent.
 */
export const fingerprintOf = (operation: string, fields: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...fields]), 'utf8')
    .digest('base64url');
