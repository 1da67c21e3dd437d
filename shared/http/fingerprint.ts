import { createHash } from 'node:crypto';
import { spelledGsm } from '../domain/customer/contact.ts';
import type { BasketProduct, Buyer } from '../domain/link/payment-request.ts';

const readable = (_key: string, value: unknown): unknown => (Number.isNaN(value) ? 'NaN' : value);

/** Fields that are given, each with its name. */
const givenIn = (added: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Object.entries(added).filter(([, value]) => value !== undefined && value !== null);

/**
 * A digest of all fields of a request. It tells a repeat from another request with the same code (rule 13). The fields
 * come by name, so that the compiler demands each of them, and in a fixed order. Undefined and null count as absent.
 * NaN, an unreadable number, does not: such a request must not match one that left the field out.
 * `added` are fields that the operation got later. They count only where they are given, so that a request without them
 * has the digest that it always had, and a repeat over a release is still known.
 */
export const fingerprintOf = (
  operation: string,
  fields: Readonly<Record<string, unknown>>,
  added: Readonly<Record<string, unknown>> = {},
): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...Object.values(fields), ...givenIn(added)], readable), 'utf8')
    .digest('base64url');

/** One value for each field of a request but those left out on purpose. A new field that is forgotten does not compile. */
export type EachField<Fields, LeftOut extends keyof Fields = never> = Readonly<
  Record<Exclude<keyof Fields, LeftOut>, unknown>
>;

/** The buyer's fields in one spelling, for the fingerprint. */
export const buyerPart = (buyer: { readonly [Field in keyof Buyer]?: string | undefined }): readonly unknown[] =>
  Object.values({
    fullName: buyer.fullName,
    email: buyer.email,
    gsmNumber: spelledGsm(buyer.gsmNumber),
    address: buyer.address,
  } satisfies EachField<Buyer>);

/** The basket's fields, line by line, for the fingerprint. */
export const basketPart = (basket: readonly BasketProduct[]): readonly unknown[] =>
  basket.map((line) =>
    Object.values({
      productId: line.productId,
      productCode: line.productCode,
      unitPrice: line.unitPrice,
      quantity: line.quantity,
    } satisfies EachField<BasketProduct>),
  );
