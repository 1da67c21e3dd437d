const sequences = ['payment-request', 'customer', 'sale'] as const;
export type Sequence = (typeof sequences)[number];

/** Operators give ids below this one; generated ids start here (wire facts). */
export const FIRST_GENERATED_ID = 100_000;

export interface Identifiers {
  /** The next free id of a sequence: a positive 32-bit integer that is never given twice. Throws StoreUnavailable. */
  next(sequence: Sequence): Promise<number>;
}

/** A `token` of the random source below: any other text names nothing and is not looked up. */
export const ADDRESS_TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/;

export interface Randomness {
  /** An upper-case GUID without braces. */
  guid(): string;
  /** 128 random bits for an address, as URL-safe text. */
  token(): string;
}
