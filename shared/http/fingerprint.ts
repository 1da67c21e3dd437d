import { createHash } from 'node:crypto';

const readable = (_key: string, value: unknown): unknown => (Number.isNaN(value) ? 'NaN' : value);

/**
 * A digest of everything a request says, by which a repeat is told from another request with the same code (rule 13).
 * The fields come as a list in a fixed order; undefined and null are the same as absent. A number that
 * could not be read (NaN) is not: such a request must not pass for the one that left the field out.
 */
export const fingerprintOf = (operation: string, fields: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...fields], readable), 'utf8')
    .digest('base64url');
