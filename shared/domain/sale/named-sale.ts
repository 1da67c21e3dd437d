import { Refusal } from '../refusal.ts';
import type { Sale } from './sale.ts';

/** Either identifier of a sale, or both. */
export interface SaleIdentifiers {
  readonly dealerSaleId?: number | undefined;
  readonly saleCode?: string | undefined;
}

/** Refuses a request without any identifier of a sale (dealer interface 4). */
export const requireSaleIdentifier = ({ dealerSaleId, saleCode }: SaleIdentifiers): void => {
  if (dealerSaleId !== undefined || saleCode !== undefined) return;
  throw new Refusal('SaleCodeOrDealerSaleIdMustBeGiven', 'SaleCode or DealerSaleId must be given.');
};

export const saleNotFound = (): Refusal =>
  new Refusal('DealerSaleNotFound', 'No sale of this dealer has the given DealerSaleId or SaleCode.');

/** The one sale that the given identifiers name (dealer interface 4). Throws a Refusal where they name none, or two. */
export const namedSale = (
  { dealerSaleId, saleCode }: SaleIdentifiers,
  { byId, byCode }: { readonly byId?: Sale | undefined; readonly byCode?: Sale | undefined },
): Sale => {
  const found = byId ?? byCode;
  if (found === undefined) throw saleNotFound();
  const bothGiven = dealerSaleId !== undefined && saleCode !== undefined;
  if (bothGiven && byId?.dealerSaleId !== byCode?.dealerSaleId) {
    throw new Refusal('SaleCodeDoesntMatchDealerSaleId', 'SaleCode and DealerSaleId do not belong to the same sale.');
  }
  return found;
};
