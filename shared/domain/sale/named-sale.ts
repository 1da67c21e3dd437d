import { Refusal } from '../refusal.ts';
import type { Sale } from './sale.ts';

/** How a request names a sale: by its id in the service, by the dealer's code, or by both. */
export interface SaleNames {
  readonly dealerSaleId?: number | undefined;
  readonly saleCode?: string | undefined;
}

/** Refuses a request that names no sale (dealer interface 4). */
export const requireSaleName = ({ dealerSaleId, saleCode }: SaleNames): void => {
  if (dealerSaleId !== undefined || saleCode !== undefined) return;
  throw new Refusal('SaleCodeOrDealerSaleIdMustBeGiven', 'SaleCode or DealerSaleId must be given.');
};

export const unknownSale = (): Refusal =>
  new Refusal('DealerSaleNotFound', 'No sale of this dealer has the given DealerSaleId or SaleCode.');

/** The one sale that the given identifiers name (dealer interface 4). Refuses none, and two. */
export const namedSale = (
  { dealerSaleId, saleCode }: SaleNames,
  { byId, byCode }: { readonly byId?: Sale | undefined; readonly byCode?: Sale | undefined },
): Sale => {
  const found = byId ?? byCode;
  if (found === undefined) throw unknownSale();
  const bothGiven = dealerSaleId !== undefined && saleCode !== undefined;
  if (bothGiven && byId?.dealerSaleId !== byCode?.dealerSaleId) {
    throw new Refusal('SaleCodeDoesntMatchDealerSaleId', 'SaleCode and DealerSaleId do not belong to the same sale.');
  }
  return found;
};
