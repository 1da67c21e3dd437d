import { createHash } from 'node:crypto';
import { spelledGsm } from '../domain/customer/contact.ts';
import type { BasketProduct, Buyer } from '../domain/link/payment-request.ts';

const readable = (_key: string, value: unknown): unknown => (Number.isNaN(value) ? 'NaN' : value);

/**
 * A digest of everything a request says, by which a repeat is told from another request with the same code (rule 13).
 * The fields come by their names, so that the compiler demands each of them, in the fixed order in which they are
 * written down; undefined and null are the same as absent. A number that
 * could not be read (NaN) is not: such a request must not pass for the one that left the field out.
 */
export const fingerprintOf = (operation: string, fields: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...Object.values(fields)], readable), 'utf8')
    .digest('base64url');

/** One value for each field of a request, those left out on purpose excepted: a new field that is forgotten does not compile. */
export type EachField<Fields, LeftOut extends keyof Fields = never> = Readonly<
  Record<Exclude<keyof Fields, LeftOut>, unknown>
>;

/** What a request says of the buyer, spelled alike. */
export const buyerTold = (buyer: { readonly [Field in keyof Buyer]?: string | undefined }): readonly unknown[] =>
  Object.values({
    fullName: buyer.fullName,
    email: buyer.email,
    gsmNumber: spelledGsm(buyer.gsmNumber),
    address: buyer.address,
  } satisfies EachField<Buyer>);

/** What a request says of the basket: each line by the same fields. */
export const basketTold = (basket: readonly BasketProduct[]): readonly unknown[] =>
  basket.map((line) =>
    Object.values({
      productId: line.productId,
      productCode: line.productCode,
      unitPrice: line.unitPrice,
      quantity: line.quantity,
    } satisfies EachField<BasketProduct>),
  );
