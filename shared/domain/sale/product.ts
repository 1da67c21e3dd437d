import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { Refusal } from '../refusal.ts';

/** Most products of a dealer: it bounds what a dealer can store. */
export const MAX_PRODUCTS = 1000;

/** What a dealer sells in recurring sales (dealer interface 2.10). It is never changed. */
export interface Product {
  readonly dealerCode: string;
  readonly dealerProductId: number;
  /** The dealer's own code; no two products of a dealer share one. */
  readonly productCode: string;
  readonly productName: string;
  readonly createdAtMs: number;
}

/** Either identifier of a product, or both. */
export interface ProductIdentifiers {
  readonly dealerProductId?: number | undefined;
  readonly productCode?: string | undefined;
}

/** The name of a new product. Refuses a request without one, and a name that holds a card number (rule 32). */
export const productNameIn = (name: string | undefined): string => {
  if (name === undefined) throw new Refusal('ProductNameIsRequired', 'ProductName is required.');
  if (holdsCardNumber(name)) throw new Refusal('InvalidRequest', 'ProductName must not hold a card number.');
  return name;
};

/** Refuses a request without any identifier of a product. */
export const requireProductIdentifier = ({ dealerProductId, productCode }: ProductIdentifiers): void => {
  if (dealerProductId !== undefined || productCode !== undefined) return;
  throw new Refusal('ProductCodeOrDealerProductIdMustBeGiven', 'ProductCode or DealerProductId must be given.');
};

export const productNotFound = (): Refusal =>
  new Refusal('ProductNotFound', 'No product of this dealer has the given DealerProductId or ProductCode.');

/** The one product that the given identifiers name. Throws a Refusal where they name none, or two. */
export const namedProduct = (
  { dealerProductId, productCode }: ProductIdentifiers,
  { byId, byCode }: { readonly byId?: Product | undefined; readonly byCode?: Product | undefined },
): Product => {
  const found = byId ?? byCode;
  if (found === undefined) throw productNotFound();
  const bothGiven = dealerProductId !== undefined && productCode !== undefined;
  if (bothGiven && byId?.dealerProductId !== byCode?.dealerProductId) {
    const sentence = 'ProductCode and DealerProductId do not belong to the same product.';
    throw new Refusal('ProductCodeDoesntMatchDealerProductId', sentence);
  }
  return found;
};
