import { createHash } from 'node:crypto';

const readable = (_key: string, value: unknown): unknown => (Number.isNaN(value) ? 'NaN' : value);

/**
 * A digest of all fields of a request. It tells a repeat from another request with the same code (rule 13). The fields
 * come in a fixed order; undefined and null count as absent. NaN, an unreadable number, does not: such a request must
 * not match one that left the field out.
 */
export const fingerprintOf = (operation: string, fields: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...fields], readable), 'utf8')
    .digest('base64url');
